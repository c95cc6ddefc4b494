"""M3: bargaining to stop a hand while it is being dealt: what may be said, and when the hand is bought off."""

from __future__ import annotations

from typing import Final, Literal

from rules.contract import Legal, Refusal
from rules.mitigati.cards import SEATS
from rules.mitigati.records import LEAST, MOST, Round, Setup, Word
from rules.mitigati.settlement import asked, offered
from rules.seats import with_seat
from rules.templates import Number

FIRST_ROUND: Final = 2
"""M3.1: the first round of bargaining comes after this packet, and there is none after the last."""
SILENCE: Final = 3
"""M3.7: so many passes in a row end the round."""

Kind = Literal["ask", "offer"]
KINDS: Final[tuple[Kind, Kind]] = ("ask", "offer")


def has_round(setup: Setup, reached: int) -> bool:
    """M3.1: whether there is a round of bargaining after so many packets."""
    return setup.bargaining and FIRST_ROUND <= reached < len(setup.packets)


def room(standing: Word | None, kind: Kind) -> range:
    """M3.2, M3.3: the numbers that a seat with this standing word may ask or offer."""
    if standing is None:
        return range(LEAST, MOST + 1)
    if standing.kind == "ask":
        return range(LEAST, standing.number) if kind == "ask" else range(LEAST, MOST + 1)
    return range(standing.number + 1, MOST + 1) if kind == "offer" else range(0)


def sayable(standing: Word | None) -> Legal:
    """M3.2, M3.3: what a seat with this standing word may say; a template without a number left is left out."""
    rooms = [(kind, room(standing, kind)) for kind in KINDS]
    return Legal(
        ("pass", "continue"), tuple(Number(kind, numbers[0], numbers[-1]) for kind, numbers in rooms if numbers)
    )


def why_not_say(standing: Word | None, word: Word) -> Refusal | None:
    """The refusal of this ask or offer from a seat with this standing word (M3.2, M3.3); None if it is legal."""
    if not LEAST <= word.number <= MOST:
        return Refusal("illegal_move", "M3.2", "Ask or offer {least} to {most} points.", least=LEAST, most=MOST)
    return _no_better(standing, word) if standing and word.number not in room(standing, word.kind) else None


def _no_better(standing: Word, word: Word) -> Refusal:
    """The refusal of `word` after a standing word (M3.3)."""
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
    """M3.3: a pass leaves the standing words as they are."""
    turn = so_far.turn
    return so_far._replace(turn=_left(turn), heard=so_far.heard | {turn}, passes=so_far.passes + 1)


def after_word(so_far: Round, word: Word) -> Round:
    """M3.3: what a seat says stands until it says something else."""
    turn = so_far.turn
    others = tuple(seat for seat in so_far.order if seat != turn)
    return Round(_left(turn), with_seat(so_far.standing, turn, word), (*others, turn))


def _left(seat: int) -> int:
    """M3.2: the seats speak in turn, going left, again and again."""
    return (seat + 1) % SEATS


def agreed(so_far: Round) -> bool:
    """M3.5: whether the hand is bought off."""
    offers, asks = offered(so_far.standing), asked(so_far.standing)
    unheard = [seat for seat, word in enumerate(so_far.standing) if not word and seat not in so_far.heard]
    return offers > 0 and offers >= asks and not unheard


def fell_silent(so_far: Round) -> bool:
    """M3.7: whether the round ends because all seats are silent."""
    return so_far.passes == SILENCE
