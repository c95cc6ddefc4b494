"""What each release left is opened by this version on PostgreSQL, too: tests/e2e/test_releases.py once more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from tests.e2e import test_releases
from tests.support.releases import Release

TESTS: Final[tuple[Callable[[Release], Awaitable[None]], ...]] = (
    test_releases.test_games_of_a_release_are_played_to_their_ends_by_the_next_version,
    test_releases.test_every_button_of_a_release_does_its_thing_or_says_why_not,
    test_releases.test_pad_files_of_a_release_are_imported,
    test_releases.test_export_of_a_release_has_no_row_or_name_that_a_later_one_lacks,
)


@pytest.fixture(autouse=True)
def on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every bot a database on a server."""
    monkeypatch.setattr("tests.support.house.DATABASE", "postgresql")


@test_releases.every_release
@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__.removeprefix("test_"))
async def test_on_postgresql(test: Callable[[Release], Awaitable[None]], release: Release) -> None:
    await test(release)
