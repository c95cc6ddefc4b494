"""The search of Abracadabra: what moves bring in the worlds that agree with a view, played out on whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from rules.abracadabra import GAME
from rules.abracadabra.cards import BIDS, resolve_joker
from rules.abracadabra.moves import Play as Card
from rules.abracadabra.moves import read
from rules.abracadabra.positions import InHand, Playing
from rules.contract import State, View
from rules.players.abracadabra.candidates import candidates
from rules.players.abracadabra.guess import Guess
from rules.players.abracadabra.playout import Play
from rules.players.abracadabra.reading import above, card_named, table_of
from rules.players.facts import Fact
from rules.players.search import Estimate, Played, estimate_moves, lead_over_others

WORLDS: Final = 128
"""How many worlds are looked at, at most."""
CARDS: Final = 9_000
"""About how many cards are played in all playouts of a decision: with many moves and long hands in fewer worlds."""
FEWEST: Final = 16
"""How many worlds are looked at, at least."""
LATE: Final = 0.75
"""How often hidden bid cards are taken to be those of the last tricks, as many as they are."""

BID: Final = Fact("Your bid succeeds")
TRICK: Final = Fact("You win this trick")
NAMED: Final = Fact("You win", "named tricks")
OWN: Final = Fact("Cards of your suit bring", "points")
TRICKS: Final = Fact("In all you win", "tricks")
VOID: Final = Played(0.0, dict.fromkeys((BID, NAMED, OWN, TRICKS), 0.0))
"""Where nobody bids, nothing is played."""


def estimate(view: View, moves: Sequence[str], budget: int, rng: Random) -> tuple[Estimate, ...]:
    """Return the moves that are looked at, `moves` among them, the best first, in at most `budget` worlds.

    Points are the seat's own less the mean of the others'.
    """
    seat: int = view["seat"]

    def play_out(world: State, remaining: Sequence[str]) -> list[Played]:
        if isinstance(world, Playing):
            return _in_play(view, world, seat, remaining, rng)
        assert isinstance(world, InHand)
        return _before_play(view, world, seat, remaining, rng)

    options = candidates(view, moves)
    cards = len(options) * max(view["counts"]) * (view["seats"] + view["with_dummy"])
    worlds = min(budget, max(FEWEST, CARDS // cards))
    return estimate_moves(options, GAME.worlds(view), play_out, worlds, rng)


def wasteful(view: View) -> set[str]:
    """Return the last cards of a trick that lose it though it is named, or win it though the bid is made without it.

    A named trick may be lost on purpose, where the seat has won one that it had not named (A8.1).
    """
    if view["phase"] != "play" or len(view["trick"]) != view["seats"] + view["with_dummy"] - 1:
        return set()
    table, seat = table_of(view), view["seat"]
    open_cards = {*(view["left"][seat] or ()), *(view["right"] if seat == view["declarer"] else ())}
    number, tricks_won, is_exact = view["numbers"][seat], view["taken"][seat], view["options"]["success"] != "at_least"
    takers = above(card_named(view["trick"][view["best"]][1], table.turn_up), table.trumps)
    is_ours = view["winning"] == seat
    wins = {move for move in view["moves"] if is_ours or card_named(move.removeprefix("play "), table.turn_up) & takers}
    loses = {*view["moves"]} - wins
    if BIDS.texts[len(view["tricks"])] in open_cards:
        is_spare = is_exact and tricks_won <= number < tricks_won + len(open_cards)
        return loses if wins and not is_spare else set()
    return wins if loses and is_exact and tricks_won >= number else set()


def _in_play(view: View, world: Playing, seat: int, moves: Sequence[str], rng: Random) -> list[Played]:
    """Return the outcome of each of these cards in a world."""
    turn_up = world.hand.deal.turn_up
    guessed_hand = _guess(view, world, rng)
    play = guessed_hand.begun()
    for trick in (*world.tricks, world.trick):
        for card in trick.cards:
            play.play(resolve_joker(card, turn_up))
    results: list[Played] = []
    for move in moves:
        after, action = play.copy(), read(move)
        assert isinstance(action, Card)
        after.play(resolve_joker(action.card, turn_up))
        results.append(_played(after, seat, len(view["tricks"])))
    return results


def _before_play(view: View, world: InHand, seat: int, moves: Sequence[str], rng: Random) -> list[Played]:
    """Return the outcome of each of these moves before play in a world."""
    drawn = _guess(view, world, rng)
    results: list[Played] = []
    for move in moves:
        guessed_hand = drawn.copy()
        guessed_hand.say(seat, read(move))
        play = guessed_hand.finished()
        played = _played(play, seat) if play else VOID
        if view["phase"] in {"suit", "expose"}:
            played = played._replace(facts={OWN: played.facts[OWN], **played.facts})
        results.append(played)
    return results


def _guess(view: View, world: InHand, rng: Random) -> Guess:
    """Return the hand of a world, with bid cards that are hidden from the view taken to be late ones more often
    than not.
    """
    guessed_hand = Guess(world.hand)
    over = len(view["tricks"])
    open_tricks = (1 << view["length"]) - (1 << over)
    for seat, number in enumerate(view["numbers"]):
        placed = guessed_hand.placed[seat]
        if seat == view["seat"] or placed is None or view["left"][seat] is not None:
            continue
        if number is None:
            guessed_hand.placed[seat] = None  # it places as its hand is
            continue
        may = open_tricks & ~(guessed_hand.right if seat == guessed_hand.declarer else 0)
        hidden = placed & may
        if rng.random() < LATE:
            late = 0
            for _ in range(hidden.bit_count()):
                late |= 1 << (may & ~late).bit_length() - 1
            guessed_hand.placed[seat] = placed & ~may | late
    for seat, pile in enumerate(view["piles"]):
        if pile is None:
            guessed_hand.piles[seat] = None
    return guessed_hand


def _played(play: Play, seat: int, trick: int | None = None) -> Played:
    """Return the points of a seat less the mean of the others', where the hand is played out, and what becomes of its
    bid.

    `trick` is the number of the trick in progress, if one is.
    """
    points, deal = play.finish(), play.deal
    placed, won = deal.placed[seat], play.won[seat]
    enough = bool(placed) and deal.at_least and won.bit_count() > placed.bit_count()
    facts: dict[Fact, float] = {BID: enough or won.bit_count() == placed.bit_count()}  # A8.1
    if trick is not None:
        facts[TRICK] = won >> trick & 1
    facts |= {
        NAMED: (placed & won).bit_count(),
        OWN: (4 if deal.piles[seat] else 2) * play.own[seat],
        TRICKS: won.bit_count(),
    }
    return Played(lead_over_others(points, seat), facts)
