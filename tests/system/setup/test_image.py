"""The image of deploy/Dockerfile, whose instructions are run one by one in an empty folder, for want of Docker.

Three things differ from a build. Packages are those with which the tests run, at the versions of the lock: tests reach
no other machine. No user is made. The port is a free one.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
from fnmatch import fnmatch
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from bot.common.settings import Settings
from sandbox import Sandbox
from tests.support.needs import ROOT
from tests.support.waiting import until
from tools import reaper

DEPLOY = ROOT / "deploy"
HOME = "srv/eldest-hand"
LOCK = "requirements-postgresql.lock"
INSTALL = f".venv/bin/pip install --no-cache-dir --quiet -r {LOCK}"
USER = "useradd --uid 1000 --no-create-home eldest"
PORT = "9120"
MAX_LINES = 30
STOP_SECONDS = 10.0


def read_instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile: the word, and what follows it."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def is_in_context(name: str) -> bool:
    """Check whether .dockerignore lets a file or folder into the build; the last line that fits decides."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    fitting = [line for line in lines if not line.startswith("#") and fnmatch(name, line.removeprefix("!"))]
    return bool(fitting) and fitting[-1].startswith("!")


class Image:
    """The folders of the stages, and what the last one is started with."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stages = dict[str, Path]()
        self._stage = folder
        self.environment = dict[str, str]()
        self.entrypoint: list[str] = []
        self.health: list[str] = []
        self.user = "root"
        self.volumes: list[str] = []

    @property
    def home(self) -> Path:
        """Return the folder in which commands of the stage run."""
        return self._stage / HOME

    def follow(self, word: str, rest: str) -> None:
        """Do what an instruction says. Raises AssertionError for one that is not known here."""
        match word:
            case "FROM":
                self._stage = self._folder / str(len(self._stages))
                self._stages[rest.partition(" AS ")[2]] = self._stage
            case "WORKDIR":
                assert rest == f"/{HOME}"
                self.home.mkdir(parents=True)
            case "COPY":
                self._copy(*rest.split())
            case "RUN":
                for command in rest.split(" && "):
                    self._run(command)
            case "ENV":
                name, _, value = rest.partition("=")
                self.environment[name] = value
            case "USER":
                self.user = rest
            case "VOLUME":
                self.volumes.append(rest)
            case "HEALTHCHECK":
                self.health = json.loads(rest.partition("CMD ")[2])
            case "ENTRYPOINT":
                self.entrypoint = json.loads(rest)
            case _:
                raise AssertionError(word)

    def _copy(self, *words: str) -> None:
        *options, source, target = words
        if options:
            stage = self._stages[options[0].removeprefix("--from=")]
            shutil.copytree(stage / source.removeprefix("/"), self.home / target, symlinks=True)
            return
        assert is_in_context(source), source
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, self.home / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, self.home / target)

    def _run(self, command: str) -> None:
        if command == INSTALL:
            self._lend_packages()
        elif command != USER:
            python = str(Path(getattr(sys, "_base_executable", sys.executable)))
            words = command.replace("-o eldest ", "").replace("python ", f"{python} ", 1).split()
            subprocess.run(words, cwd=self.home, check=True)

    def _lend_packages(self) -> None:
        """Let the stage's environment import the packages of this one."""
        (site,) = (self.home / ".venv").glob("lib/*/site-packages")
        (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")


def start_image(image: Image, sandbox: Sandbox, port: int, token: str) -> subprocess.Popen[bytes]:
    """Start the image's program, with what compose gives it."""
    environment = {
        **image.environment,
        "ELDEST_HEALTH_PORT": str(port),
        "ELDEST_API_BASE": sandbox.api_base,
        "ELDEST_TOKEN": token,
        "ELDEST_SHARD_IDS": "",
        "ELDEST_EMOJI": "false",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    process = subprocess.Popen(image.entrypoint, cwd=image.home, env=environment, stderr=subprocess.PIPE)
    reaper.watch_process(process.pid)
    return process


def is_healthy(image: Image, port: int) -> bool:
    """Return what the image's health check finds."""
    words = [word.replace(PORT, str(port)) for word in image.health]
    return subprocess.run(words, cwd=image.home, stderr=subprocess.DEVNULL, check=False).returncode == 0


def list_files(image: Image) -> set[Path]:
    """Return what is in the image besides its volume."""
    return {path for path in image.home.rglob("*") if not path.is_relative_to(image.home / "var")}


@pytest.fixture
def image(tmp_path: Path) -> Image:
    """Return the image, as built."""
    result = Image(tmp_path)
    for word, rest in read_instructions():
        result.follow(word, rest)
    return result


async def test_the_image_runs_the_bot_tells_its_health_and_ends_in_time(image: Image) -> None:
    assert image.user == "1000"
    assert image.volumes == [f"/{HOME}/var"]
    assert image.environment == {"ELDEST_HEALTH_PORT": PORT}
    assert not (image.home / "sandbox").exists()
    assert not (image.home / "tests").exists()
    assert (image.home / "var").stat().st_mode & 0o777 == 0o700
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    before = list_files(image)
    async with await Sandbox.start(None) as sandbox:
        bot = start_image(image, sandbox, port, sandbox.token)
        try:
            assert not await asyncio.to_thread(is_healthy, image, port)  # it has just been started

            async def healthy() -> bool:
                assert bot.poll() is None
                return await asyncio.to_thread(is_healthy, image, port)

            await until(healthy, 60)
            began = monotonic()
            bot.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(bot.wait, STOP_SECONDS) == 0
            assert monotonic() - began < STOP_SECONDS
            assert not await asyncio.to_thread(is_healthy, image, port)
        finally:
            bot.kill()
            _, log = await asyncio.to_thread(bot.communicate)
    assert b"ready as" in log
    assert list_files(image) == before
    assert (image.home / "var" / "eldest.sqlite3").exists()


async def test_without_a_token_it_says_what_to_do_and_ends(image: Image) -> None:
    async with await Sandbox.start(None) as sandbox:
        bot = start_image(image, sandbox, 0, "")
        _, log = await asyncio.to_thread(bot.communicate)
    assert bot.returncode == 2
    assert b"https://discord.com/developers/applications" in log


def test_the_lock_of_the_image_is_what_these_tests_run_with() -> None:
    pins = [line.split("==") for line in (ROOT / LOCK).read_text(encoding="utf-8").splitlines() if "==" in line]
    assert pins
    assert {name: version(name) for name, _ in pins} == dict[Any, Any](pins)


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml"])
def test_the_files_can_be_read_and_name_only_settings_that_there_are(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) < MAX_LINES
    named = set(re.findall(r"ELDEST_(\w+)", text))
    assert named
    assert {value.lower() for value in named} <= Settings.model_fields.keys()


def test_compose_keeps_the_folder_of_the_image_and_gives_it_time_to_end() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert f'"var:/{HOME}/var"' in text
    assert f"stop_grace_period: {STOP_SECONDS:.0f}s" in text
    guide = (ROOT / "docs/operators.md").read_text(encoding="utf-8")
    variables = set(re.findall(r"\$\{(\w+)", text))
    assert variables == {"FIRST_SHARDS", "SECOND_SHARDS", "POSTGRES_PASSWORD"}
    assert all(f"`{variable}" in guide or f"{variable}=" in guide for variable in variables - {"SECOND_SHARDS"})


def test_no_secret_gets_into_the_build() -> None:
    assert not any(map(is_in_context, (".env", "var", ".git", "tests", "sandbox", os.devnull)))
