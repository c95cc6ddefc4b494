"""Worlds drawn for a view: they agree with it, and each that agrees is as likely as any other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from rules.contract import Chance, Game, Move, Pack, replay_events
from rules.five_crowns.cards import DECK
from rules.players.five_crowns import choose
from rules.registry import GAMES
from rules.simulate import random_step
from rules.table import Table
from tests.rules.abracadabra.worlds import CASES as ABRACADABRA
from tests.rules.chances import any_setting
from tests.rules.conference.worlds import CASES as CONFERENCE
from tests.rules.countable import Countable, check_uniform
from tests.rules.five_crowns.worlds import CASES as FIVE_CROWNS
from tests.rules.mitigati.worlds import CASES as MITIGATI
from tests.rules.voren.worlds import CASES as VOREN

COUNTABLE = [
    pytest.param(case, id=f"{game}-{case.name}")
    for game, cases in (
        ("abracadabra", ABRACADABRA),
        ("conference", CONFERENCE),
        ("five_crowns", FIVE_CROWNS),
        ("mitigati", MITIGATI),
        ("voren", VOREN),
    )
    for case in cases
]


@pytest.mark.parametrize("case", COUNTABLE)
def test_every_world_is_as_likely_as_any_other(case: Countable) -> None:
    at = case.build()
    for reader in case.readers:
        check_uniform(case, at, reader)


@dataclass(frozen=True)
class Corner:
    """A table whose options change what is hidden, and the way in which it is played."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    pack: Pack | None = None
    likely: Sequence[str] = ()
    """Moves that are mostly made where they may be."""
    choose: Callable[[dict[str, Any], Random], str] | None = None
    """How seats choose instead of at random."""

    def __str__(self) -> str:
        return "-".join(map(str, (self.game, self.seats, *self.options.values(), *(["small"] * bool(self.pack)))))

    def step(self, at: Table, rng: Random) -> Table:
        """Return the table after one event."""
        state = at.state
        likely = [Move(seat, text) for seat in state.to_act for text in self.likely if text in state.legal(seat).moves]
        if likely and rng.random() < 0.8:
            return at.move(*rng.choice(likely))
        if self.choose and state.to_act:
            seat = state.to_act[0]
            return at.move(seat, self.choose(state.view(seat), rng))
        return random_step(at, rng)


HIRED = Pack(("JE", "QE", "KE", "3E", "JA", "QA", "KA", "2A", "JF", "QF", "2F", "GOOD", "EVIL", "20", "21", "FOOL",
              "5", "3F"), (2, 2))  # fmt: skip
"""Many court cards and few trumps: the hired suit stands in often, and whether it did often stays open."""
CUTS = ("cut 3", "cut 4")
HIRES = (*CUTS, "gallowglass E", "gallowglass A", "gallowglass F")

CORNERS = [
    Corner("abracadabra", 2, {"deals": 2}),
    Corner("abracadabra", 2, {"deals": 2, "trump": "declared", "success": "at_least"}),
    Corner("abracadabra", 2, {"deals": 2, "two_player": "short"}),
    Corner("abracadabra", 3, {"deals": 2, "trump": "declared"}),
    Corner("abracadabra", 4, {"deals": 2, "success": "at_least"}),
    Corner("conference", 4, {"good_evil": "allegiance", "gallowglass": True, "between_hands": "cut"}, None, CUTS),
    Corner("conference", 4, {"good_evil": "allegiance", "league": True, "between_hands": "cut"}, None, CUTS),
    Corner("conference", 4, {"good_evil": "none", "league": True}),
    Corner("conference", 4, {"gallowglass": True, "league": True}),
    Corner("conference", 4, {"gallowglass": True, "good_evil": "allegiance", "between_hands": "cut"}, HIRED, HIRES),
    Corner("conference", 4, {"gallowglass": True, "league": True}, HIRED, HIRES),
    Corner("five_crowns", 2, {"first": 3, "last": 5}, choose=choose),
    Corner("five_crowns", 4, {"first": 12, "last": 13}, choose=choose),
    Corner("five_crowns", 9, {"first": 5, "last": 6}, choose=choose),
    Corner("five_crowns", 3, {"first": 3, "last": 4}),
    Corner("mitigati", 3, {"rotation": "right"}, None, ("continue",)),
    Corner("mitigati", 3, {"bargaining": False, "rotation": "left", "bonuses": "flat"}),
    Corner("voren", 2, {"hands": 3}),
    Corner("voren", 4, {"hands": 3, "no_trump_turnup": "unsuited"}),
    Corner("voren", 10, {"hands": 2}),
]
NOTHING_HIDDEN = {"deal", "cut", "finished"}
"""Phases in which no card is dealt."""


def check_agreement(at: Table, reader: int | None, rng: Random) -> None:
    """Assert that worlds look the same to a reader and are what their events lead to, also by way of a dump."""
    game, state, view = at.game, at.state, at.state.view(reader)
    text = json.dumps(view)
    sampler = game.worlds(json.loads(text))
    for world in (sampler.draw(rng), sampler.draw(rng)):
        events = sampler.events(world)
        assert len(events) == len(view["log"])
        again = replay_events(game.start(json.loads(text)), events)
        assert again == world
        assert hash(again) == hash(world)
        assert world.view(reader) == view
        assert world.status() == state.status()
        if state.phase in NOTHING_HIDDEN:
            assert world == state
    assert json.dumps(view) == text
    imagined = at.imagine(reader, rng)
    assert imagined.state.view(reader) == view
    assert [type(event) for event in imagined.events] == [type(event) for event in at.events]
    if not view["pack"]:  # a shrunken pack is no part of a dump
        loaded = Table.load(json.loads(json.dumps(imagined.dump())))
        assert loaded == imagined
        assert hash(loaded.state) == hash(imagined.state)


