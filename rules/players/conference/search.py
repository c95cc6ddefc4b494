"""The search of Conference: the moves that it looks at, and what they bring in worlds that agree with a view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Final

from rules.cards import each
from rules.conference import GAME
from rules.conference.cards import SPIRITS
from rules.conference.moves import read_gallowglass, read_play
from rules.conference.positions import Discarding, Hiring, Playing, first_lead
from rules.conference.records import HIRED_SUITS, SEATS, partner, side
from rules.conference.scoring import ALL_CARDS
from rules.contract import State, View
from rules.players.conference.heuristic import ranked_discards
from rules.players.conference.playout import Play
from rules.players.conference.policy import end_trick, play_out
from rules.players.facts import Fact
from rules.players.search import FEWEST_WORLDS, Estimate, Played, estimate_moves
from rules.players.tarot import OwnCards, distinct_plays, given_away
from rules.tarot.cards import (
    ABOVE,
    CARDS,
    FOOL,
    PLAIN,
    SUIT_MASKS,
    TRUMPS,
    points,
)
from rules.tarot.moves import discard_text

WORLDS: Final = 48
"""In how many worlds a move is played out at most."""
PLAYED_CARDS: Final = 24_000
"""About how many cards are played in all playouts of a decision: with many moves and long hands in fewer worlds."""
DISCARDS: Final = 10
"""How many discards are looked at, about."""

TRICK: Final = Fact("Your side wins this trick")
PARTNER: Final = Fact("Your partner wins this trick")
POINTS_FOR_OTHERS: Final = Fact("In this trick the others take", "points", is_good=False)
POINTS_OF_LATER_TRICKS: Final = Fact("In later tricks your side takes", "points")
TRICKS: Final = Fact("Later your side wins", "tricks")
ALL_TRICKS: Final = Fact("Your side wins", "tricks")
OWN_CARDS: Final = OwnCards(
    Fact("Your side keeps your Magician"), Fact("Your side keeps your King"), Fact("Your side keeps", "of your Kings")
)


def estimate(view: View, moves: Sequence[str], budget: int, rng: Random) -> tuple[Estimate, ...]:
    """Return the candidates with `moves` among them, the best first; none before a cut, which is not searched.

    Points are those that the hand brings the seat; the partner gets as many.
    """
    if view["phase"] == "cut":
        return ()
    options = candidates(view, moves)
    worlds = min(budget, max(FEWEST_WORLDS, PLAYED_CARDS // (len(options) * sum(view["counts"]))))
    return estimate_moves(options, GAME.worlds(view), partial(_bring, view["seat"]), worlds, rng)


def wasteful(view: View) -> set[str]:
    """Return the moves that waste a card: see `given_away`; and trumps on a trick that the partner has won."""
    if view["phase"] != "play" or view["winning"] is None or view["calls"] or HIRED_SUITS[view["gallowglass"]]:
        return set()
    cards_on_table, seat = {player: CARDS.bit[card] for player, card in view["trick"]}, view["seat"]
    best, is_last = cards_on_table[view["winning"]], len(cards_on_table) == SEATS - 1
    if side(view["winning"]) != side(seat):
        is_lost = is_last or (partner(seat) in cards_on_table and not sum(cards_on_table.values()) & SPIRITS)  # C6.3
        return given_away(view["moves"], best) if is_lost else set()
    cards = {move: read_play(move, ALL_CARDS)[0] for move in view["moves"]}
    thrifty = [move for move, card in cards.items() if card != FOOL and not card & ABOVE[best]]
    return {move for move, card in cards.items() if card & TRUMPS & ABOVE[best]} if is_last and thrifty else set()


# -- candidates --------------------------------------------------------------------------------------------------------


def candidates(view: View, moves: Sequence[str]) -> list[str]:
    """Return these moves and others worth a look: of cards that do the same one alone, and a handful of discards."""
    choices: Sequence[str] = view["moves"]
    if view["phase"] == "discard":
        choices = _discards(view)
    elif view["phase"] == "play":
        choices = _plays(view, moves)
    return list(dict.fromkeys((*moves, *choices)))


def _plays(view: View, moves: Sequence[str]) -> list[str]:
    """Return one play of each group of cards that are worth the same, of `moves` if it has any."""
    past = CARDS.mask(card for trick in view["tricks"] for _, card in trick["cards"])
    own = past | CARDS.mask(view["hand"]) | CARDS.mask(view["discard"] or ())
    # Cards of a hired suit may rank between those of any other plain suit (C4.3).
    single = SPIRITS | (PLAIN if HIRED_SUITS[view["gallowglass"]] else 0)
    cards = {move: read_play(move, ALL_CARDS)[0] for move in (*moves, *view["moves"])}
    return distinct_plays(cards, ALL_CARDS & ~own, single)


def _discards(view: View) -> list[str]:
    """Return the discard of the heuristic player, and others: with a suit or two given up, with more or fewer
    points.
    """
    (choice,) = view["choices"]
    required_cards = CARDS.mask(choice.get("must", ()))
    free = CARDS.mask(choice["cards"]) & ~required_cards
    count = choice["count"][0] - required_cards.bit_count()
    ranked = ranked_discards(view)
    suits = [free & suit for suit in SUIT_MASKS if 0 < (free & suit).bit_count() <= count]
    voids = [0, *suits, *(one | other for one, other in combinations(suits, 2))]
    choices = [_filled(void, ranked, count) for void in voids if void.bit_count() <= count]
    for out in each(choices[0]):
        choices.append(_filled(choices[0] ^ out, [card for card in ranked if card != out], count))
    return [discard_text(required_cards | cards) for cards in dict.fromkeys(choices)][:DISCARDS]


def _filled(cards: int, ranked: Sequence[int], count: int) -> int:
    """Add cards in ranking order until there are `count` cards."""
    for card in ranked:
        if cards.bit_count() == count:
            break
        cards |= card
    return cards


# -- worlds ------------------------------------------------------------------------------------------------------------


def _bring(seat: int, world: State, moves: Sequence[str]) -> list[Played]:
    """Return the outcome of each of these moves for the seat in a world, played out."""
    if isinstance(world, Playing):
        start = Play(world)
        return [_after(start.copy(), seat, move) for move in moves]
    return [_before_play(Play(_led(world, move)), seat) for move in moves]


def _after(play: Play, seat: int, move: str) -> Played:
    """Return the outcome of a card: the end of its trick, and the later points."""
    own_side, hand = side(seat), play.hands[seat]
    before, lost = play.won[own_side], play.piles[1 - own_side]
    play.play(*read_play(move, ALL_CARDS))
    end_trick(play)
    won, pile, theirs = play.won[own_side], play.piles[own_side], play.piles[1 - own_side]
    facts: dict[Fact, float] = {TRICK: won - before, PARTNER: play.turn == partner(seat)}
    gain = play_out(play, seat)
    facts |= OWN_CARDS.of(hand, play.piles[own_side])
    if not play.allegiance and not play.hired:  # else not all cards count
        facts[POINTS_FOR_OTHERS] = 1 + points(theirs & ~lost & ~FOOL) if won == before else 0
        facts[POINTS_OF_LATER_TRICKS] = points(play.piles[own_side] & ~pile & ~FOOL)
    facts[TRICKS] = play.won[own_side] - won
    return Played(gain, facts)


def _before_play(play: Play, seat: int) -> Played:
    """Return the outcome of a hand played from the first trick on."""
    hand = play.hands[seat]
    gain = play_out(play, seat)
    own_side = side(seat)
    return Played(gain, {**OWN_CARDS.of(hand, play.piles[own_side]), ALL_TRICKS: play.won[own_side]})


def _led(world: State, move: str) -> Playing:
    """Return the position before the first trick after this move of the dealer; after a discard it hires no suit."""
    if isinstance(world, Discarding):
        return first_lead(replace(world.hand, discard=CARDS.mask(move.split(" ")[1:])))
    assert isinstance(world, Hiring)
    return first_lead(replace(world.hand, gallowglass=read_gallowglass(move)))
