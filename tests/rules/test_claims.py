"""Claims: whoever may play out the hand wins every trick left, and all it brings is the same however the others play.

Held to the rules by drawing worlds that agree with the claimant's view and playing them out: all ways where they are
few, random ones where they are many.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from rules.abracadabra.cards import RANKS
from rules.contract import Game, OptionValue, Pack, State
from rules.registry import GAMES
from rules.simulate import random_move, random_step
from rules.table import Table
from rules.tarot.cards import PACK_78, PACK_80
from rules.voren.cards import PACK as VOREN

MAX_WAYS = 300
"""Up to so many ways in which others may play are all tried; of more, some at random. `make test` takes a third."""
RANDOM_WAYS = 12

FEW_CLAIMS = 5
"""How many claims of each setting `make test` holds to the rules; `make soak` takes all."""

ORDER_KEYS = {"tricks", "log", "gathered"}
"""The keys of a hand's `last` that say in which order cards fell."""


class Setting(NamedTuple):
    """A table at which claims are looked for: its seats, its options, and a small pack that is drawn anew."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    pack: Callable[[Random], Pack] | None = None
    games: int = 60

    def __str__(self) -> str:
        return "-".join(
            (self.game, str(self.seats), *map(str, self.options.values()), "small" if self.pack else "full")
        )


CANONICAL = {"mitigati": PACK_78, "abracadabra": (*(rank + suit for suit in "SHDC" for rank in RANKS), "JOKER")}


def draw_mitigati_pack(rng: Random) -> Pack:
    size = rng.randint(2, 4)
    return Pack(draw_cards(PACK_78, 3 * size + rng.randint(1, 2), rng, "FOOL", "1", "21", "20"), (1,) * size)


def draw_conference_pack(rng: Random, *always: str, size: int = 0) -> Pack:
    size = size or rng.randint(2, 3)
    return Pack(draw_cards(PACK_80, 4 * size + rng.randint(1, 2), rng, "FOOL", "21", *always), (1,) * size)


def draw_spirits_pack(rng: Random) -> Pack:
    return draw_conference_pack(rng, "GOOD", "EVIL")


def draw_pack_to_cut(rng: Random) -> Pack:
    return draw_conference_pack(rng, "GOOD", "EVIL", size=4)


def draw_league_pack(rng: Random) -> Pack:
    return draw_conference_pack(rng, "20", "GOOD", "EVIL")


def draw_courts_pack(rng: Random) -> Pack:
    """Return two suits, of which one may be hired, and little else, so that stand-ins occur (C4.2)."""
    suits = rng.sample("EAFW", 2)
    admitted = {rank + suit for suit in suits for rank in "JCQK2"} | {"FOOL", "21", "5", "6"}
    cards = tuple(card for card in PACK_80 if card in admitted)
    return Pack(draw_cards(cards, 4 * 3 + 1, rng), (1, 1, 1))


def make_voren_pack(seats: int) -> Callable[[Random], Pack]:
    return lambda rng: Pack(draw_cards(VOREN, 3 * seats + 4 + rng.randint(0, 2), rng, "WOLF", "TREACHERY"), (1, 1, 1))


def make_abracadabra_pack(holders: int, joker: int) -> Callable[[Random], Pack]:
    cards = CANONICAL["abracadabra"][:-1]

    def pack(rng: Random) -> Pack:
        size = rng.randint(2, 4)
        return Pack((*draw_cards(cards, holders * size, rng), *(("JOKER",) * joker)), (1,) * size)

    return pack


def draw_cards(cards: Sequence[str], number: int, rng: Random, *always: str) -> tuple[str, ...]:
    """Return so many of these cards in canonical order, `always` among them."""
    others = [card for card in cards if card not in always]
    chosen = {*always, *rng.sample(others, max(0, number - len(always)))}
    return tuple(card for card in cards if card in chosen)


SETTINGS = [
    Setting("mitigati", 3, {"hands": 1}, games=25),
    Setting("mitigati", 3, {"hands": 3, "bargaining": False}, draw_mitigati_pack, 100),
    Setting("voren", 2, {"hands": 10}, games=60),
    Setting("voren", 2, {"hands": 10, "no_trump_turnup": "unsuited"}, make_voren_pack(2), 150),
    Setting("voren", 3, {"hands": 10}, make_voren_pack(3), 100),
    Setting("voren", 5, {"hands": 10, "limit": 2}, make_voren_pack(5), 60),
    Setting("conference", 4, {"hands": 1}, games=25),
    Setting("conference", 4, {"good_evil": "none", "league": True, "hands": 1}, games=15),
    Setting("conference", 4, {"good_evil": "allegiance", "hands": 1}, games=25),
    Setting("conference", 4, {"gallowglass": True, "hands": 1}, games=25),
    Setting("conference", 4, {}, draw_spirits_pack, 100),
    Setting("conference", 4, {"good_evil": "allegiance"}, draw_spirits_pack, 200),
    Setting("conference", 4, {"league": True}, draw_league_pack, 200),
    Setting("conference", 4, {"gallowglass": True}, draw_courts_pack, 80),
    Setting("conference", 4, {"between_hands": "cut"}, draw_pack_to_cut, 100),
    Setting("abracadabra", 4, {}, games=12),
    Setting("abracadabra", 2, {}, games=25),
    Setting("abracadabra", 4, {"trump": "declared"}, make_abracadabra_pack(4, 0), 60),
    Setting("abracadabra", 3, {"success": "at_least"}, make_abracadabra_pack(3, 1), 100),
    Setting("abracadabra", 2, {}, make_abracadabra_pack(3, 1), 80),
    Setting("abracadabra", 2, {"two_player": "short"}, make_abracadabra_pack(2, 0), 80),
]


def can_discard(state: State) -> bool:
    """Check whether a dealer may lay away as many cards as must go: in a small pack too few may be no honours."""
    (seat,) = state.to_act
    (template,) = state.legal(seat).choices
    message = template.to_view()
    return len(message["cards"]) >= message["count"][0] > 0


def find_leads(setting: Setting, rng: Random) -> Iterator[Table]:
    """Yield positions of random games in which somebody is on lead."""
    game = GAMES[setting.game]
    for _ in range(setting.games):
        pack = setting.pack(rng) if setting.pack else None
        table = Table.new(game, setting.seats, setting.options, rng.randrange(setting.seats), pack)
        while not table.state.finished:
            state = table.state
            if state.phase == "play" and not state.view(None)["trick"]:
                yield table
            elif state.phase == "discard" and not can_discard(state):
                break
            text = "continue" if state.phase == "bargain" else None
            table = table.move(state.to_act[0], text) if text else random_step(table, rng)


def result_of(state: State, number: int) -> tuple[Any, ...]:
    """Return all that a hand brought, but for the order in which its cards fell."""
    view = state.view(None)
    last = {key: value for key, value in view.pop("last").items() if key not in ORDER_KEYS}
    assert last["number"] == number
    return last, view, state.score()


class Claim(NamedTuple):
    """A claim: its seat, its hand, the tricks before it, and its moves."""

    seat: int
    number: int
    tricks: int
    order: Sequence[str]

    def move(self, moves: Sequence[str]) -> str:
        """Return the claimant's move among these that are legal."""
        return next(move for move in self.order if move in moves)

    def is_open(self, state: State) -> bool:
        return not state.finished and state.number == self.number


