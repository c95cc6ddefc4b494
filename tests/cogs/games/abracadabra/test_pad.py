"""Abracadabra's pad: tricks are chosen, two numbers a player are typed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pads.entry_forms import EntryContext, PickField, UnclearInput
from cogs.games.abracadabra.pad import AbracadabraPad
from rules.contract import PadContext
from rules.registry import GAMES

GAME, PRESENTER = GAMES["abracadabra"], AbracadabraPad()
TWO_PLAYERS = EntryContext(GAME.resolve({}, 2), ("Ada", "Bela"), 0, 0)
NO_FACTS = {"placed": [], "won": [], "right_kept": [], "right_lost": [], "tricks": 7, "own": 0, "pile": False}


FOUR_PLAYERS = EntryContext(GAME.resolve({}, 4), ("Ada", "Bela", "Cleo", "Dora"), 0, 0)


def read_forms(
    named: str, lost: str = "", exposed: str = "", tricks: str = "5 7", own: str = "3 0", bela: str = ""
) -> dict[str, Any]:
    """Return what the forms say of Ada; values of fields have spaces between."""
    tricks_named = {"0": named.split(), "1": bela.split(), "exposed": exposed.split()}
    result = {"0": lost.split(), "1": [], "tricks": [tricks], "own": [own]}
    hands = PRESENTER.read_facts(TWO_PLAYERS, "played", {"named": tricks_named, "result": result})["hands"]
    assert bela or hands[1] == NO_FACTS
    return hands[0]


@pytest.mark.parametrize(
    ("named", "lost", "exposed", "placed", "remaining", "numbers", "right_lost"),
    [
        ("2 7 11", "", "", [2, 7, 11], [2, 7, 11], [], []),
        ("2 7 11", "7", "11", [2, 7, 11], [2], [11], []),
        ("2 7 11", "7 11", "11", [2, 7, 11], [2], [], [11]),
        ("2 7", "7", "12", [2, 7, 12], [2], [12], []),
        ("2 +2", "", "", 3, [2], [], []),
        ("2 11 +1", "11", "11", 3, [2], [], [11]),
        ("+12 +1", "", "", 13, [], [], []),
        ("", "", "", [], [], [], []),
    ],
)
def test_tricks_that_were_named_lost_and_exposed(
    named: str,
    lost: str,
    exposed: str,
    placed: list[int] | int,
    remaining: list[int],
    numbers: list[int],
    right_lost: list[int],
) -> None:
    """Tricks that were not lost are won; what was exposed was named, and brings or costs twice."""
    hand = read_forms(named, lost, exposed)
    assert hand["placed"] == placed
    assert (hand["won"], hand["right_kept"], hand["right_lost"]) == (remaining, numbers, right_lost)
    assert (hand["tricks"], hand["own"]) == (5, 3)


def test_the_pile() -> None:
    assert read_forms("2", exposed="pile_0")["pile"]
    assert not read_forms("2 7", exposed="2")["pile"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"named": "2", "lost": "7"}, "Ada cannot have lost trick 7, which Ada did not name."),
        (
            {"named": "2", "bela": "3", "exposed": "2"},
            "Ada and Bela named equally many tricks, so whose were exposed? Declarer named the most.",
        ),
        ({"named": "2", "tricks": ""}, "Tricks won: Type a number for each player: Ada and Bela."),
        (
            {"named": "2", "own": "3"},
            "Own-suit cards in them: Type 2 numbers with spaces between, not 1: for Ada and Bela.",
        ),
    ],
)
def test_unclear_input_is_asked_about(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(UnclearInput) as error:
        read_forms(**fields)
    assert error.value.sentence == sentence


def test_the_forms_of_a_hand_that_is_told_say_the_same() -> None:
    """A trick that was lost, also one that was exposed; the pile; tricks of which nobody knows which they were."""
    hand = read_forms("2 7 11 12", "7 12", "11 12 pile_0")
    key, values = PRESENTER.fill_forms(TWO_PLAYERS, {"hands": [hand, {**NO_FACTS, "placed": 2}]})
    assert (key, values) == (
        "played",
        {
            "named": {"0": ["2", "7", "11", "12"], "1": ["+2"], "exposed": ["11", "12", "pile_0"]},
            "result": {"0": ["7", "12"], "1": [], "tricks": ["Ada: 5\nBela: 7"], "own": ["Ada: 3\nBela: 0"]},
        },
    )
    assert PRESENTER.read_facts(TWO_PLAYERS, key, values)["hands"] == [hand, {**NO_FACTS, "placed": 2}]


def test_four_players_leave_room_for_one_field_of_pairs() -> None:
    """It is read with a pair a player, and says again what it holds."""
    result = {"counts": ["5 3 4 2 3 0 1 1"]}
    hands = PRESENTER.read_facts(FOUR_PLAYERS, "played", {"named": {"0": ["2"]}, "result": result})["hands"]
    assert [(hand["tricks"], hand["own"]) for hand in hands] == [(5, 3), (4, 2), (3, 0), (1, 1)]
    _, values = PRESENTER.fill_forms(FOUR_PLAYERS, {"hands": hands})
    assert values["result"]["counts"] == ["Ada: 5 3\nBela: 4 2\nCleo: 3 0\nDora: 1 1"]
    with pytest.raises(UnclearInput, match="Type 8 numbers, tricks won and own-suit cards for each player, not 3"):
        PRESENTER.read_facts(FOUR_PLAYERS, "played", {"named": {}, "result": {"counts": ["5 3 7"]}})


@pytest.mark.parametrize(("seats", "tricks"), [(2, 12), (3, 12), (4, 13)])
def test_a_deal_has_two_forms_and_a_void_one_none(seats: int, tricks: int) -> None:
    """The tricks on offer are those of a deal."""
    context = EntryContext(GAME.resolve({}, seats), ("Ada", "Bela", "Cleo", "Dora")[:seats], 0, 0)
    ways = {way.key: way for way in PRESENTER.ways(context)}
    tricks_form, result_form = ways["played"].forms
    places = [str(seat) for seat in range(seats)]
    assert [field.key for field in tricks_form.fields] == [*places, "exposed"]
    numbers = ["tricks", "own"] if seats < 4 else ["counts"]
    assert [field.key for field in result_form.fields] == [*numbers, *places]
    lost = result_form.fields[-1]
    assert isinstance(lost, PickField)
    assert [value for value, _ in lost.options] == [str(number) for number in range(1, tricks + 1)]
    assert ways["void"].forms == ()
    assert PRESENTER.read_facts(TWO_PLAYERS, "void", {}) == {"void": True}


def test_points_alone_are_kept_as_the_table_counted_them() -> None:
    """One field, read and shown again as typed; the ledger has no parts, and nobody is said to have succeeded."""
    facts = PRESENTER.read_facts(TWO_PLAYERS, "points", {"points": {"points": ["61 -4"]}})
    assert facts == {"points": [61, -4]}
    key, values = PRESENTER.fill_forms(TWO_PLAYERS, facts)
    assert (key, values) == ("points", {"points": {"points": ["Ada: 61\nBela: -4"]}})
    assert PRESENTER.read_facts(TWO_PLAYERS, key, values) == facts
    outcome = GAME.pad(GAME.pad_entry(facts, PadContext(TWO_PLAYERS.options, 2, 0, (0, 0), False)))
    assert outcome == {"points": [61, -4], "succeeded": []}
    ledger = PRESENTER.ledger(TWO_PLAYERS, facts, outcome, [100, 0])
    assert ledger.parts == ("Points",)
    assert GAME.pad_success_counts(facts, outcome) == []


@pytest.mark.parametrize("placed", range(14))
def test_unknown_tricks_are_chosen_once_each(placed: int) -> None:
    """The options of any such number are offered, none is chosen twice, and they are read as that number."""
    hands = [{**NO_FACTS, "placed": placed or []}, *[{**NO_FACTS, "tricks": 2}] * 3]
    key, values = PRESENTER.fill_forms(FOUR_PLAYERS, {"hands": hands})
    chosen = values["named"]["0"]
    assert len(set(chosen)) == len(chosen)
    (field,) = [entry for entry in PRESENTER.ways(FOUR_PLAYERS)[0].forms[0].fields if entry.key == "0"]
    assert isinstance(field, PickField)
    assert {*chosen} <= {value for value, _ in field.options}
    assert PRESENTER.read_facts(FOUR_PLAYERS, key, values)["hands"] == hands
