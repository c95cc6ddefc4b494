"""A pad as a file and back: the same players, hands and points, by JSON and by CSV."""

import csv
import io
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pads.exporting.files import format_csv, format_json, unique_names
from bot.pads.importing.reader import ImportedPad, read_pad
from bot.pads.pad import Pad
from tests.bot.pads.samples import ENTRY_MAKERS, free, hand, pad, player, random_pad

FORMATTERS = {"json": format_json, "csv": format_csv}


def describe_pad(record: Pad) -> tuple[object, ...]:
    """Return what a file keeps of a pad, with the players numbered as they sit."""
    place = {number: place for place, number in enumerate(record.players, 1)}
    names = unique_names(record)
    return (
        (record.record.game, record.record.options, record.record.status),
        [(names[person.number], person.state, person.start) for person in record.record.players],
        [
            (
                hand_entry.number,
                hand_entry.account,
                hand_entry.state,
                hand_entry.played,
                hand_entry.dealer,
                tuple(place[sat] for sat in hand_entry.players),
            )
            for hand_entry in record.record.hands
        ],
        [hand_entry.points for hand_entry in record.counted],
    )


def describe_import(imported: ImportedPad) -> tuple[object, ...]:
    return (
        (imported.game, imported.options, imported.status),
        [(person.name, person.state, person.start) for person in imported.players],
        [
            (
                hand_entry.number,
                hand_entry.account,
                hand_entry.state,
                hand_entry.played,
                hand_entry.dealer,
                hand_entry.players,
            )
            for hand_entry in imported.hands
        ],
        [hand_entry.points for hand_entry in imported.hands if hand_entry.state == "counts"],
    )


@pytest.mark.parametrize("file_format", FORMATTERS)
@pytest.mark.parametrize("game", ENTRY_MAKERS)
@given(seed=st.integers(0, 2**32))
def test_written_files_read_back_unchanged(game: str, file_format: str, seed: int) -> None:
    record = random_pad(Random(seed), game)
    file = FORMATTERS[file_format](record)
    imported = read_pad(file)
    assert describe_import(imported) == describe_pad(record)
    assert [person.user for person in imported.players] == [None] * len(imported.players)
    assert all(each_hand.entry and len(each_hand.points) == len(each_hand.players) for each_hand in imported.hands)
    assert FORMATTERS[file_format](record) == file


@pytest.mark.parametrize("way", FORMATTERS)
def test_an_empty_pad_is_read_back(way: str) -> None:
    read = read_pad(FORMATTERS[way](free(names=("Ada", "Bela"))))
    assert [person.name for person in read.players] == ["Ada", "Bela"]
    assert read.hands == ()
    assert read.name == "Friday"


@pytest.mark.parametrize("way", FORMATTERS)
@pytest.mark.parametrize("game", ["abracadabra", "conference", "mitigati", "five_crowns", "voren"])
def test_every_games_options_are_read_back(way: str, game: str) -> None:
    record = pad(game, (player(1, "Ada"),), ())
    assert read_pad(FORMATTERS[way](record)).options == record.record.options


TELLS: dict[str, list[dict[str, Any]]] = {
    "abracadabra": [
        {
            "hands": [
                {"placed": [3, 4, 5, 9, 10, 11, 12], "tricks": 7, "own": 6, "won": [5, 11]},
                {"placed": ["A", "2", "4", "Q"], "tricks": 4, "own": 5, "won": ["4", "q"]},
                {"placed": 0, "tricks": 1, "own": 0},
            ]
        },
        {"void": True},
    ],
    "mitigati": [
        {"card_points": [60, 46, 40]},
        {"card_points": [60, 46, 40], "bonuses": [20, 0, 10]},
        {"words": [["offer", 30], ["ask", 10], ["ask", 10]], "order": [1, 2, 0]},
    ],
    "conference": [{"card_points": [80, 66], "tricks": [10, 9], "gallowglass": False, "call": False}],
}


@pytest.mark.parametrize("way", FORMATTERS)
@pytest.mark.parametrize(("game", "account"), [(game, account) for game, tells in TELLS.items() for account in tells])
def test_every_way_to_tell_of_a_hand_is_read_back(game: str, account: dict[str, Any], way: str) -> None:
    seats = 4 if game == "conference" else 3
    players = tuple(player(number, f"P{number}") for number in range(1, seats + 1))
    sat = tuple(range(seats, 0, -1))
    record = pad(game, players, (hand(1, sat, account, 1), hand(2, sat, account, 2)))
    assert describe_import(read_pad(FORMATTERS[way](record))) == describe_pad(record)


def test_no_file_has_anybodys_number() -> None:
    record = pad("free", (player(1, "Ada", user=123456789012345678),), (hand(1, (1,), {"points": [4]}),))
    for file in (format_csv(record), format_json(record)):
        assert b"123456789012345678" not in file
        assert b"Entered" not in file
        assert b"Keeper" not in file


def test_names_that_are_alike_are_told_apart() -> None:
    record = free((1, 2, 3, 4), names=("Alex", "alex", "\u200b", "Alex (2)"))
    assert list(unique_names(record).values()) == ["Alex", "alex (2)", "Player 3", "Alex (2) (2)"]
    long = free((1, 2), names=("W" * 32, "W" * 32))
    assert [len(name) for name in unique_names(long).values()] == [32, 32]


def test_a_person_can_read_the_json() -> None:
    record = free((3, None, -3), names=("Ada", "Bela", "Zoë"), options={"wins": "fewest"})
    data = json.loads(format_json(record))
    assert data["players"][2] == {"number": 3, "name": "Zoë", "state": "in"}
    assert data["hands"] == [
        {
            "number": 1,
            "played": "1970-01-01T00:01:00.007Z",
            "state": "counts",
            "players": [1, 3],
            "dealer": 1,
            "account": {"points": [3, -3]},
            "points": [3, -3],
        }
    ]
    assert "Zoë".encode() in format_json(record)


def test_a_person_can_read_the_csv() -> None:
    record = free((3, None, -3), (1, 1, 1), names=("Ada", "Bela", "-Zoë"))
    rows = list(csv.reader(io.StringIO(format_csv(record).decode("utf-8-sig"))))
    assert rows[9:] == [
        ["Hand", "Played", "Dealer", "Counts", "Ada", "Bela", "'-Zoë", "Sat", "Told"],
        ["Plays", "", "", "", "yes", "yes", "yes", "", ""],
        ["1", "1970-01-01T00:01:00.007Z", "Ada", "yes", "3", "", "-3", "1 3", ""],
        ["2", "1970-01-01T00:02:00.007Z", "Ada", "yes", "1", "1", "1", "1 2 3", ""],
        ["Total", "", "", "", "4", "1", "-2", "", ""],
    ]


@pytest.mark.parametrize("parted", [";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_spreadsheet_may_have_saved_the_csv(parted: str, encoding: str) -> None:
    record = random_pad(Random(4), "five_crowns")
    rows = list(csv.reader(io.StringIO(format_csv(record).decode("utf-8-sig"))))
    widest = max(map(len, rows))
    saved = io.StringIO(newline="")
    sheet = csv.writer(saved, delimiter=parted, lineterminator="\n")
    sheet.writerows(row + [""] * (widest - len(row)) for row in rows)
    assert describe_import(read_pad(saved.getvalue().encode(encoding))) == describe_pad(record)