def play_claim(state: State, claim: Claim, replies: Random | None) -> Iterator[Any]:
    """Yield what the hand comes to if its claimant plays in order: for all replies, or once at random."""
    while claim.is_open(state):
        (actor,) = state.to_act
        moves = state.legal(actor).moves
        if actor == claim.seat:
            state = state.apply(actor, claim.move(moves))
        elif replies is not None:
            state = state.apply(actor, replies.choice(moves))
        else:
            for move in moves:
                yield from play_claim(state.apply(actor, move), claim, None)
            return
    winners = [trick["winner"] for trick in state.view(None)["last"]["tricks"][claim.tricks :]]
    assert set(winners) == {claim.seat}
    yield result_of(state, claim.number)


def count_ways(state: State, claim: Claim, most: int) -> int:
    """Return in how many ways the others can play, up to `most`."""
    if not claim.is_open(state):
        return 1
    (actor,) = state.to_act
    moves = state.legal(actor).moves
    number = 0
    for move in (claim.move(moves),) if actor == claim.seat else moves:
        number += count_ways(state.apply(actor, move), claim, most - number)
        if number >= most:
            return most
    return number


@pytest.mark.parametrize("most", [FEW_CLAIMS, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_claimant_wins_the_rest_against_any_play_with_equal_points(setting: Setting, most: int) -> None:
    rng, number = Random(str(setting)), 0
    most_ways = MAX_WAYS // 3 if most == FEW_CLAIMS else MAX_WAYS
    for table in find_leads(setting, rng):
        state, game = table.state, table.game
        (seat,) = state.to_act
        view = state.view(seat)
        order = game.conduct.claim(view)
        if not order:
            continue
        number += 1
        claim = Claim(seat, state.number, sum(view["taken"]), order)
        assert game.conduct.claim(json.loads(json.dumps(view))) == order
        for _ in range(2 if most == FEW_CLAIMS else 3):
            world = table.imagine(seat, rng).state
            assert world.view(seat) == view
            few = count_ways(world, claim, most_ways) < most_ways
            replies = [None] if few else [Random(rng.random()) for _ in range(RANDOM_WAYS)]
            first, *others = [value for reply in replies for value in play_claim(world, claim, reply)]
            assert all(value == first for value in others)
        if number == most:
            break
    assert number >= FEW_CLAIMS, f"{setting}: a claim was offered {number} times"


class Hand(NamedTuple):
    """A hand on a small pack: its deal, its dealer, its moves, and the claim that may follow them."""

    game: str
    dealer: int
    options: dict[str, OptionValue]
    cards: str
    moves: str
    claim: str
    packets: int
    seats: int = 3


KNOWN_TO_BE_GONE = {
    "the dealer's discard": Hand(
        "mitigati", 0, {"bargaining": False}, "2A 3A 21 4A 5A 4E 6A 7A 3E 9E",
        "discard 9E, declare nothing, declare nothing, declare nothing, play 2A, play 3A, play 21",
        "play 4E, play 3E", 3,
    ),
    "the turn-up": Hand(
        "abracadabra", 1, {"success": "at_least"}, "10H 8H 7H JOKER 5H AD KD 5D AC JD QC JS 3S",
        "suit D, suit S, suit C, bid 4, pass, pass, place A 2 3 4, place A, place 3, expose 2 3, expose pile, "
        "expose none, play 10H, play 5H, play 7H, play KD, play 5D, play AD",
        "play JS, play AC", 4,
    ),
    "the open dummy and the turn-up": Hand(
        "abracadabra", 0, {}, "3D JOKER 9C KS 10S 10C AH 8D AS QC",
        "suit H, suit S, bid 3, pass, place A 2 3, place A 2, expose A 2 3, expose none, play AH, play JOKER, play AS",
        "play 8D, play 9C, play 10C, play 10S", 3, 2,
    ),
}  # fmt: skip
"""Where a claim holds because the claimant knows of cards that nobody can play against it."""


@pytest.mark.parametrize("name", KNOWN_TO_BE_GONE)
def test_a_claim_counts_with_what_its_player_knows_to_be_gone(name: str) -> None:
    hand = KNOWN_TO_BE_GONE[name]
    game, cards = GAMES[hand.game], hand.cards.split()
    pack = Pack(tuple(sorted(cards, key=CANONICAL[hand.game].index)), (1,) * hand.packets)
    table = Table.new(game, hand.seats, hand.options, hand.dealer, pack).chance("deal", cards)
    for move in hand.moves.split(", "):
        table = table.move(table.state.to_act[0], move)
    view = table.state.view(table.state.to_act[0])
    assert game.conduct.claim(view) == tuple(hand.claim.split(", "))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_claim_holds_only_for_who_is_on_lead_with_a_hand_in_play(game: Game) -> None:
    """A bystander, a seat that is not to act, a phase without tricks: nobody of them claims."""
    rng = Random(5)
    table = Table.new(game, game.seats[0])
    for _ in range(400):
        if table.state.finished:
            break
        view = table.state.view(None)
        assert not game.conduct.claim(view)
        for seat in range(table.seats):
            view = table.state.view(seat)
            claimed = game.conduct.claim(view)
            assert not claimed or (view["seat"] in view["to_act"] and view["phase"] == "play" and not view["trick"])
            assert set(claimed) >= set(claimed[:1]) & set(view["moves"])
        if table.state.expects is None:
            seat = table.state.to_act[0]
            table = table.move(seat, random_move(table.state, seat, rng))
        else:
            table = random_step(table, rng)


@pytest.mark.parametrize(
    ("hired", "against", "claims"),
    [
        ("none", "JE KA", True),
        ("A", "JE KA", False),  # C4.3: played later, the King of Air is higher than that of Earth
        ("A", "JE QA", False),  # and the Queen of Air than that of Earth, which follows
        ("A", "JE CA", True),
        ("A", "5E KA", True),  # who holds a low card of Earth has to follow suit with it
        ("A", "3F KA", True),  # and who holds none at all is void, with a card that stands for nothing
        ("E", "JE KA", True),  # nothing stands in for the hired suit itself
    ],
)
def test_a_hired_suit_may_stand_in_for_the_one_that_is_led(hired: str, against: str, *, claims: bool) -> None:
    """Eldest holds King and Queen of Earth and nobody a trump; what may stand in for Earth (C4.2) forbids a claim."""
    hands = ["KE QE", against, "2A 3A", "4A 6A"]
    cards = [card for place in range(2) for hand in hands for card in (hand.split()[place],)] + ["7A"]
    pack = Pack(tuple(card for card in PACK_80 if card in cards), (1, 1))
    table = Table.new(GAMES["conference"], 4, {"gallowglass": True, "hands": 1}, 3, pack).chance("deal", cards)
    table = table.move(3, "discard 7A").move(3, f"gallowglass {hired}")
    assert table.game.conduct.claim(table.state.view(0)) == (("play KE", "play QE") if claims else ())
