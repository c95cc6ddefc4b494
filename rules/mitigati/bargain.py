"""M3: bargaining to stop a hand while it is being dealt: what may be said, and when the hand is bought off."""

from __future__ import annotations

from typing import Final, Literal

from rules.contract import Legal, Refusal
from rules.mitigati.cards import SEATS
from rules.mitigati.records import MAX_WORD, MIN_WORD, Round, Setup, Word
from rules.mitigati.settlement import sum_asks, sum_offers
from rules.seats import with_seat
from rules.templates import Number

FIRST_ROUND: Final = 2
"""M3.1: the first round of bargaining comes after this packet, and there is none after the last."""
SILENT_PASSES: Final = 3
"""M3.7: so many passes in a row end the round."""

Kind = Literal["ask", "offer"]
KINDS: Final[tuple[Kind, Kind]] = ("ask", "offer")


def has_round(setup: Setup, packets_dealt: int) -> bool:
    """Whether there is a round of bargaining after so many packets (M3.1)."""
    return setup.bargaining and FIRST_ROUND <= packets_dealt < len(setup.packets)


def allowed_numbers(standing: Word | None, kind: Kind) -> range:
    """Return the numbers that a seat with this standing word may ask or offer (M3.2, M3.3)."""
    if standing is None:
        return range(MIN_WORD, MAX_WORD + 1)
    if standing.kind == "ask":
        return range(MIN_WORD, standing.number) if kind == "ask" else range(MIN_WORD, MAX_WORD + 1)
    return range(standing.number + 1, MAX_WORD + 1) if kind == "offer" else range(0)


def legal_words(standing: Word | None) -> Legal:
    """Return what a seat with this standing word may say (M3.2, M3.3); a template without a number left is left out."""
    ranges = [(kind, allowed_numbers(standing, kind)) for kind in KINDS]
    return Legal(
        ("pass", "continue"), tuple(Number(kind, numbers[0], numbers[-1]) for kind, numbers in ranges if numbers)
    )


def why_not_say(standing: Word | None, word: Word) -> Refusal | None:
    """Return the refusal of this ask or offer from a seat with this standing word (M3.2, M3.3); None if it is legal."""
    if not MIN_WORD <= word.number <= MAX_WORD:
        return Refusal("illegal_move", "M3.2", "Ask or offer {least} to {most} points.", least=MIN_WORD, most=MAX_WORD)
    return _no_better(standing, word) if standing and word.number not in allowed_numbers(standing, word.kind) else None


def _no_better(standing: Word, word: Word) -> Refusal:
    """Return the refusal of `word` after a standing word (M3.3)."""
    fields = {"number": word.number, "standing": standing.number}
    if word == standing:
        sentence = "Your {kind} of {number} stands. To keep it, pass."
        return Refusal("illegal_move", "M3.3", sentence, kind="offer" if word.kind == "offer" else "asking", **fields)
    if standing.kind == "ask":
        sentence = "You have asked for {standing} points, so ask for less, or offer."
    else:
        sentence = "You have offered {standing} points, so offer more."
    return Refusal("illegal_move", "M3.3", sentence, **fields)


def after_pass(so_far: Round) -> Round:
    """Return the round after a pass, which leaves the standing words (M3.3)."""
    turn = so_far.turn
    return so_far._replace(turn=_next_seat(turn), seats_heard=so_far.seats_heard | {turn}, passes=so_far.passes + 1)


def after_word(so_far: Round, word: Word) -> Round:
    """Return the round after a seat's word, which stands until its next one (M3.3)."""
    turn = so_far.turn
    other_seats = tuple(seat for seat in so_far.order if seat != turn)
    return Round(_next_seat(turn), with_seat(so_far.standing, turn, word), (*other_seats, turn))


def _next_seat(seat: int) -> int:
    """Return the seat that speaks next: the left one (M3.2)."""
    return (seat + 1) % SEATS


def is_agreed(so_far: Round) -> bool:
    """Whether the hand is bought off (M3.5)."""
    offered_points, asked_points = sum_offers(so_far.standing), sum_asks(so_far.standing)
    unheard_seats = [seat for seat, word in enumerate(so_far.standing) if not word and seat not in so_far.seats_heard]
    return offered_points > 0 and offered_points >= asked_points and not unheard_seats


def is_silent(so_far: Round) -> bool:
    """Whether the round ends because all seats are silent (M3.7)."""
    return so_far.passes == SILENT_PASSES
