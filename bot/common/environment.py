"""The environment and the file `.env`, as editors, shells and Docker leave them, for the settings.

Notepad writes a byte order mark, PowerShell UTF-16, `docker run --env-file` keeps quotes, and `$(cat token)` may end in
a carriage return.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Final

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

INVISIBLE: Final = "\ufeff\u200b\u2060"
"""Letters without width, which come along when a text is copied."""

QUOTES: Final = ("''", '""', "``", "“”", "„“", "‘’", "«»")
"""Pairs of quotes in which a value may stand, typographic ones too."""


class EnvFileUnreadable(ValueError):
    """A file `.env` that cannot be read. The text is a sentence for the operator, and names no value."""


def read_env_file(path: Path) -> dict[str, str]:
    """Return the variables of a file `.env`; none if there is no file. Raises EnvFileUnreadable."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise EnvFileUnreadable(f"{path} cannot be read: {error.strerror}.") from error
    lines = _decode(data, path)
    for binding in parse_stream(StringIO(lines)):
        if binding.error or (binding.key is not None and binding.value is None):
            raise EnvFileUnreadable(f"{path}, line {binding.original.line}: write NAME=value, one a line.")
    return {name: value for name, value in dotenv_values(stream=StringIO(lines)).items() if value is not None}


def _decode(data: bytes, path: Path) -> str:
    """Return the text of a file in UTF-8 or UTF-16, with or without a byte order mark. Raises EnvFileUnreadable."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif 0 in data[:2]:
        encoding = "utf-16-be" if data[0] == 0 else "utf-16-le"
    else:
        encoding = "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise EnvFileUnreadable(f"{path} is neither UTF-8 nor UTF-16: save it as UTF-8.") from error
    if "\0" in text:
        raise EnvFileUnreadable(f"{path} mixes encodings: write it anew, as UTF-8.")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def clean(value: str) -> str:
    """Return a value without blanks, line ends and invisible letters around it, and without quotes around the rest."""
    value = _strip(value)
    while len(value) > 1 and value[0] + value[-1] in QUOTES:
        value = _strip(value[1:-1])
    return value


def _strip(value: str) -> str:
    """Return a value without invisible characters at its ends."""
    stripped = value.strip().strip(INVISIBLE)
    return stripped if stripped == value else _strip(stripped)


class CleanSource(PydanticBaseSettingsSource):
    """The settings among some variables, whatever their case; an empty value is as good as none."""

    def __init__(self, settings_cls: type[BaseSettings], variables: Mapping[str, str]) -> None:
        super().__init__(settings_cls)
        prefix = self.config.get("env_prefix", "").lower()
        by_name = {name.lower(): clean(value) for name, value in variables.items()}
        self._values = {name: by_name.get(f"{prefix}{name}") for name in settings_cls.model_fields}

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Return the value of a setting or None, its name, and that its text is no JSON."""
        return self._values[field_name], field_name, False

    def __call__(self) -> dict[str, Any]:
        """Return the values of the settings that are set."""
        return {name: value for name, value in self._values.items() if value}


def environment_sources(settings_cls: type[BaseSettings]) -> tuple[CleanSource, CleanSource]:
    """Return the environment, and the file `.env` in the working folder, which counts less.

    Raises EnvFileUnreadable.
    """
    return CleanSource(settings_cls, os.environ), CleanSource(settings_cls, read_env_file(Path(".env")))
