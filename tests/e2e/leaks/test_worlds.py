"""Two worlds that differ only in hidden cards are the same, byte for byte, to everybody who may not know them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest

from bot.search.answers import SearchRequest, Task, answer
from bot.search.search_processes import SearchProcesses
from bot.tables.services import known_views
from data.tables.events import EventKind, NoteSecret
from data.tables.records import EventRecord, SeatRecord
from rules.contract import Game, View
from rules.views import ShownHand
from tests.e2e.leaks.games.conference import ConferenceBook
from tests.e2e.leaks.players import BYSTANDER
from tests.e2e.leaks.worlds import AND_MORE, SEATED, Step, difference, world

LOOK: list[Step] = [
    ("press", BYSTANDER, "Log"),
    ("press", BYSTANDER, "More"),
    ("press", BYSTANDER, "My hand"),
    ("more", BYSTANDER, "Check the shuffles"),
    ("command", "Ada", "table log"),
]
HANDS: list[Step] = [("hand", who) for who in SEATED]
WRONG: list[Step] = [("forge", who, "deal") for who in SEATED] + [("press", BYSTANDER, "My hand")]
STAY: Step = ("say", "Stay")
LEGAL: Step = ("legal",)
DRAW: Step = ("say", "Draw")
TAKE: Step = ("say", "Take")
DISCARD: Step = ("legal", "discard")
OUT: Step = ("legal", "out")
TURN: list[Step] = [DRAW, DISCARD]
NOT_YET: list[Step] = [("forge", who, "discard QT") for who in SEATED] + [("press", BYSTANDER, "My hand")]
NO_MORE: list[Step] = [("forge", who, text) for who in SEATED for text in ("draw", "take")]


class Scenario(NamedTuple):
    """What is done at a table of a game, and what that table is like."""

    steps: list[Step]
    game: str = "voren"
    options: Mapping[str, Any] = MappingProxyType({})
    first: tuple[str, ...] = ()
    """Cards that eldest is dealt, as many as others get."""
    people: tuple[str, ...] = SEATED
    pictures: bool = True
    soak: bool = False
    """Whether it is left to the long runs."""


VOREN: dict[str, list[Step]] = {
    "the dealer decides": [*HANDS, *LOOK, ("ping",), ("command", "Bela", "table show")],
    "all stay, hands are open": [("say", "Deal"), *HANDS, *WRONG, STAY, *LOOK, STAY, ("refresh", "Ada"), ("ping",)],
    "some have folded": [("say", "Deal"), *HANDS, ("say", "Fold"), STAY, ("say", "Fold"), *LOOK],
    "the poke is taken": [
        ("say", "Deal with a poke"), *HANDS, STAY, ("say", "Take the poke"), STAY, *LOOK, STAY, LEGAL, ("ping",),
    ],
    "the poke lies open": [
        ("say", "All play with a poke"), *HANDS, STAY, STAY, *LOOK, ("command", "Cleo", "table show"),
    ],
    "in the middle of the second trick": [
        ("say", "All play"), *HANDS, STAY, STAY, STAY, STAY, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL, *LOOK,
        *WRONG[:4], ("ping",), LEGAL,
    ],
    "a second hand, with the log of the first": [
        ("say", "Deal"), ("say", "Fold"), ("say", "Fold"), STAY, STAY, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL, LEGAL,
        ("press", "Ada", "Next hand"), ("say", "Deal with a poke"), *HANDS, STAY, ("say", "Fold"), STAY, STAY, LEGAL,
        LEGAL, *LOOK, ("press", BYSTANDER, "Log"), ("older", BYSTANDER), ("command", "Ada", "table show"), ("ping",),
    ],
}  # fmt: skip
LONGER: Final = {"some have folded", "the poke lies open", "in the middle of the second trick"}
"""Of these what is left to the long runs."""
FAMILY: Final = ("9S", "9H", "9D")
CROWNS: dict[str, Scenario] = {
    "cards are drawn and taken": Scenario(
        [
            *HANDS[:3], *NOT_YET[-3:], DRAW, *LOOK, *NO_MORE[:4], ("ping",), DISCARD, TAKE, ("refresh", "Ada"),
            ("command", "Bela", "table show"), DISCARD, DRAW,
        ],
        "five_crowns", {"first": 6, "last": 6}, people=SEATED[:3],
    ),
    "somebody has gone out": Scenario(
        [*HANDS[:3], DRAW, OUT, *LOOK, DRAW, ("ping",), DISCARD, TAKE, *NO_MORE[:2], ("command", "Cleo", "table show")],
        "five_crowns", first=FAMILY, people=SEATED[:3],
    ),
    "a second deal, with the log of the first": Scenario(
        [
            DRAW, OUT, *TURN, *TURN, ("press", "Ada", "Next deal"), *HANDS[:2], *TURN, DRAW, *LOOK,
            ("press", BYSTANDER, "Log"), ("older", BYSTANDER), ("command", "Ada", "table show"), ("ping",),
        ],
        "five_crowns", first=FAMILY, people=SEATED[:3], soak=True,
    ),
    "four turns before all eyes": Scenario(
        [*HANDS, *TURN, TAKE, DISCARD, *TURN, ("refresh", "Dora"), *TURN, *LOOK, *NOT_YET, ("ping",)],
        "five_crowns", soak=True,
    ),
    "the stock has been shuffled again": Scenario(
        [*TURN * 11, ("hand", "Ada"), DRAW, *LOOK, DISCARD, DRAW, ("command", "Ada", "table show")], "five_crowns",
        {"first": 13, "last": 13}, people=AND_MORE, pictures=False, soak=True,
    ),
}  # fmt: skip
WORDS: list[Step] = [("forge", who, text) for who in SEATED[:3] for text in ("ask 30", "play 12", "discard 7F")]
PASS: Step = ("say", "Pass")
TAROT: dict[str, Scenario] = {
    "words are said over ten cards": Scenario(
        [
            *HANDS[:3], PASS, ("form", "ask 25"), *LOOK, *WORDS[1:3], ("form", "offer 7"), ("ping",),
            ("say", "Continue: 5 cards, no bargain"), ("command", "Bela", "table show"), PASS, ("refresh", "Cleo"),
        ],
        "mitigati", people=SEATED[:3],
    ),
    "the discard lies away and cards are played": Scenario(
        [
            *HANDS[:3], ("form", "discard"), *LOOK, *[("say", "Declare nothing")] * 3, LEGAL, LEGAL, *WORDS[-2:],
            ("ping",), LEGAL, LEGAL, ("press", BYSTANDER, "Log"), ("command", "Cleo", "table show"), ("refresh", "Ada"),
        ],
        "mitigati", {"hands": 1, "bargaining": False}, people=SEATED[:3],
    ),
}  # fmt: skip
PLACE: Step = ("form", "place 2 at {place}")
BID_CARDS: dict[str, Scenario] = {
    "bid cards are placed and stay face down": Scenario(
        [
            *HANDS[:3], *[("legal", "suit")] * 3, ("legal", "bid 4"), *[("legal", "pass")] * 2, *LOOK[:2],
            ("form", "place 4 at {place}"), ("forge", "Bela", "expose pile"), PLACE, *LOOK, ("ping",), PLACE,
            ("refresh", "Ada"), ("form", "expose none"), *[("legal", "expose none")] * 2, *LOOK[:1], LEGAL, LEGAL,
            ("command", "Cleo", "table show"), ("press", BYSTANDER, "Log"),
        ],
        "abracadabra", people=SEATED[:3],
    ),
}  # fmt: skip
CALLS: list[Step] = [("forge", who, text) for who in SEATED for text in ("play GOOD", "discard 7F", "reshuffle")]
PLAY: Step = ("legal", "play")
CONFERENCE: dict[str, Scenario] = {
    "partners and opponents after the discard": Scenario(
        [
            *HANDS, ("form", "discard"), *LOOK, *CALLS[:5], PLAY, PLAY, ("ping",), *CALLS[-3:], PLAY, PLAY,
            ("press", BYSTANDER, "Log"), ("command", "Bela", "table show"), ("refresh", "Cleo"), ("refresh", "Dora"),
        ],
        "conference", {"hands": 1, "good_evil": "allegiance"},
    ),
    "a suit is hired": Scenario(
        [
            *HANDS, ("form", "discard"), ("legal", "gallowglass"), *LOOK, PLAY, PLAY, PLAY, ("ping",),
            ("command", "Ada", "table show"), ("refresh", "Bela"),
        ],
        "conference", {"hands": 4, "gallowglass": True}, soak=True,
    ),
}  # fmt: skip
SCENARIOS: Final = (
    {name: Scenario(steps, soak=name in LONGER) for name, steps in VOREN.items()}
    | CROWNS
    | TAROT
    | BID_CARDS
    | CONFERENCE
)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.soak] * scenario.soak) for name, scenario in SCENARIOS.items()]
)
async def test_uninformed_readers_see_the_same_in_both_worlds(name: str, stderr: io.StringIO) -> None:
    """First for all but one player, whose unplayed cards alone lie otherwise; then for bystanders, with all of them."""
    here = SCENARIOS[name]
    table: dict[str, Any] = {"game": here.game, "people": here.people, "pictures": here.pictures, **here.options}
    stale: list[Step] = [] if name == "the dealer decides" else [("press", BYSTANDER, "Log")]
    async with world(seed=len(name), first_hand=here.first, **table) as first:
        await first.take([*here.steps, *stale])
        assert not first.watch.findings, first.watch.findings
        hidden = here.people[len(name) % len(here.people)]
        everybody = (
            SEATED if name == "the dealer decides" else tuple(person for person in here.people if person != hidden)
        )
        others = [(observers, first.otherwise(observers)) for observers in (everybody, ())]
    for observers, orders in others:
        async with world(orders, seed=len(name), **table) as second:
            assert second.said == {}
            await second.take(first.steps)
        assert second.orders != first.orders
        assert difference(first, second, observers) is None
        assert all(len(first.said[str(first.party.id_of(who))]) > 4 for who in (*observers, BYSTANDER))
    assert len(first.said["the wire"]) > len(first.steps)


ONE_HAND: Final[dict[str, list[Step]]] = {
    "voren": [("say", "Deal"), ("say", "Fold"), ("say", "Fold"), ("say", "Fold"), ("press", "Ada", "Next hand")],
    "five_crowns": [DRAW, OUT, *TURN * 3, ("press", "Ada", "Next deal")],
}
HALF_A_HAND: Final[dict[str, list[Step]]] = {
    "voren": [("say", "All play"), *HANDS, STAY, STAY, STAY, STAY, LEGAL],
    "five_crowns": [*HANDS[:2], *TURN, DRAW],
}


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("game", "hands"),
    [
        pytest.param("voren", 0, marks=pytest.mark.soak),
        ("voren", 1),
        ("five_crowns", 0),
        pytest.param("five_crowns", 1, marks=pytest.mark.soak),
    ],
)
async def test_a_table_that_froze_in_a_hand_tells_nothing_of_it(game: str, hands: int, stderr: io.StringIO) -> None:
    """Its log is never read, so nothing but the log itself says where the hands that are over end."""
    before = [*ONE_HAND[game] * hands, *HALF_A_HAND[game]]
    questions: list[Step] = [
        ("command", who, f"table {name}") for who in (BYSTANDER, "Ada") for name in ("log", "hand", "show")
    ]
    questions += [("more", who, "Check the shuffles") for who in (BYSTANDER, "Ada")]
    after: list[Step] = [("freeze",), *questions]
    async with world(seed=7, game=game, first_hand=FAMILY if game == "five_crowns" else ()) as first:
        await first.take(before)
        orders = first.otherwise(())
        await first.take(after)
        assert not first.watch.findings, first.watch.findings
    async with world(orders, seed=7, game=game) as second:
        await second.take(first.steps)
    assert difference(first, second, ()) is None
    assert any("proof.json" in text for text in first.said[str(first.party.id_of(BYSTANDER))])


async def searched_at_once(
    _: SearchProcesses, task: Task, game: Game, view: View, seed: int, *others: Any, **named: Any
) -> list[Any]:
    """The answer of a search, which no clock cuts short."""
    return answer(SearchRequest(task=task, game=game.id, view=view, seed=seed, moves=()))


def everybody_is_shown(patch: pytest.MonkeyPatch) -> None:
    """A leak: what is shown to one seat counts as shown to every other."""

    def every(confided: Sequence[EventRecord], seats: Sequence[SeatRecord], seat: int, *_: Any) -> list[ShownHand]:
        return [
            ShownHand(event.seat or 0, tuple(event.read_hidden(NoteSecret).get("cards", ())))
            for event in confided
            if event.kind == EventKind.SHOW and event.seat != seat
        ]

    patch.setattr(known_views, "showings_to", lambda table, _: table.notes.slips)
    patch.setattr(known_views, "shown_hands", every)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("leaks", [False, True])
async def test_a_hand_that_was_shown_changes_nothing_for_the_other_side(
    leaks: bool, stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada shows Bela hers. Cleo's hint stays the same, and so do the cards of her computer partner."""
    monkeypatch.setattr(SearchProcesses, "_ask", searched_at_once)
    if leaks:
        everybody_is_shown(monkeypatch)
    table: dict[str, Any] = {"game": "conference", "computers": 1, "seed": 4, "hands": 1, "friendly": True}
    async with world(**table) as first:
        await first.take([*HANDS[:3], ("form", "discard"), ("show", "Ada"), *[PLAY] * 3])
        while await first.house.find_awaited(first.party.table) != "Cleo":
            await first.take([PLAY])
        await first.take([("hint", "Cleo"), *[PLAY] * 3])
        assert not first.watch.findings, first.watch.findings
        book = first.watch.books[first.table]
        orders = first.otherwise(("Cleo",), computers=(3,))
    async with world(orders, **table) as second:
        await second.take(first.steps)
    assert isinstance(book, ConferenceBook)
    assert {seat: len(cards) for seat, cards in book.shown.items()} == {1: 19, 2: 19}
    assert any("**Hint: " in text for text in first.said[str(first.party.id_of("Cleo"))])
    assert bool(difference(first, second, ("Cleo",))) is leaks
