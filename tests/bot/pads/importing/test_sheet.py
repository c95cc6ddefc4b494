"""Tables of names and points as clubs keep them in a spreadsheet, and what is wrong with others."""

from __future__ import annotations

import pytest

from bot.pads.importing.reader import ImportedPad, ImportRefused, Sheet, make_pad, read_file
from bot.pads.importing.sheet_file import Round
from bot.ui.pads.table_import import sheet_panel
from tests.support.clocks import DAY
from tests.support.limits import fits

NOW = 20_000 * DAY * 1000
"""A day in October 2024."""

POINTS = ((5, 3, 2), (1, 0, 9), (-4, 12, 0))


def read_sheet(text: str) -> Sheet:
    """Return what is understood of a table."""
    result = read_file(text.encode(), lambda: NOW)
    assert isinstance(result, Sheet)
    return result


def read_refusal(text: str) -> str:
    """Return why a table is refused."""
    with pytest.raises(ImportRefused) as refused:
        read_sheet(text)
    return refused.value.report()


DOWN = "Round,Ada,Bela,Klaus,Total\n1,5,3,2,10\n2,1,0,9,10\n3,-4,12,0,8\nTotal,2,15,11,28\n"
TABLES = {
    "rounds down, with both sums": DOWN,
    "semicolons": DOWN.replace(",", ";"),
    "tabs": DOWN.replace(",", "\t"),
    "sep=;": "sep=;\r\n" + DOWN.replace(",", ";"),
    "decimals": "Round;Ada;Bela;Klaus\n1;5,0;3,00;2\n2;1,0;0;9\n3;-4;12,0;0\n",
    "no sums": "Round,Ada,Bela,Klaus\n1,5,3,2\n2,1,0,9\n3,-4,12,0\n",
    "no numbers of rounds": "Ada,Bela,Klaus\n5,3,2\n1,0,9\n-4,12,0\n",
    "sums without a title": "Round,Ada,Bela,Klaus,Points\n1,5,3,2,10\n2,1,0,9,10\n3,-4,12,0,8\n,2,15,11,28\n",
    "rounds across": "Name,R1,R2,R3,Total\nAda,5,1,-4,2\nBela,3,0,12,15\nKlaus,2,9,0,11\n",
    "rounds across, no titles": "Ada,5,1,-4\nBela,3,0,12\nKlaus,2,9,0\n",
    "a title, blank lines and columns": "Friday\n\n,Round,,Ada,Bela,Klaus,\n,1,,5,3,2,\n\n,2,,1,0,9,\n,3,,-4,12,0,\n",
    "begins like a pad": "Eldest Hand score pad\n" + DOWN,
    "a column of notes": "Round,Ada,Bela,Klaus,Notes\n1,5,3,2,late\n2,1,0,9,\n3,-4,12,0,last\n",
    "a true minus": DOWN.replace("-4", "\u22124"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_understood(name: str) -> None:
    result = read_sheet(TABLES[name])
    assert result.names == ("Ada", "Bela", "Klaus")
    assert [round_.points for round_ in result.rounds] == list(POINTS)
    assert result.totals == (2, 15, 11)


def test_sitting_out_has_no_points_and_a_day_is_read() -> None:
    result = read_sheet("Date,Ada,Bela,Klaus\n2024-10-01,5,,2\n02.10.2024,1,0,9\nsome day,1,1,1\n")
    assert [round_.points for round_ in result.rounds] == [(5, None, 2), (1, 0, 9), (1, 1, 1)]
    assert [round_.when and round_.when.day for round_ in result.rounds] == ["2024-10-01", "2024-10-02", None]


def test_points_without_a_player_are_named() -> None:
    assert read_sheet(DOWN).left_out == ("Round", "Total", "Total")
    assert read_sheet(TABLES["a column of notes"]).left_out == ("Round", "Notes")


def test_a_table_becomes_a_pad_of_guests() -> None:
    for wins in ("most", "fewest"):
        imported_pad = make_pad(read_sheet(DOWN), wins, lambda: NOW)
        assert isinstance(imported_pad, ImportedPad)
        assert imported_pad.options["wins"] == wins
        assert [player.name for player in imported_pad.players] == ["Ada", "Bela", "Klaus"]
        assert not any(player.user for player in imported_pad.players)
        assert [hand.points for hand in imported_pad.hands] == list(POINTS)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1,2,3\n4,5,6\n", "No players were found."),
        ("Round,Ada\n1,5\n2,6\n", "No players were found."),
        ("hello\nworld\n", "No players were found."),
        ("Round,Ada,Bela\n1,5,x\n2,6,7\n", "line 2, Bela: “x” is not a whole number."),
        ("Round;Ada;Bela\n1;5;2,5\n2;6;7\n", "line 2, Bela: “2,5” is not a whole number."),
        ("sep=;\nRound;Ada;Bela\n1;5;2,5\n2;6;7\n", "line 3, Bela: “2,5” is not a whole number."),
        ("Name,R1,R2\nAda,5,1\nBela,3,y\n", "column 3, Bela: “y” is not a whole number."),
        ("Round,Ada,Bela\n1,5,2\n2,6,7\nTotal,11,10\n", "line 4: Bela's rounds add up to 9, not 10."),
        ("Round,Ada,Bela\n1,,\n", "No players were found."),
        ("".join(f"Player x{'y' * number},5\n" for number in range(40)), "A pad has at most 24 players."),
        ("Round,Ada,Bela\n" + "1,2,3\n" * 1001, "Too many rows: at most 1000."),
        ("Round," * 601, "Too many columns: at most 600."),
        ('sep="\nRound,Ada,Bela\n1,2,3\n', "Cells must be parted by commas, semicolons, tabs or |"),
    ],
)
def test_errors_name_line_and_column(text: str, reason: str) -> None:
    assert reason in read_refusal(text)
    assert read_refusal(text).startswith("Nothing was imported:")


def test_two_players_of_one_name_are_refused_when_the_pad_is_made() -> None:
    with pytest.raises(ImportRefused, match="Two players are called Ada"):
        make_pad(read_sheet("Round,Ada,Ada,Bela\n1,5,3,2\n2,1,0,9\n"), "most", lambda: NOW)


def test_the_question_about_the_largest_table_fits() -> None:
    names = tuple(f"{number:02d}" + "*" * 40 for number in range(24))
    points = tuple(10**33 for _ in names)
    rounds = tuple(Round("line 1", "", points, None) for _ in range(500))
    fits(sheet_panel(Sheet(names, rounds, tuple(name * 3 for name in names)), "*" * 32, "table.csv"))
