"""The guides name commands, buttons, settings, pictures and pages that there are."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Mapping
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
PROSE = re.compile(r'r?"""[\s\S]*?"""|#.*')
"""The docstrings and comments of a source file."""
NAME = re.compile(r"`([A-Za-z]\w*(?:\.\w+)*)(?:\([^`]*\))?`")
"""A name of the code in backticks, with or without a call's arguments."""
FILE_ENDINGS = (".py", ".md", ".json", ".txt", ".toml", ".js", ".svg")
FOREIGN_NAMES = {"jsonb", "as_integer", "Route.BASE"}
"""Names of PostgreSQL, SQLAlchemy and discord.py that are not in the sources."""
ADDRESSES = {"health", "metrics"}
"""What begins like a command and is none."""


def words_of_the_code() -> set[str]:
    """All texts in bot/ and cogs/ without bold print, those of f-strings piece by piece; and the buttons Next hand and
    Next deal, which are put together.
    """
    names: set[str] = set()
    for path in (*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.add(node.value.strip().strip("*"))
    return names | {f"Next {word.lower()}" for word in {"Hand", "Deal"} & names}


def unknown_labels(text: str, names: set[str]) -> list[str]:
    """The names of buttons in a guide that the code does not have; one that ends in … may begin a longer one."""
    return [words for words in LABEL.findall(text) if not {words, words.removesuffix("…").strip()} & names]


@pytest.fixture(scope="module")
def known_names() -> set[str]:
    return words_of_the_code()


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_guide_names_buttons_that_there_are(guide: Path, known_names: set[str]) -> None:
    assert unknown_labels(guide.read_text(encoding="utf-8"), known_names) == []


def test_a_button_that_there_is_not_is_found(known_names: set[str]) -> None:
    assert unknown_labels("Press *My hand*, *Go to …*, then **Strong** and *Fold the table*.", known_names) == [
        "Fold the table"
    ]


async def test_guides_and_texts_of_the_bot_name_commands_that_there_are(known_names: set[str]) -> None:
    async with reference.loaded_bot() as bot:
        names = {
            command.qualified_name for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)
        }
    groups = {name.partition(" ")[0] for name in names}
    texts = [guide.read_text(encoding="utf-8") for guide in GUIDES]
    named = {words for text in (*texts, *known_names) for words in COMMAND.findall(text)}
    assert len(named) > 30
    assert [value for value in named if value not in names | groups | ADDRESSES] == []


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
    assert [value for value in linked if not (page.parent / value).is_file()] == []


def test_pictures_are_small_and_each_is_shown() -> None:
    text = "".join(guide.read_text(encoding="utf-8") for guide in GUIDES)
    pictures = sorted((ROOT / "docs/pictures").glob("*.png"))
    assert pictures
    for path in pictures:
        assert path.stat().st_size <= MOST_BYTES
        assert f"pictures/{path.name}" in text
        with Image.open(path) as image:
            assert image.width == 390


def source_texts() -> dict[Path, str]:
    folders = ("bot", "cogs", "data", "rules", "sandbox", "tools", "tests", "seeds")
    return {path: path.read_text(encoding="utf-8") for folder in folders for path in (ROOT / folder).rglob("*.py")}


def unknown_names(prose: str, words: set[str], classes: Mapping[str, str]) -> list[str]:
    """The names in backticks that no source file contains, or whose class does not define the member."""

    def is_known(name: str) -> bool:
        owner, _, member = name.partition(".")
        if name in FOREIGN_NAMES or name.endswith(FILE_ENDINGS):
            return True
        if member and owner in classes:
            return re.search(rf"(def |self\.|^ +){member}\b", classes[owner], re.MULTILINE) is not None
        return words.issuperset(name.split("."))

    return [name for name in NAME.findall(prose) if not is_known(name)]


def test_names_in_backticks_exist_in_the_code() -> None:
    sources = source_texts()
    code = {path: PROSE.sub("", text) for path, text in sources.items()}
    words = {word for text in code.values() for word in re.findall(r"\w+", text)}
    words |= {part for path in code for part in path.relative_to(ROOT).with_suffix("").parts}
    classes: defaultdict[str, str] = defaultdict(str)
    for text in code.values():
        for name in re.findall(r"^class (\w+)", text, re.MULTILINE):
            classes[name] += text
    prose = {page: page.read_text(encoding="utf-8") for page in (ROOT / "docs/developers").rglob("*.md")}
    prose |= {
        path: "\n".join(PROSE.findall(text)) for path, text in sources.items() if ROOT / "tests" not in path.parents
    }
    unknown = {page: unknown_names(text, words, classes) for page, text in prose.items()}
    assert {str(page.relative_to(ROOT)): names for page, names in unknown.items() if names} == {}


def test_an_unknown_name_in_backticks_is_listed() -> None:
    prose = "`Tables.find(7)` or `Tables.fetch`, `work_after` or `work_before`, `model/step.py`"
    classes = {"Tables": "    async def find(self, number: int) -> TableState: ..."}
    assert unknown_names(prose, {"work_after"}, classes) == ["Tables.fetch", "work_before"]
