"""Which tests are units (tests/conftest.py)."""

from __future__ import annotations

import pytest

from tests.conftest import HERE, SEARCHES, UNIT_FOLDERS, is_unit


@pytest.mark.parametrize("folder", UNIT_FOLDERS)
def test_unit_folder_has_units(folder: str) -> None:
    assert any(is_unit(path) for path in (HERE / folder).rglob("test_*.py"))


@pytest.mark.parametrize("name", SEARCHES)
def test_search_lies_in_unit_folder_and_is_none(name: str) -> None:
    paths = [path for folder in UNIT_FOLDERS for path in (HERE / folder).rglob("test_*.py") if name in path.as_posix()]
    assert paths
    assert not any(map(is_unit, paths))


@pytest.mark.parametrize("folder", ["e2e", "cogs", "data", "month", "sandbox", "bot/tables/commands"])
def test_folder_with_bots_or_databases_has_no_units(folder: str) -> None:
    modules = list((HERE / folder).rglob("test_*.py"))
    assert modules
    assert not any(map(is_unit, modules))
