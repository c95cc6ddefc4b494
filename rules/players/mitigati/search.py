"""The search of Mitigati's strong player: its candidate moves, and what each brings in the worlds that it draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Final

from rules.contract import State, View
from rules.mitigati import GAME
from rules.mitigati.bargain import after_pass, after_word, is_agreed, is_silent
from rules.mitigati.bonuses import bonus_points, worth
from rules.mitigati.cards import SEATS
from rules.mitigati.deal import cards_dealt
from rules.mitigati.declare import fullest_declaration, make_declaration
from rules.mitigati.moves import read_bargain_move, read_declaration
from rules.mitigati.positions import Bargaining, Declaring, Discarding, Playing
from rules.mitigati.records import Hand, Round
from rules.mitigati.settlement import sum_asks, sum_offers
from rules.mitigati.views import round_of
from rules.players.facts import Fact
from rules.players.mitigati.heuristic import (
    DISCARD_POOL_SIZE,
    fullest_worth,
    hope,
    hoped,
    settled,
    speak,
    unseen_by,
    worth_keeping,
)
from rules.players.mitigati.playout import Course, End, course_of, play_out
from rules.players.search import Estimate, Played, estimate_moves, lead_over_others
from rules.players.tarot import OwnCards, distinct_plays, given_away
from rules.seats import with_seat
from rules.tarot.cards import CARDS, FOOL, PLAIN, points
from rules.tarot.discard import NEVER_DISCARDED

WORLDS: Final = 64
"""The budget: so many worlds at most."""
AROUND: Final = (-4, 0, 4, 8, 14)
"""Words are tried with the points that the seat hopes for, and with so many more."""
FIRST_ASKS: Final = (5, 10, 15, 20, 25, 30, 40)
"""The points that a first word asks for: the same for every hand, so that the number shows little of it."""

TRICK: Final = Fact("You win this trick")
POINTS_OF_TRICK: Final = Fact("In this trick you win", "points")
POINTS_OF_LATER_TRICKS: Final = Fact("In later tricks you win", "points")
POINTS_IN_ALL: Final = Fact("In all you take", "points")
OWN_CARDS: Final = OwnCards(
    Fact("You keep the Magician"), Fact("You keep your King"), Fact("You keep", "of your Kings")
)
SUM: Final = Fact("In the end you get", "points", negative="In the end you pay")


def estimate(view: View, moves: Sequence[str], budget: int, rng: Random) -> tuple[Estimate, ...]:
    """Return these moves and others of the view's seat, the best first, each played out in `budget` worlds at most.

    The points are those that the hand brings the seat, less the mean of what it brings the others.
    """
    options = candidates(view, moves)
    return estimate_moves(options, GAME.worlds(view), partial(_values, view["seat"]), budget, rng)


def _values(seat: int, world: State, moves: Sequence[str]) -> list[Played]:
    """Return the outcome of each of these moves for the seat in a world."""
    if isinstance(world, Playing):
        course = course_of(world)
        own_cards = world.hands[seat]
        return [_of_card(course, own_cards, CARDS.bit[move[5:]], seat) for move in moves]
    if isinstance(world, Declaring):
        hands = [_declared(world, seat, move) for move in moves]
        return [_of_hand(hand, hand.discard, seat) for hand in hands]
    if isinstance(world, Discarding):
        return [_of_hand(world.hand, CARDS.mask(move.split(" ")[1:]), seat) for move in moves]
    assert isinstance(world, Bargaining)
    return _words(seat, world, moves)


def _of_card(course: Course, hand: int, card: int, seat: int) -> Played:
    """Return a card of the seat, which holds those."""
    end = play_out(course, (card,))
    wins = end.winner == seat
    pile = end.piles[seat]
    now = points(end.taken & ~FOOL) if wins else 0
    later = points(pile & ~course.piles[seat] & ~FOOL) - now
    return Played(
        lead_over_others(end.points, seat),
        {TRICK: wins, POINTS_OF_TRICK: now, **OWN_CARDS.of(hand, pile), POINTS_OF_LATER_TRICKS: later},
    )


def _of_hand(hand: Hand, discard: int, seat: int) -> Played:
    """Return a hand that is played from the first trick on."""
    end = _played(hand, discard)
    pile = end.piles[seat]
    return Played(
        lead_over_others(end.points, seat),
        {**OWN_CARDS.of(hand.cards_held(seat) & ~discard, pile), POINTS_IN_ALL: points(pile)},
    )


def wasteful(view: View) -> set[str]:
    """Return the moves that waste a card: see `given_away`."""
    if view["phase"] != "play" or view["winning"] is None:
        return set()
    return given_away(view["moves"], CARDS.bit[dict(view["trick"])[view["winning"]]])


# -- before play -------------------------------------------------------------------------------------------------------


def _declared(world: Declaring, seat: int, move: str) -> Hand:
    """Return the hand in progress with a declaration of the seat."""
    hand = world.hand
    own_cards = hand.cards_held(seat)
    declaration = make_declaration(read_declaration(move, hand.sheet.setup.pack, own_cards), own_cards)
    return hand._replace(declarations=with_seat(hand.declarations, seat, declaration))


def _played(hand: Hand, discard: int) -> End:
    """Return the end of a hand that is played with this discard; who has not declared yet declares all it can."""
    sheet = hand.sheet
    hands = [cards & ~discard for cards in hand.dealt_cards]
    worths = [
        fullest_worth(cards) if declaration is None else worth(declaration)
        for cards, declaration in zip(hands, hand.declarations, strict=True)
    ]
    piles = with_seat((0,) * SEATS, sheet.dealer, discard)
    bonuses = bonus_points(worths, sheet.setup.bonuses)
    return play_out(Course(hands, piles, sheet.eldest, (), frozenset(), None, bonuses), ())


def _words(seat: int, world: Bargaining, moves: Sequence[str]) -> list[Played]:
    """Return the outcome of words if all bargain on like the heuristic player and the dealer discards like it."""
    hand = world.hand
    dealer = hand.sheet.dealer
    own_cards = hand.dealt_cards[dealer]
    keep = worth_keeping(own_cards, own_cards & ~NEVER_DISCARDED)
    played = _played(hand, sum(sorted(keep, key=keep.__getitem__)[: hand.sheet.setup.extra_cards]))
    hopes: dict[tuple[int, int], int] = {}
    results: list[Played] = []
    for move in moves:
        gain = _settlement(world, move, hopes) or played.points
        results.append(Played(lead_over_others(gain, seat), {SUM: gain[seat]}))
    return results


def _settlement(world: Bargaining, move: str, hopes: dict[tuple[int, int], int]) -> tuple[int, ...] | None:
    """Return the settlement in which bargaining ends after a move, where all speak on as the heuristic player does.

    None where the hand is played. `hopes` keeps what each seat hopes for after so many packets.
    """
    hand, reached, so_far = world.hand, world.packets_dealt, world.so_far
    sheet = hand.sheet
    word = read_bargain_move(move)
    while True:
        if word == "pass":
            so_far = after_pass(so_far)
        elif word != "continue":
            so_far = after_word(so_far, word)
        if is_agreed(so_far):
            return settled(sheet.dealer, so_far)
        if word == "continue" or is_silent(so_far):
            reached += 1
            if reached == len(sheet.setup.packets):
                return None
            so_far = Round(sheet.eldest)
        word = speak(so_far, sheet.dealer, _hope(hand, so_far.turn, reached, hopes), reached)


def _hope(hand: Hand, seat: int, reached: int, hopes: dict[tuple[int, int], int]) -> int:
    """Return the hope of a seat with its first packets (points)."""
    value = hopes.get((seat, reached))
    if value is None:
        cards = cards_dealt(hand.sheet, hand.order, reached)[seat]
        value = hopes[seat, reached] = hope(cards, reached, hand.sheet.setup.bonuses, dealing=seat == hand.sheet.dealer)
    return value


# -- candidates --------------------------------------------------------------------------------------------------------


def candidates(view: View, moves: Sequence[str]) -> list[str]:
    """Return legal moves to compare: these, and some that may be better."""
    phase = view["phase"]
    if phase == "play":
        return _plays(view, moves)
    if phase == "discard":
        return _discards(view, moves)
    if phase == "declare":
        return list(dict.fromkeys((*moves, *view["moves"], fullest_declaration(CARDS.mask(view["hand"])))))
    return list(dict.fromkeys((*moves, *view["moves"], *_numbers(view))))


def _numbers(view: View) -> Iterator[str]:
    """Yield asks and offers around the expected points, and the one that just meets the others' words.

    None gives away more than that: a surplus goes to others (M3.6). A first ask is for the same numbers, whatever the
    hand promises.
    """
    hope = hoped(view)
    standing = round_of(view["log"], view["dealer"]).standing
    others = with_seat(standing, view["seat"], None)
    deficit = sum_asks(others) - sum_offers(others)
    for choice in view["choices"]:
        low, high = choice["range"]
        around = hope if choice["verb"] == "ask" else -hope
        numbers = [around + more for more in AROUND]
        if choice["verb"] == "ask":
            low, meets = max(low, -deficit), -deficit
            numbers = numbers if standing[view["seat"]] else list(FIRST_ASKS)
        else:
            high, meets = min(high, deficit) if any(others) else high, deficit
        for number in sorted({*numbers, meets}):
            if low <= number <= high:
                yield f"{choice['verb']} {number}"


def _discards(view: View, moves: Sequence[str]) -> list[str]:
    """Return these discards, and all choices from the plain cards that the heuristic player misses least."""
    (choice,) = view["choices"]
    count: int = choice["count"][0]
    cards = CARDS.mask(choice["cards"])
    hand = CARDS.mask(view["hand"])
    keep = worth_keeping(hand, cards)
    plain = sorted((card for card in keep if card & PLAIN), key=keep.__getitem__)
    choices = list(dict.fromkeys(moves))
    sets = [CARDS.mask(move.split(" ")[1:]) for move in choices]
    others = [chosen for five in combinations(plain[:DISCARD_POOL_SIZE], count) if (chosen := sum(five)) not in sets]
    return [*choices, *(" ".join(("discard", *CARDS.listed(chosen))) for chosen in others)]


def _plays(view: View, moves: Sequence[str]) -> list[str]:
    """Return these plays, and one card of each group without them that is worth the same now."""
    cards = {move: CARDS.bit[move.removeprefix("play ")] for move in (*moves, *view["moves"])}
    between = unseen_by(view) | CARDS.mask(card for _, card in view["trick"])
    return list(dict.fromkeys((*moves, *distinct_plays(cards, between))))
