"""A sixth game touches the places that docs/developers/adding-a-game.md names, and fails by name without one.

The game is Quince (tests/toy). It is laid over a copy of the project, whose own tests then say what they think of it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.needs import NOT_BESIDE, ROOT, need_shared

TOY = ROOT / "tests" / "toy"
COPIED = ("rules", "data", "bot", "cogs", "sandbox", "seeds", "docs", "tests", "tools")
PLACES = ("rules", "cogs", "seeds", "docs", "tests")
"""Where a game's files lie."""
OPTIONS = ["-m", "not soak", "-k", "quince", "--tb=line"]
CONTRACT = "tests/cogs/games/contract"
"""What holds for every game on Discord, and a sixth one gets for nothing."""
PLAYED = [
    "tests/cogs/games/test_quince_presenter.py",
    "tests/e2e/test_quince.py",
    "tests/system/browser/test_quince.py",
    *(
        f"tests/cogs/{test}[quince]"
        for test in (
            "table/test_premoves.py::test_all_that_may_be_ordered_has_its_words_and_is_read_back",
            "table/test_premoves.py::test_every_rule_fits_its_form_and_is_read_back",
            "table/test_premoves.py::test_standing_premove_and_outcome_are_told",
            "pads/test_agreement.py::test_pads_and_tables_agree",
            "pads/test_presenters.py::test_every_form_fits_into_a_modal",
            "pads/test_presenters.py::test_typed_facts_are_read_back",
            "pads/test_presenters.py::test_ledgers_add_up_to_what_the_rules_say",
            "pads/test_presenters.py::test_the_bot_knows_a_pad_as_long_as_its_game_is_loaded",
        )
    ),
    "tests/test_house.py",
    "tests/system/setup/test_contact_sheets.py::test_every_game_with_a_cog_has_phases_with_names_of_their_own",
]
PATIENCE = 110
"""Seconds that the copy's tests may take."""
CLAUSES = "Q1.1, Q1.2, Q1.3, Q2.1, Q3.1, Q4.1, Q4.2, Q4.3, Q5.1, Q5.2, Q5.3"


@contextmanager
def with_quince() -> Iterator[Path]:
    """A copy of the project with a sixth game in it, for as long as it is needed; it has the same things beside it, and
    what Python has compiled of them.
    """
    beside = need_shared("rules/voren.md").parent.parent
    with TemporaryDirectory(prefix="eldest-sixth-") as folder:
        copy = Path(folder) / "project"
        for name in COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("toy"))
        for path in ROOT.iterdir():
            if path.is_file() and path.name != ".git":
                shutil.copy2(path, copy / path.name)
        for name in PLACES:
            shutil.copytree(TOY / name, copy / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        rules = Path(folder) / "shared" / "rules"
        shutil.copytree(beside / "rules", rules, copy_function=shutil.copyfile)
        for path in beside.iterdir():
            if path.name != "rules":
                (rules.parent / path.name).symlink_to(path)
        for path in (TOY / "shared" / "rules").iterdir():
            rules.chmod(0o755)
            shutil.copyfile(path, rules / path.name)
        yield copy


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the copy, and have told what they leave out."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-p", "no:randomly", *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def pass_on_skips(text: str) -> None:
    """Leave out what the copy's tests left out. Fail where they lacked what does lie beside the project."""
    skipped = [line for line in text.splitlines() if line.startswith("SKIPPED")]
    lacking = re.findall(rf"{NOT_BESIDE}(\S+)", text)
    assert not [name for name in lacking if (ROOT.parent / name).exists()], skipped
    if skipped:
        pytest.skip("\n".join(skipped))


def read_failures(copy: Path, *tests: str) -> tuple[set[str], int, str]:
    """Return what the copy's tests of Quince complain of by first line, how many passed, and all their output."""
    ran = run(copy, *OPTIONS, *tests)
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed, ran.stdout + ran.stderr
    return {line[4:].strip() for line in ran.stdout.splitlines() if line.startswith("E   ")}, int(passed[1]), ran.stdout


def test_a_sixth_game_plays_at_once_and_is_told_by_name_what_it_still_lacks() -> None:
    need_shared("examples")
    with with_quince() as copy:
        lacking, content, text = read_failures(copy, "tests/rules", "tests/system/setup/test_clauses.py")
    assert lacking == {
        "AssertionError: quince has 0 example hands",
        "AssertionError: quince has no log with answers from elsewhere: quince-1.json",
        "AssertionError: quince has no perft counts",
        f"AssertionError: no test of quince is marked with {CLAUSES}",
        "AssertionError: quince has 0 switches",
        "AssertionError: quince has no stored playthrough: python -m tests.rules.playthrough quince",
    }
    assert content >= 40
    pass_on_skips(text)


def test_a_sixth_game_without_its_pages_is_told_so_by_name() -> None:
    with with_quince() as copy:
        (copy / "seeds/quince/rulebook.md").unlink()
        (copy / "seeds/quince/two-minutes.md").unlink()
        (copy / "docs/views/quince.md").unlink()
        lacking, _, text = read_failures(copy, "tests/rules/test_contract.py", "tests/rules/test_random_games.py")
    assert lacking >= {
        "AssertionError: quince has no rulebook",
        "AssertionError: quince has no two-minutes page",
        "AssertionError: the views of quince are not documented",
    }
    pass_on_skips(text)


def test_a_sixth_game_is_played_at_a_table_and_fits_the_house() -> None:
    """Over the wire, by people with forms and a computer player: nothing of it is known in bot/, data/ or tools/."""
    with with_quince() as copy:
        ran = run(copy, *PLAYED)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout
    pass_on_skips(ran.stdout)


def test_a_sixth_game_keeps_to_the_contract_of_all_games() -> None:
    """Commands, limits, ledgers, moves, scenes and stories: of random games, for it brings no samples."""
    assert not (TOY / "tests/cogs/games/quince").exists()
    with with_quince() as copy:
        complaints, content, text = read_failures(copy, CONTRACT)
    assert complaints == set(), text
    assert content >= 60
    pass_on_skips(text)


def test_the_toy_touches_only_the_places_of_a_game() -> None:
    names = {path.relative_to(TOY).as_posix() for path in TOY.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    allowed = re.compile(
        r"__init__\.py|rules/quince/\w+\.py|rules/players/quince\.py|cogs/games/quince/\w+\.py|seeds/quince/.+"
        r"|docs/views/quince\.md|shared/rules/quince\.md|tests/[\w/]+/(test_)?quince\w*\.py"
    )
    assert {name for name in names if not allowed.fullmatch(name)} == set()
