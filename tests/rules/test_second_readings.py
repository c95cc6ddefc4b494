"""Random games and counted move sequences, held against a second reading of each game's rulebook."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from random import Random
from typing import Any

import pytest

from rules.contract import Move, OptionValue, Pack, State
from rules.protocol import status_json
from rules.registry import GAMES
from rules.simulate import random_order
from rules.table import Table, load_event
from tests.rules.abracadabra.stacked import read_table as read_abracadabra_table
from tests.rules.conference.reading import NUMBERS, PLAIN, SPIRITS
from tests.rules.conference.reading import Reading as ConferenceReading
from tests.rules.five_crowns.reading import Deal
from tests.rules.mitigati.reading import HONOURS, KINGS, PACK, declarations
from tests.rules.mitigati.reading import Reading as MitigatiReading
from tests.rules.voren.reading import Reading as VorenReading
from tests.support.needs import ROOT


class Match(ABC):
    """A random game that the rules and a second reading play together."""

    game: str
    reading: Any

    def __init__(self, seats: int, options: dict[str, OptionValue], dealer: int) -> None:
        game = GAMES[self.game]
        self.seats, self.dealer, self.options = seats, dealer, game.resolve(options, seats)
        self.state = game.new(seats, self.options, dealer)

    def order(self, rng: Random) -> list[str]:
        """Return the cards in the order that chance gives now."""
        return random_order(self.state, rng)

    def deal(self, order: list[str]) -> None:
        """Deal these cards in both."""
        assert self.state.expects is not None
        self.state = self.state.chance(self.state.expects.event, order)
        self.reading.deal(order)

    def move(self, seat: int, text: str) -> None:
        """Make this move in both."""
        self.state = self.state.apply(seat, text)
        self.reading.move(seat, text)

    @abstractmethod
    def choose(self, rng: Random) -> tuple[int, str]:
        """Return who moves and a legal move, often one that makes something happen."""

    @abstractmethod
    def compare(self) -> None:
        """Assert that both answer every question alike."""

    def points(self) -> list[list[int]]:
        """Return the points of each hand by the second reading."""
        return self.reading.points

    def ended(self) -> bool:
        """Return whether the game is over by the second reading."""
        return self.reading.phase == "finished"

    def compare_end(self) -> None:
        """Assert that both end with the same totals and winners."""
        assert self.ended()
        totals = [sum(points) for points in zip(*self.points(), strict=True)]
        best = min(totals) if self.game == "five_crowns" else max(totals)
        assert list(self.state.score().totals) == totals
        assert list(self.state.score().winners) == [seat for seat, total in enumerate(totals) if total == best]


class Voren(Match):
    game = "voren"

    def __init__(self, rng: Random, seed: int) -> None:
        seats = (2, 3, 2, 4, 5, 7, 10)[seed % 7]
        options: dict[str, OptionValue] = {
            "ante": rng.choice((3, 6, 300)),
            "hands": rng.randint(1, 6),
            "no_trump_turnup": ("crowns", "unsuited")[seed % 2],
            "limit": rng.choice((0, 0, 1, 4, 100)),
        }
        super().__init__(seats, options, rng.randrange(seats))
        self.reading = VorenReading(seats, self.dealer, **self.options)  # pyright: ignore[reportArgumentType]  # resolved

    def choose(self, rng: Random) -> tuple[int, str]:
        moves = self.reading.moves()
        return self.reading.to_act()[0], rng.choice(
            [move for move in moves if move != "fold"] if rng.random() < 0.6 else moves
        )

    def compare(self) -> None:
        status, reading = self.state.status(), self.reading
        assert (status.phase, status.hand, list(status.to_act)) == (reading.phase, reading.number, reading.to_act())
        assert [list(points) for points in self.state.score().hands] == self.points()
        if status.to_act:
            assert sorted(self.state.sequences(status.to_act[0])) == reading.moves()

    def points(self) -> list[list[int]]:
        return self.reading.results


class Abracadabra(Voren):
    game = "abracadabra"

    def __init__(self, rng: Random, seed: int) -> None:
        seats = (2, 2, 3, 4)[seed % 4]
        options: dict[str, OptionValue] = {
            "success": rng.choice(("exact", "at_least")),
            "two_player": "short" if seed % 4 == 1 else "dummy",
            "deals": rng.choice((0, 1, 2)),
            "target": rng.choice((0, 0, 50, 100)),
        }
        if seed % 4 != 1:
            options["trump"] = rng.choice(("turnup", "declared"))
        self.passing = (0.5, 0, 0.9)[seed % 3]
        Match.__init__(self, seats, options, rng.randrange(seats))
        self.reading = read_abracadabra_table(Table.new(GAMES[self.game], seats, options, self.dealer))

    def choose(self, rng: Random) -> tuple[int, str]:
        moves = self.reading.moves()
        passes = "pass" in moves and rng.random() < self.passing
        return self.reading.to_act()[0], "pass" if passes else rng.choice(moves)


class Conference(Match):
    game = "conference"

    def __init__(self, rng: Random, seed: int) -> None:
        options: dict[str, OptionValue] = {
            "good_evil": ("allegiance", "trumps", "allegiance", "none")[seed % 4],
            "league": rng.random() < 0.4,
            "gallowglass": rng.random() < 0.6,
            "between_hands": ("cut", "shuffle")[seed % 2],
            "hands": rng.choice((1, 4, 4, 8)),
        }
        super().__init__(4, options, rng.randrange(4))
        self.reading = ConferenceReading(options, self.dealer)

    def order(self, rng: Random) -> list[str]:
        """Return an order in which a seat often has trumps or court cards alone, or partners Good and Evil."""
        order = super().order(rng)
        if (self.state.expects and self.state.expects.cut) or rng.random() < 0.4:
            return order
        kind = rng.randrange(3)
        wanted: list[str] = []
        if kind == 0:
            wanted = [*NUMBERS, *SPIRITS, "FOOL", "KE", "KA"]
        elif kind == 1:
            wanted = [card for card in PLAIN if card[0] in "KQCJ"]
        first = rng.randrange(4)
        places = [place for place in range(76) if self.receiver(place) == first]
        if kind == 0 and rng.random() < 0.7:
            places = [place for place in range(76) if self.receiver(place) == 3] + list(range(76, len(order)))
        wanted = [card for card in wanted if card in order][: len(places)]
        if kind == 2:
            places = [place for place in range(76) if self.receiver(place) // 2 == first // 2]
            wanted = [card for card in (*SPIRITS, "FOOL") if card in order]
            rng.shuffle(places)
        return exchange_cards(order, places, wanted)

    @staticmethod
    def receiver(place: int) -> int:
        """Return the seat, counted from Eldest, that a card of the pack goes to outside League."""
        return place // 4 if place < 16 else (place - 16) // 5 % 4

    def choose(self, rng: Random) -> tuple[int, str]:
        reading = self.reading
        moves, choices = reading.legal()
        if reading.phase == "cut":
            youngest = (reading.dealer - 1) % 4
            return (rng.randrange(4), "reshuffle") if rng.random() < 0.2 else (youngest, rng.choice(("cut 3", "cut 4")))
        if choices:
            must = choices[0].get("must", [])
            rest = [card for card in choices[0]["cards"] if card not in must]
            count = choices[0]["count"][0] - len(must)
            picked = rng.sample(rest, count)
            if rng.random() < 0.3 and any(card in SPIRITS for card in rest):
                picked = [*[card for card in rest if card in SPIRITS], *rest][:count]
                picked = list(dict.fromkeys(picked)) if len(set(picked)) == count else rng.sample(rest, count)
            return reading.turn, "discard " + " ".join(sorted([*must, *picked], key=choices[0]["cards"].index))
        rare = [move for move in moves if any(word in move for word in ("GOOD", "EVIL", "FOOL"))]
        if rare and rng.random() < 0.15:
            moves = rare
        hired = [move for move in moves if reading.hired and move.endswith(reading.hired)]
        if hired and rng.random() < 0.5:
            moves = hired
        return reading.turn, rng.choice(moves)

    def move(self, seat: int, text: str) -> None:
        self.state = self.state.apply(seat, text)
        self.reading.apply(seat, text)

    def compare(self) -> None:
        status, reading = self.state.status(), self.reading
        assert (status.phase, status.hand, list(status.to_act)) == reading.status()
        assert [list(points) for points in self.state.score().hands] == reading.points
        assert status_json(status)["expects"] == reading.expects()
        if reading.phase == "cut":
            for seat in range(4):
                youngest = seat == (reading.dealer - 1) % 4
                assert set(self.state.legal(seat).moves) == set(reading.legal()[0] if youngest else ["reshuffle"])
        else:
            compare_moves(self.state, *(reading.legal() if self.state.to_act else ([], [])))

    def compare_end(self) -> None:
        super().compare_end()
        last = self.state.view(None)["last"]
        assert (last["totals"], last["gathered"]) == (self.reading.totals, self.reading.gathered)


class Mitigati(Match):
    game = "mitigati"

    def __init__(self, rng: Random, seed: int) -> None:
        options: dict[str, OptionValue] = {
            "hands": rng.choice((1, 3, 6)),
            "rotation": ("left", "right")[seed % 2],
            "bargaining": seed % 3 == 0,
            "bonuses": ("each", "flat", "flat", "each")[seed % 4],
        }
        super().__init__(3, options, rng.randrange(3))
        self.reading = MitigatiReading(options, self.dealer)

    def order(self, rng: Random) -> list[str]:
        """Return an order in which one seat is often dealt what declarations are made of."""
        order = super().order(rng)
        if rng.random() >= 0.7:
            return order
        wanted = KINGS + HONOURS + [str(number) for number in range(2, 21)]
        lucky = rng.sample(wanted, rng.randint(8, 24)) if rng.random() < 0.7 else wanted[: rng.randint(4, 26)]
        start = 5 * rng.randrange(3)
        return exchange_cards(order, [start + 15 * packet + place for packet in range(5) for place in range(5)], lucky)

    def choose(self, rng: Random) -> tuple[int, str]:
        reading = self.reading
        moves, choices = reading.legal()
        if reading.phase == "bargain":
            return reading.turn, self.choose_word(choices, rng)
        if reading.phase == "discard":
            cards = rng.sample(choices[0]["cards"], 3)
            return reading.turn, "discard " + " ".join(sorted(cards, key=PACK.index))
        if reading.phase == "declare" and rng.random() < 0.8:
            moves += declarations(reading.hands[reading.turn])[:2000]
        return reading.turn, rng.choice(moves)

    @staticmethod
    def choose_word(choices: list[dict[str, Any]], rng: Random) -> str:
        """Return a word of bargaining; numbers are often small or at the edge of what may be said."""
        kind = rng.choice(["pass", "pass", "continue"] + [choice["verb"] for choice in choices] * 2)
        for choice in choices:
            if choice["verb"] == kind:
                low, high = choice["range"]
                numbers = [low, high, rng.randint(low, min(high, low + 12)), rng.randint(low, high)]
                return f"{kind} {rng.choice(numbers)}"
        return kind

    def move(self, seat: int, text: str) -> None:
        self.state = self.state.apply(seat, text)
        self.reading.apply(text)

    def compare(self) -> None:
        status, reading = self.state.status(), self.reading
        assert (status.phase, status.hand, list(status.to_act)) == reading.status()
        assert [list(points) for points in self.state.score().hands] == reading.points
        compare_moves(self.state, *(reading.legal() if self.state.to_act else ([], [])))


class FiveCrowns(Match):
    """One deal. Its reading begins with the cards."""

    game = "five_crowns"
    SHAPES = ((2, 3), (3, 4), (5, 5), (4, 6), (12, 13), (8, 13), (9, 8), (2, 10))
    """Seats, and cards of each."""

    def __init__(self, rng: Random, seed: int) -> None:
        seats, self.size = self.SHAPES[seed % len(self.SHAPES)]
        super().__init__(seats, {"first": self.size, "last": self.size}, rng.randrange(seats))
        self.reading = None

    def deal(self, order: list[str]) -> None:
        assert self.state.expects is not None
        if self.reading is None:
            self.reading = Deal(self.seats, self.dealer, self.size, order)
        else:
            assert sorted(self.state.expects.cards) == sorted(self.reading.pile[:-1])
            self.reading.reshuffle(order)
        self.state = self.state.chance(self.state.expects.event, order)

    def choose(self, rng: Random) -> tuple[int, str]:
        """Return a move that puts going out off and draws more than it takes, so that stocks run out."""
        legal = self.state.legal(self.reading.turn).moves
        outs = [move for move in legal if move.startswith("out")]
        keep = [move for move in legal if move.startswith("discard")] or list(legal)
        return self.reading.turn, rng.choice(outs if outs and rng.random() < 0.3 else [*keep, *keep[:1]])

    def move(self, seat: int, text: str) -> None:
        self.state = self.state.apply(seat, text)
        self.reading.move(text)

    def compare(self) -> None:
        if self.reading is None:
            return
        assert self.ended() is self.state.finished
        assert self.ended() or self.reading.waiting is (self.state.expects is not None)
        if self.state.to_act:
            assert self.state.to_act == (self.reading.turn,)
            legal = self.state.legal(self.reading.turn).moves
            assert len(legal) == len(set(legal))
            assert set(legal) == self.reading.legal()

    def points(self) -> list[list[int]]:
        assert [list(points) for points in self.state.score().hands] == [self.reading.points()]
        return [self.reading.points()]

    def ended(self) -> bool:
        return self.reading is not None and self.reading.over


def exchange_cards(order: list[str], places: list[int], wanted: list[str]) -> list[str]:
    """Return the order with the wanted cards at these places."""
    order = list(order)
    for place, card in zip(places, wanted, strict=False):
        other = order.index(card)
        order[place], order[other] = order[other], order[place]
    return order


def compare_moves(state: State, moves: list[str], choices: list[dict[str, Any]]) -> None:
    """Assert that the seat to act has these moves and templates, and no other seat any."""
    for seat in range(state.view(None)["seats"]):
        legal, acts = state.legal(seat), seat in state.to_act
        assert sorted(legal.moves) == (sorted(moves) if acts else [])
        assert [choice.to_view() for choice in legal.choices] == (choices if acts else [])


MOST_EVENTS = {"five_crowns": 400}
"""After so many events the comparison of a game ends, over or not; others go to their ends."""


@pytest.mark.parametrize(
    ("match", "seeds"),
    [
        pytest.param(Voren, 14, id="voren"),
        pytest.param(Abracadabra, 12, id="abracadabra"),
        pytest.param(
            Conference,
            12,
            id="conference",
            marks=pytest.mark.clause(
                "C2.1", "C2.2", "C2.3", "C3.1", "C4.2", "C4.3", "C4.4", "C5.1", "C5.2", "C5.3", "C5.4", "C5.5",
                "C6.1", "C6.2", "C6.3", "C7.2", "C7.3", "C7.4", "C7.6", "C8.2", "C8.3", "C8.4",
            ),
        ),
        pytest.param(
            Mitigati,
            12,
            id="mitigati",
            marks=pytest.mark.clause(
                "M2.1", "M3.5", "M3.6", "M5.2", "M5.3", "M5.4", "M5.5", "M6.2", "M6.3", "M6.4", "M6.5", "M7.1"
            ),
        ),
        pytest.param(
            FiveCrowns,
            8,
            id="five_crowns",
            marks=pytest.mark.clause("F2.1", "F3.1", "F3.3", "F3.4", "F4.1", "F4.2", "F5.1", "F5.2"),
        ),
    ],
)  # fmt: skip
def test_random_games_go_as_the_second_reading_has_them(match: type[Any], seeds: int) -> None:
    ends = 0
    for seed in range(seeds):
        rng = Random(f"{match.game} {seed}")
        at: Match = match(rng, seed)
        for _ in range(MOST_EVENTS.get(at.game, 20_000)):
            at.compare()
            if at.state.finished:
                break
            if at.state.expects is not None:
                at.deal(at.order(rng))
                continue
            seat, text = at.choose(rng)
            at.move(seat, text)
            assert GAMES[at.game].canonical(text.upper()) == text
        if at.state.finished:
            at.compare_end()
            ends += 1
    assert ends == seeds or match is FiveCrowns
    assert ends > 2


COUNTS: list[tuple[str, dict[str, Any]]] = [
    (game, count)
    for game in ("abracadabra", "five_crowns", "voren")
    for count in json.loads((ROOT / "tests" / "rules" / game / "perft.json").read_text(encoding="utf-8"))
    if game == "five_crowns" or count["nodes"] < 3000
]
"""Stored counts, but for those that the second reading takes long for. The others' readings made theirs (count.py)."""


@pytest.mark.parametrize(("game", "count"), COUNTS, ids=[f"{game}-{count['name']}" for game, count in COUNTS])
def test_move_counts_come_out_in_the_second_reading(game: str, count: dict[str, Any]) -> None:
    pack = count["pack"] and Pack(tuple(count["pack"]["cards"]), tuple(count["pack"]["packets"]))
    at = Table.new(GAMES[game], count["seats"], count["options"], count["dealer"], pack)
    reading: Any = None
    if game == "voren":
        reading = VorenReading(at.seats, at.dealer, **at.options)  # pyright: ignore[reportArgumentType]  # resolved
    elif game == "abracadabra":
        reading = read_abracadabra_table(at)
    for event in map(load_event, count["events"]):
        if isinstance(event, Move):
            reading.move(*([event.text] if game == "five_crowns" else event))
        elif reading is None:
            reading = Deal(at.seats, at.dealer, int(at.options["first"]), event.cards)
        elif event.event == "reshuffle":
            reading.reshuffle(event.cards)
        else:
            reading.deal(list(event.cards))
    assert reading.perft(count["depth"]) == count["nodes"]
