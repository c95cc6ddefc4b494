"""The guides name commands, buttons, settings, pictures and pages that there are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from discord import app_commands
from PIL import Image

from bot.__main__ import parser
from bot.common.settings import Settings
from tests.support.needs import ROOT
from tools import reference

GUIDES = [ROOT / "docs" / f"{name}.md" for name in ("players", "organisers", "moderators", "operators")]
MOST_BYTES = 60_000
"""What a picture may take."""

COMMAND = re.compile(r"`/([a-z]+(?: [a-z]+)?)[^`]*`")
LABEL = re.compile(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ADDRESSES = {"health", "metrics"}
"""What begins like a command and is none."""


def words_of_the_code() -> set[str]:
    """All texts in bot/ and cogs/ without bold print, those of f-strings piece by piece; and the buttons Next hand and
    Next deal, which are put together.
    """
    found: set[str] = set()
    for path in (*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value.strip().strip("*"))
    return found | {f"Next {word.lower()}" for word in {"Hand", "Deal"} & found}


def unknown_labels(text: str, known: set[str]) -> list[str]:
    """The names of buttons in a guide that the code does not have; one that ends in … may begin a longer one."""
    return [one for one in LABEL.findall(text) if not {one, one.removesuffix("…").strip()} & known]


@pytest.fixture(scope="module")
def known() -> set[str]:
    return words_of_the_code()


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_guide_names_buttons_that_there_are(guide: Path, known: set[str]) -> None:
    assert unknown_labels(guide.read_text(encoding="utf-8"), known) == []


def test_a_button_that_there_is_not_is_found(known: set[str]) -> None:
    assert unknown_labels("Press *My hand*, *Go to …*, then **Strong** and *Fold the table*.", known) == [
        "Fold the table"
    ]


async def test_guides_name_commands_that_there_are() -> None:
    async with reference.loaded_bot() as bot:
        names = {one.qualified_name for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command)}
    groups = {name.partition(" ")[0] for name in names}
    named = {one for guide in GUIDES for one in COMMAND.findall(guide.read_text(encoding="utf-8"))}
    assert len(named) > 30
    assert [one for one in named if one not in names | groups | ADDRESSES] == []


def test_operators_guide_names_every_command_of_the_program_and_settings_that_there_are() -> None:
    guide = (ROOT / "docs/operators.md").read_text(encoding="utf-8")
    actions = parser()._subparsers  # argparse tells them nowhere else
    assert actions is not None
    choices = actions._group_actions[0].choices  # see above
    assert choices
    assert [name for name in choices if f"`{name}`" not in guide] == []
    settings = {f"ELDEST_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"ELDEST_[A-Z_]+", guide)) <= settings


@pytest.mark.parametrize("page", [*GUIDES, *reference.FOLDER.glob("*.md")], ids=lambda path: path.stem)
def test_page_links_to_what_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    linked = [*LINK.findall(text), *re.findall(r'src="([^"]+)"', text)]
    assert linked or page.parent == reference.FOLDER
    assert [one for one in linked if not (page.parent / one).is_file()] == []


def test_pictures_are_small_and_each_is_shown() -> None:
    text = "".join(guide.read_text(encoding="utf-8") for guide in GUIDES)
    pictures = sorted((ROOT / "docs/pictures").glob("*.png"))
    assert pictures
    for path in pictures:
        assert path.stat().st_size <= MOST_BYTES
        assert f"pictures/{path.name}" in text
        with Image.open(path) as image:
            assert image.width == 390
