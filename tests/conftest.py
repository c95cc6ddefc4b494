"""What holds for every test: no network but this machine's own, no deadline in hypothesis, in CI no skip; the units."""

import asyncio
import gc
import ipaddress
import os
import socket
from collections.abc import AsyncGenerator, Callable, Generator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings

from rules.registry import GAMES
from tests.support.databases import DATABASE
from tests.support.drawings import PROBLEMS, look_at_every_picture
from tests.support.needs import NOT_BESIDE
from tests.support.numbers import IDS
from tests.virtual.loop import VirtualLoop
from tests.virtual.world import virtual_loop, virtual_world

# A busy machine is no failure; what must be fast is measured by `make bench`. Without a seed each run is the same.
settings.register_profile("house", deadline=None, derandomize="ELDEST_SEED" not in os.environ)
settings.load_profile("house")
gc.set_threshold(5_000, 8, 200)  # as in the process of the bot (bot/operations/gc_tuning.py)


def refuse_others(address: object) -> None:
    """Raises PermissionError for an address on another machine: who would reach out to one fails there and then."""
    if not isinstance(address, tuple):  # a Unix socket
        return
    host = str(address[0])
    try:
        here = host in ("", "localhost") or ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        here = False
    if not here:
        message = f"a test tried to connect to {host}; tests speak to this machine only"
        raise PermissionError(message)


def only_this_machine() -> None:
    """Check whatever a socket connects to. An audit hook would be asked a hundred times as often, of all else too."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def checked(self: socket.socket, address: Any, /) -> None:
        refuse_others(address)
        connect(self, address)

    def checked_ex(self: socket.socket, address: Any, /) -> int:
        refuse_others(address)
        return connect_ex(self, address)

    socket.socket.connect, socket.socket.connect_ex = checked, checked_ex


only_this_machine()
look_at_every_picture()


@pytest.fixture(autouse=True)
def every_picture_is_whole() -> Generator[None]:
    """See tests/support/drawings.py."""
    PROBLEMS.clear()
    yield
    assert not PROBLEMS, PROBLEMS[:5]


@pytest.fixture(autouse=True)
def numbered_anew() -> None:
    """See tests/support/numbers.py."""
    IDS.again()


@pytest.fixture
def voren_in_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Voren be played by pairs who may talk."""
    monkeypatch.setattr(type(GAMES["voren"].conduct), "confidants", lambda _, seat: (seat ^ 1,))


@pytest.fixture(scope="module", autouse=True)
def nothing_kept(request: pytest.FixtureRequest) -> Generator[None]:
    """Forget the games that a module has played for its tests, once they are over: they fill the memory."""
    yield
    for value in vars(request.module).values():
        if hasattr(value, "cache_clear") and value.__module__ == request.module.__name__:
            value.cache_clear()


SYSTEM = Path(__file__).parent / "system"
"""Tests of real processes, servers and browsers."""
REAL = (SYSTEM, Path(__file__).parent / "data")
"""Tests whose time is real: those, and those of real files."""


def is_virtual(item: pytest.Item) -> bool:
    """Whether an asynchronous test runs in virtual time. PostgreSQL has sockets, so nothing is virtual with it."""
    return DATABASE == "sqlite" and not any(item.path.is_relative_to(folder) for folder in REAL)


def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop of an asynchronous test."""
    return {"virtual": VirtualLoop} if is_virtual(item) else {"real": asyncio.new_event_loop}


@pytest.fixture
async def virtual_surroundings(request: pytest.FixtureRequest) -> AsyncGenerator[None]:
    """Time, network and disk of a test's loop; ELDEST_SEED and the test's name decide their chance."""
    with virtual_world(virtual_loop(), f"{os.environ.get('ELDEST_SEED', '')} {request.node.nodeid}"):
        yield


@pytest.fixture(autouse=True)
def virtual_where_asynchronous(request: pytest.FixtureRequest) -> None:
    """Give asynchronous tests their surroundings before anything else of theirs."""
    if "_asyncio_loop_factory" in request.fixturenames and is_virtual(request.node):
        request.getfixturevalue("virtual_surroundings")


collect_ignore = ["toy"]  # its tests run where it is laid over a copy of the project (test_sixth_game.py)

HERE = Path(__file__).parent
UNIT_FOLDERS = ("rules", "bot/common", "bot/nights", "bot/pads", "bot/tables/model", "bot/ui")
"""The tests of rules, of the tables' model and of presentation: no bot process, no sandbox, no browser."""
SEARCHES = (
    "rules/arena",
    "rules/players",
    "test_claims.py",
    "test_worlds.py",
    "test_melds.py",
    "test_premoves.py",
    "test_random_games.py",
    "test_reveals.py",
)
"""What of these plays hundreds of games, draws thousands of worlds, or asks a solver: no units, for they take long."""


@cache
def is_unit(path: Path) -> bool:
    """Whether the tests of a module are units."""
    place = path.relative_to(HERE) if path.is_relative_to(HERE) else path
    inside = any(place.is_relative_to(folder) for folder in UNIT_FOLDERS)
    return inside and not any(place.is_relative_to(name) or place.name == name for name in SEARCHES)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where units alone are asked for, no other module is read: that would take as long as the units."""
    if config.option.markexpr == "unit" and collection_path.suffix == ".py" and collection_path.name != "__init__.py":
        return None if is_unit(collection_path) else True
    return None


def pytest_collection_finish() -> None:
    """What is imported by now stays, so no garbage collection looks at it again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the units, and what lies in tests/system. A long run is no unit, wherever it lies."""
    for item in items:
        if item.path.is_relative_to(SYSTEM):
            item.add_marker("system")
        if is_unit(item.path) and item.get_closest_marker("soak") is None:
            item.add_marker("unit")


Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def refuse_skip(report: Report) -> Report:
    """In CI a skip is a failure, so that a browser or a package that went missing cannot pass unseen."""
    if not os.environ.get("CI") or not report.skipped or hasattr(report, "wasxfail"):
        return report
    reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if NOT_BESIDE not in reason:
        report.outcome = "failed"
        report.longrepr = f"Nothing is skipped in CI. {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """See refuse_skip."""
    return refuse_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """See refuse_skip; this one is for whole modules."""
    return refuse_skip((yield))
