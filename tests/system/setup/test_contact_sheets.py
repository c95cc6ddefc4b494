"""Contact sheets: each game has its phases, a phase is one picture, and a cell that is empty fails by its phase."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.ui.table import scene_renderer
from rules.registry import GAMES
from tests.sheets import Phase, Table, list_phases
from tests.support.house import start_house
from tests.support.needs import chromium
from tools import contact_sheets
from tools.contact_print import Cell, Row, composed, is_empty

TWO = Table("two players", 2)
STAY = Phase("stay", (TWO,), lambda view: view["phase"] == "stay")


@pytest.fixture
def one_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    """Voren has one phase at one table, and what the script changes is as it was afterwards."""
    chromium()
    monkeypatch.setattr(contact_sheets, "list_phases", lambda game: (STAY,) if game == "voren" else ())
    for name in ("PICTURE_TIMEOUT_SECONDS", "BOARD_PICTURE_TIMEOUT_SECONDS"):
        monkeypatch.setattr(scene_renderer, name, getattr(scene_renderer, name))


@pytest.mark.parametrize("game", sorted(contact_sheets.shown_games()))
def test_every_game_with_a_cog_has_phases_with_names_of_their_own(game: str) -> None:
    names = [phase.name for phase in list_phases(game)]
    assert "lobby" in names
    assert len(set(names)) == len(names) > 3
    fewest, most = GAMES[game].seats
    for phase in list_phases(game):
        for table in phase.tables:
            assert fewest <= table.people + table.computers <= most
            assert len(table.names) >= table.people
            GAMES[game].resolve(dict(table.options), table.people)


def test_a_game_without_phases_is_named() -> None:
    with pytest.raises(LookupError, match=r"whist has no phases: tests/sheets/whist\.py"):
        list_phases("whist")


async def test_the_same_sheet_shows_the_same_cards_again() -> None:
    results: list[Mapping[str, Any]] = []
    for _ in range(2):
        async with start_house(threads=False) as house:
            live = await contact_sheets.played(house, "voren", STAY, TWO, count(1000))
            assert live.state is not None
            results.append(live.state.view(0))
            other = Table("two others", 2)
            second = await contact_sheets.played(house, "voren", STAY, other, count(2000))
            assert second.state is not None
            assert second.state.view(0)["hand"] != results[-1]["hand"]
    assert results[0] == results[1]


async def test_a_phase_that_no_game_comes_to_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contact_sheets, "TRIES", 2)
    short = Table("one hand", 2, {"hands": 1})
    never = Phase("never", (short,), lambda view: view["phase"] == "nowhere")
    async with start_house(threads=False) as house:
        with pytest.raises(contact_sheets.NotTaken, match="none of 2 games"):
            await contact_sheets.played(house, "voren", never, short, count(1000))


async def test_reader_has_their_partners_notes_and_hand() -> None:
    """Two notes and a hand that is shown, anew before each look; their label names the partner."""
    begun = Phase("begun", (Table("pairs"),), lambda view: view["phase"] == "play", notes=("One.", "Two."), shown=True)
    async with start_house(threads=False) as house:
        house.sandbox.people.add_user("Dora")
        ids = count(1000)
        live = await contact_sheets.played(house, "conference", begun, begun.tables[0], ids)
        reader = next(seat for seat in live.record.seats if seat.name == contact_sheets.reader_of(live, begun))
        partner = contact_sheets.partner_of(live, begun)
        assert partner is not None
        assert live.game.conduct.confidants(reader.seat) == (partner.seat,)
        for looks in (1, 2):
            await contact_sheets.confided(house, live, begun, ids)
            unread = live.notes.unread(reader.seat, live.record.settings)
            assert [slip.shown for slip in unread] == [False, False, True] * looks


def test_a_sheet_has_every_cell_and_its_titles() -> None:
    red, blue = (Image.new("RGB", (60, 40), colour) for colour in ("red", "blue"))
    image = composed("a game", [Row("one", [[Cell("a", red), Cell("b", blue)], [Cell("c", blue)]]), Row("none", [])])
    colours = {colour: number for number, colour in image.getcolors(1 << 20) or ()}
    assert colours[255, 0, 0] == 60 * 40
    assert colours[0, 0, 255] == 2 * 60 * 40
    assert is_empty(red)
    assert not is_empty(image)


@pytest.mark.browser
def test_a_phase_is_a_picture_of_board_and_hand_at_both_widths(
    one_phase: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert contact_sheets.main([str(tmp_path / "new"), "voren/stay"]) == 0
    (path,) = (tmp_path / "new").iterdir()
    assert path.name == "voren-stay.png"
    with Image.open(path) as sheet:
        assert sheet.width > 2 * 390 + 900
        assert not is_empty(sheet)
    assert f"{path}: {sheet.width}x{sheet.height}\n" in capsys.readouterr().out


@pytest.mark.browser
def test_an_empty_cell_fails_with_the_phases_name(
    one_phase: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message that the page does not show: its cell has one colour."""
    still = contact_sheets.still

    async def hidden(message: Any) -> None:
        await still(message)
        await message.evaluate("message => { message.style.opacity = 0; }")

    monkeypatch.setattr(contact_sheets, "still", hidden)
    assert contact_sheets.main([str(tmp_path), "voren/stay"]) == 1
    assert "voren/stay, two players, 390 px: it is empty\n" in capsys.readouterr().err


def test_a_sheet_that_there_is_not_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chromium()
    assert contact_sheets.main([str(tmp_path), "voren/nowhere", "voren"]) == 1
    assert capsys.readouterr().err == "no such sheet: voren/nowhere\n"
