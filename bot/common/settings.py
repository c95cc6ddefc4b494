"""Settings from the environment, prefix `ELDEST_`. docs/reference/settings.md lists them (tools/reference.py)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot.common.environment import environment_sources
from data.engine.shards import Shards

WEB_ADDRESS: Final = r"^https?://[^\s<>]+$"
"""The pattern of an address that a button may open."""


def shard_ranges(shard_ids: str) -> list[tuple[int, int]]:
    """Return the first and last shard of each part of ELDEST_SHARD_IDS, such as `0-3` or `4`."""
    parts = (part.strip().partition("-") for part in shard_ids.split(","))
    return [(int(first), int(last or first)) for first, _, last in parts]


class Settings(BaseSettings):
    """The operator's settings. Raises pydantic's ValidationError, which names the variable, for a bad value, and
    EnvFileUnreadable for a bad `.env`.
    """

    model_config = SettingsConfigDict(env_prefix="ELDEST_", extra="ignore")

    token: SecretStr | None = Field(default=None, description="The bot's token. Without one only `make play` works.")
    database_url: str = Field(
        default="sqlite+aiosqlite:///var/eldest.sqlite3",
        repr=False,
        description="Where tables are kept: an SQLAlchemy URL of SQLite or PostgreSQL.",
    )
    erasure_log: Path | None = Field(
        default=None,
        description="The file that lists whose data was erased, so that no restored backup undoes it. Empty: beside "
        "SQLite's file; with PostgreSQL `var/eldest.deletions`.",
    )
    backups: bool = Field(
        default=True, description="Make a backup each day, and before the database is brought up to date at a start."
    )
    backup_dir: Path | None = Field(
        default=None, description="Where backups lie. Empty: the folder `backups` beside the database."
    )
    backup_daily: int = Field(
        default=7,
        ge=1,
        le=1000,
        description="Days of which a backup is kept, and as many made by hand and before updates.",
    )
    backup_weekly: int = Field(default=4, ge=0, le=1000, description="Weeks of which a backup is kept.")
    api_base: str | None = Field(
        default=None, description="Another address for Discord's REST API, such as a proxy. Empty: Discord's own."
    )
    shard_count: int | None = Field(
        default=None,
        ge=1,
        le=100_000,
        description="Into how many shards the bot is divided, in all its processes. Empty: as many as Discord says.",
    )
    shard_ids: str | None = Field(
        default=None,
        pattern=r"^\s*\d+(-\d+)?(\s*,\s*\d+(-\d+)?)*\s*$",
        description="The shards of this process, such as `0-3` or `4,5`, where several processes share a PostgreSQL "
        "database. Empty: all.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="How much of our own is logged. Libraries never log below INFO."
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description="The log as lines for people, or as one JSON object a line."
    )
    health_port: int | None = Field(
        default=None,
        ge=0,
        le=65_535,
        description="The port of `/health` and `/metrics`, on this machine alone; 0 for any. Empty: neither.",
    )
    pictures: bool = Field(default=True, description="Draw tables and hands. Everything works without, as text.")
    emoji: bool = Field(default=True, description="Upload the cards' faces as emoji of the application.")
    threads: bool = Field(default=True, description="Give each table a thread of its own where the bot may make one.")
    refresh: bool = Field(default=True, description="Keep public messages up to date. Only benchmarks turn it off.")
    ping_delay: float = Field(
        default=60, ge=0, le=86_400, description="Seconds after which the bot mentions the player to move."
    )
    ping_quiet: float = Field(
        default=120, ge=0, le=86_400, description="Seconds without a mention after a player's own last click there."
    )
    computer_delay: float = Field(
        default=1.0, ge=0, le=60, description="Seconds a computer player takes for a move, so that people can follow."
    )
    search_processes: int | None = Field(
        default=None,
        ge=0,
        le=16,
        description="Processes in which strong computer players think. With 0 they think in a thread of the bot. "
        "Empty: 1, or 0 on a machine with one processor.",
    )
    double_tap: float = Field(
        default=1.0, ge=0, le=10, description="Seconds after a move in which its player's next press moves nothing."
    )
    max_live_tables: int = Field(
        default=50, ge=1, le=1000, description="Tables that may be under way in one server at the same time."
    )
    max_open: int = Field(
        default=5, ge=1, le=1000, description="Tables under way that one person may have opened, in all servers."
    )
    terms_url: str | None = Field(
        default=None,
        max_length=512,
        pattern=WEB_ADDRESS,
        description="The address of your terms; `/help` links to it. A template: `docs/terms.md`. Empty: no link.",
    )
    privacy_url: str | None = Field(
        default=None,
        max_length=512,
        pattern=WEB_ADDRESS,
        description="The address of your privacy policy; `/help` and `/privacy show` link to it. A template: "
        "`PRIVACY.md`. Empty: no link.",
    )
    support_url: str | None = Field(
        default=None,
        max_length=512,
        pattern=WEB_ADDRESS,
        description="Where people get help, such as the invite to a server; `/help` links to it, and unexpected errors "
        "name it. Empty: no link.",
    )
    play_port: int = Field(default=8420, ge=0, le=65_535, description="`make play`: the port of the page, 0 for any.")
    play_dir: Path = Field(
        default=Path("var/play"), description="`make play`: where everything is kept, the database too."
    )

    @property
    def shards(self) -> Shards | None:
        """The shards of this process; None where it has all."""
        if self.shard_ids is None or self.shard_count is None:
            return None
        ids = (shard for first, last in shard_ranges(self.shard_ids) for shard in range(first, last + 1))
        return Shards(self.shard_count, frozenset(ids))

    @property
    def searches(self) -> int:
        """How many processes search: see `search_processes`."""
        if self.search_processes is not None:
            return self.search_processes
        return min(1, len(os.sched_getaffinity(0)) - 1) if hasattr(os, "sched_getaffinity") else 1

    @property
    def request_share(self) -> float:
        """This process's part of the requests that Discord allows the bot; a proxy (api_base) counts by itself."""
        shards = self.shards
        return 1.0 if shards is None or self.api_base is not None else len(shards.ids) / shards.count

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read the settings from code, then the environment and `.env` (bot/common/environment.py)."""
        return init_settings, *environment_sources(settings_cls)

    @field_validator("token")
    @classmethod
    def _check_token(cls, token: SecretStr | None) -> SecretStr | None:
        """Return the token. Raises ValueError where it is not one word of plain signs."""
        value = "" if token is None else token.get_secret_value()
        if not value.isascii() or any(letter.isspace() for letter in value):
            raise ValueError("a token is one word of plain letters, digits and signs; copy it again")
        return token

    @model_validator(mode="after")
    def _check_shards(self) -> Self:
        """Return the settings. Raises ValueError where the shards of this process do not fit them."""
        if self.shard_ids is None:
            return self
        if self.shard_count is None:
            raise ValueError("ELDEST_SHARD_IDS needs ELDEST_SHARD_COUNT, which is the same for all processes")
        for first, last in shard_ranges(self.shard_ids):
            if first > last:
                raise ValueError(f"ELDEST_SHARD_IDS: write {last}-{first}, not {first}-{last}")
            if last >= self.shard_count:
                raise ValueError(f"ELDEST_SHARD_IDS: shards are numbered from 0 to {self.shard_count - 1}")
        if not self.database_url.startswith("postgresql"):
            raise ValueError("ELDEST_SHARD_IDS: several processes need PostgreSQL; an SQLite file is one process's")
        return self