def check_hands(corner: Corner, often: float, hands: int = 2) -> None:
    """Check worlds in the first position of each phase of so many hands, and so often in others."""
    rng = Random(str(corner))
    at = Table.new(GAMES[corner.game], corner.seats, corner.options, rng.randrange(corner.seats), corner.pack)
    cases: set[tuple[int, str]] = set()
    while at.state.number < hands:
        now = (at.state.number, at.state.phase)
        if now not in cases or rng.random() < often:
            for reader in [None, *rng.sample(range(corner.seats), 2)]:
                check_agreement(at, reader, rng)
        cases.add(now)
        if at.state.finished:
            break
        at = corner.step(at, rng)
    assert {number for number, _ in cases} == set(range(hands))


@pytest.mark.parametrize("corner", [corner for corner in CORNERS if not corner.pack], ids=str)
def test_worlds_have_the_same_view_and_are_what_their_events_lead_to(corner: Corner) -> None:
    check_hands(corner, 0.025)


@pytest.mark.clause("C4.2")
@pytest.mark.parametrize("corner", [corner for corner in CORNERS if corner.pack], ids=str)
def test_worlds_of_short_hands_with_a_hired_suit_are_what_their_events_lead_to(corner: Corner) -> None:
    check_hands(corner, 0.25)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_worlds_under_random_options_are_what_their_events_lead_to(game: Game) -> None:
    for seed in range(150):
        setting = any_setting(game, Random(seed))
        if game.id == "five_crowns":
            setting["options"] = {"first": 3 + seed % 3, "last": 4 + seed % 3}
        one_hand = 1 in (setting["options"].get("hands"), setting["options"].get("deals"))
        check_hands(Corner(game.id, setting["seats"], setting["options"]), 0.1, hands=1 if one_hand else 2)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nothing_is_hidden_where_no_cards_are_dealt(game: Game) -> None:
    """At the start, between hands and at the end the position itself is the only world, and no event leads to it."""
    rng, numbers = Random(1), set[int]()
    shorter: dict[str, dict[str, Any]] = {"five_crowns": {"first": 3, "last": 4}, "abracadabra": {"deals": 2}}
    at = Table.new(game, game.seats[0], shorter.get(game.id, {"hands": 2} if game.id == "voren" else {}))
    while True:
        for reader in (None, *range(at.seats)) if not at.state.view(None)["log"] else ():
            view = at.state.view(reader)
            sampler = game.worlds(view)
            assert game.start(view) == sampler.draw(rng) == at.state
            assert sampler.events(at.state) == ()
            assert at.imagine(reader, rng) == at
            numbers.add(at.state.number)
        if at.state.finished:
            break
        at = random_step(at, rng)
    assert len(numbers) > 1


def test_a_shuffle_instead_of_a_cut_is_the_one_event_of_its_world() -> None:
    game, rng = GAMES["conference"], Random(1)
    at = Table.new(game, 4, {"hands": 4, "between_hands": "cut"}, 3, HIRED)
    while at.state.phase != "cut":
        at = random_step(at, rng)
    shuffled = at.state.apply(0, "reshuffle")
    for reader in (0, 1, 2, 3, None):
        sampler = game.worlds(shuffled.view(reader))
        assert sampler.draw(rng) == shuffled
        assert sampler.events(shuffled) == (Move(0, "reshuffle"),)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_order_of_a_hand_is_as_likely_as_any_other(game: Game) -> None:
    """Three cards of the reader come in each of six orders as often as in the others, and three of another seat too."""
    rng, draws = Random(game.id), 600
    no_copies = Pack(tuple(dict.fromkeys(DECK)), ()) if game.id == "five_crowns" else None
    at = Table.new(game, max(3, game.seats[0]), {"bargaining": False} if game.id == "mitigati" else {}, 0, no_copies)
    while not at.state.view(0)["hand"]:
        at = random_step(at, rng)
    sampler = game.worlds(at.state.view(0))
    orders = [Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()]
    for _ in range(draws):
        world = sampler.draw(rng)
        deal = sampler.events(world)[0]
        assert isinstance(deal, Chance)
        for seat, counts in enumerate(orders):
            view = world.view(seat)
            packet = view.get("packets", [view["hand"]])[0]  # in Mitigati a seat knows which packet a card came in
            places = [deal.cards.index(card) for card in sorted(packet)[:3]]
            counts[tuple(sorted(range(3), key=places.__getitem__))] += 1
    for counts in orders:
        assert len(counts) == 6
        assert sum((count - draws / 6) ** 2 / (draws / 6) for count in counts.values()) < 5 + 5 * 10**0.5


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_worlds_differ_from_draw_to_draw_and_not_for_one_seed(game: Game) -> None:
    at = random_step(Table.new(game, game.seats[1]), Random(1))
    worlds = [at.imagine(0, Random(seed)) for seed in range(20)]
    assert len({world.events[0] for world in worlds}) == 20
    assert at.imagine(0, Random(1)) == worlds[1]
