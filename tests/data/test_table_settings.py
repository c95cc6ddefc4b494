"""The settings of a table: every key that the code names is documented (data/tables/settings.py)."""

import ast
from collections.abc import Iterator

import pytest

from data.tables.settings import TableSettings
from tests.support.needs import ROOT
from tests.test_house import modules

OTHERS = {
    "data/deals/cups.py",
    "data/people/guild_settings.py",
    "data/people/models.py",
    "data/people/preferences.py",
    "data/privacy/erasure.py",
}
"""Modules whose `settings` are those of a server or a person."""


def find_keys(tree: ast.Module) -> Iterator[str]:
    """Yield the keys by which a module reads or writes `settings`, in whichever way."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=owner, slice=ast.Constant(value=str(key))):
                pass
            case ast.Call(func=ast.Attribute(value=owner, attr="get" | "pop"), args=[ast.Constant(value=str(key)), *_]):
                pass
            case ast.Compare(left=ast.Constant(value=str(key)), ops=[ast.In() | ast.NotIn()], comparators=[owner]):
                pass
            case _:
                continue
        if ast.unparse(owner).rstrip(")").rpartition(".")[2] == "settings":
            yield key


@pytest.mark.parametrize("folder", ["bot", "cogs", "data"])
def test_every_key_that_the_code_names_is_a_tables_setting(folder: str) -> None:
    optional_keys = TableSettings.__optional_keys__
    values = {(name, key) for name, tree in modules(ROOT, folder) for key in find_keys(tree) if name not in OTHERS}
    assert values
    assert {(name, key) for name, key in values if key not in optional_keys} == set()
