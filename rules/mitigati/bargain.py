"""M3: bargaining to stop a hand while it is being dealt: what may be said, and when the hand is bought off."""

from __future__ import annotations

from typing import Final, Literal

from rules.contract import Legal, Refusal, unreadable
from rules.mitigati.cards import SEATS
from rules.mitigati.moves import VERBS
from rules.mitigati.records import LEAST, MOST, Round, Setup, Word, with_seat
from rules.mitigati.settlement import asked, offered
from rules.tarot.moves import misplaced, words
from rules.templates import Number

FIRST_ROUND: Final = 2
"""M3.1: the first round of bargaining comes after this packet, and there is none after the last."""
SILENCE: Final = 3
"""M3.7: so many passes in a row end the round."""

Said = Word | Literal["pass", "continue"]
"""What may be said. M3.4: `continue` ends the round at once."""
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
    return Legal(("pass", "continue"), tuple(Number(kind, found[0], found[-1]) for kind, found in rooms if found))


def read_said(text: str, standing: Word | None) -> Said:
    """What a seat with this standing word says by this move. Raises Refusal: K7.1, M3.2, M3.3."""
    verb, *rest = words(text)
    if verb not in ("PASS", "CONTINUE", "ASK", "OFFER"):
        sentence = "The hand is still being dealt: pass, ask for points, offer points, or call for it to continue."
        raise misplaced(verb, VERBS, text, "M3.2", sentence)
    if verb in ("PASS", "CONTINUE"):
        if rest:
            raise unreadable(text)
        return "pass" if verb == "PASS" else "continue"
    digits = rest[0] if len(rest) == 1 else ""
    if not digits.isdecimal() or (digits[0] == "0" and digits != "0"):
        raise unreadable(text)
    # A number of thousands of digits cannot be read; its first four tell that it is too high.
    word = Word("ask" if verb == "ASK" else "offer", int(digits[:4]))
    if not LEAST <= word.number <= MOST:
        raise Refusal("illegal_move", "M3.2", "Ask or offer from {least} to {most} points.", least=LEAST, most=MOST)
    if standing and word.number not in room(standing, word.kind):
        raise _better(standing, word)
    return word


def _better(standing: Word, word: Word) -> Refusal:
    """Why `word` may not follow a standing word (M3.3)."""
    fields = {"number": word.number, "standing": standing.number}
    if word == standing:
        sentence = "Your {kind} of {number} stands already; to leave it as it is, pass."
        return Refusal("illegal_move", "M3.3", sentence, kind="offer" if word.kind == "offer" else "asking", **fields)
    if word.kind == "ask" and standing.kind == "offer":
        sentence = "You have offered {standing} points; from now on you may only offer more, not ask."
    elif word.kind == "ask":
        sentence = "You have asked {standing} points; you may ask less, but not {number}."
    else:
        sentence = "You have offered {standing} points; you may offer more, but not {number}."
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
    """M3.7: whether the round ends because nobody says anything."""
    return so_far.passes == SILENCE
