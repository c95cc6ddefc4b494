"""What is published: terms, privacy policy, the changelog, and the bot's page in the App Directory."""

from __future__ import annotations

import re
from typing import Final

import pytest
from discord import app_commands
from PIL import Image

from bot.common.version import VERSION
from tests.support.needs import ROOT
from tests.support.releases import RELEASES
from tools import reference

DIRECTORY: Final = ROOT / "deploy" / "directory"

WORDS: Final = {"docs/terms.md": 200, "PRIVACY.md": 300}
LETTERS: Final = {"summary.txt": 200, "description.txt": 400, "long.md": 4000}
"""The most of each; Discord says 200 and 400."""

SIZES: Final = {
    **dict.fromkeys(("table", "hand", "lesson", "pad", "leaderboard"), (1280, 720)),
    "icon": (512, 512),
    "banner": (680, 240),
}
MAX_BYTES: Final = 120_000
"""What a picture may take."""

MAX_TAGS: Final = 5
MAX_TAG_LETTERS: Final = 20

PAGES: Final = ("docs/terms.md", "PRIVACY.md", *(f"deploy/directory/{name}" for name in LETTERS))


@pytest.mark.parametrize("page", WORDS)
def test_a_page_for_everybody_is_short_and_says_what_to_fill_in(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert 100 < len(re.findall(r"[\w'-]*\w[\w'-]*", text)) <= WORDS[page]
    assert {"OPERATOR", "CONTACT", "DATE"} <= set(re.findall(r"[A-Z]{3,}", text))


@pytest.mark.parametrize("name", LETTERS)
def test_a_text_of_the_directory_fits(name: str) -> None:
    text = (DIRECTORY / name).read_text(encoding="utf-8")
    assert 100 < len(text.rstrip("\n")) <= LETTERS[name]


def test_the_tags_are_few_and_short() -> None:
    tags = (DIRECTORY / "tags.txt").read_text(encoding="utf-8").splitlines()
    assert 0 < len(tags) <= MAX_TAGS
    assert len(set(tags)) == len(tags)
    assert all(0 < len(tag) <= MAX_TAG_LETTERS for tag in tags)


def test_the_pictures_have_discords_sizes_and_few_bytes() -> None:
    assert {path.stem for path in DIRECTORY.glob("*.png")} == set(SIZES)
    for name, size in SIZES.items():
        path = DIRECTORY / f"{name}.png"
        with Image.open(path) as image:
            assert image.size == size, name
        assert path.stat().st_size <= MAX_BYTES, name


def test_the_folders_page_says_where_each_file_goes() -> None:
    text = (DIRECTORY / "README.md").read_text(encoding="utf-8")
    files = {path.name for path in DIRECTORY.iterdir()} - {"README.md"}
    assert set(re.findall(r"`(\w+\.\w+)`", text)) == files


async def test_these_texts_name_commands_that_there_are() -> None:
    async with reference.loaded_bot() as bot:
        names = {
            command.qualified_name for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)
        }
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"(?<![\w/.])/([a-z]+(?: (?:new|open|begin|show|export|delete|me|server))?)\b", text))
    assert len(named) > 8
    assert named <= names


def test_the_changelog_has_the_version_with_its_date_below_what_is_unreleased() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, second, *_ = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert first == "Unreleased"
    assert re.fullmatch(rf"{re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)", second)


def test_what_the_version_leaves_is_kept_for_later_ones() -> None:
    assert VERSION in {release.version for release in RELEASES}
