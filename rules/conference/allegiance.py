"""C7: calls, the card that a partner must bring out, and the card taken back for it."""

from __future__ import annotations

from typing import Final

from rules.conference.records import Call, Course, Pact, Setup, TakenBack, Trick, partner, side
from rules.contract import Refusal
from rules.seats import with_seat
from rules.tarot.cards import EVIL, GOOD, PLAIN, SUIT_MASKS, name

SUITS_OF_GOOD: Final = SUIT_MASKS[0] | SUIT_MASKS[1]
"""C7.1: the suits that Good names; Evil names the other two."""
OTHER_SPIRIT: Final = {GOOD: EVIL, EVIL: GOOD}


def counting_suits(call: Call, side_index: int) -> int:
    """Return the suits that count for a side under this call (C7.2)."""
    named_suits = SUITS_OF_GOOD if call.card == GOOD else PLAIN & ~SUITS_OF_GOOD
    return named_suits if (side(call.seat) == side_index) == call.ours else PLAIN & ~named_suits


def has_to_call(setup: Setup, pact: Pact, seat: int) -> bool:
    """Whether `seat` has to call with Good or Evil: it is the first (C7.2), or an opponent of the caller (C7.4)."""
    return setup.is_allegiance and (not pact.calls or side(pact.calls[0].seat) != side(seat))


def forced_card(pact: Pact, seat: int) -> int | None:
    """Return the card that `seat` has to play and nothing else (C7.3); None where it is free."""
    return OTHER_SPIRIT[pact.calls[0].card] if pact.forced_seat == seat else None


def why_not_call(setup: Setup, pact: Pact, seat: int, card: int, ours: bool | None) -> Refusal | None:
    """Return the refusal of Good or Evil from `seat` with this call, or without one; None if it is legal."""
    if has_to_call(setup, pact, seat):
        if ours is not None:
            return None
        sentence = "Call “ours” or “yours” with {card}."
        return Refusal("illegal_move", "C7.4" if pact.calls else "C7.2", sentence, card=name(card))
    if ours is None:
        return None
    if not setup.is_allegiance:
        return Refusal("illegal_move", "C7.2", "Calls are made in games of Allegiance only.")
    if forced_card(pact, seat) == card:
        sentence = "Your partner called, so play {card} without a call."
        return Refusal("illegal_move", "C7.3", sentence, card=name(card))
    sentence = "You have called, so play {card} without a call."
    return Refusal("illegal_move", "C7.5", sentence, card=name(card))


def card_due(forced_card: int) -> Refusal:
    """Return the refusal of any card of the forced partner but the other of Good and Evil."""
    sentence = "Your partner called, so you must play {card} now."
    return Refusal("illegal_move", "C7.3", sentence, card=name(forced_card))


def bring_out(course: Course, seat: int, card: int, ours: bool | None) -> Course:
    """Return the play once `seat` has brought out Good or Evil, with a call or (None) without.

    The card itself is still in the hand and not yet in the trick.
    """
    pact, number = course.pact, len(course.tricks)
    if ours is None:
        # C7.3: the partner brings it out without effect; else it is the caller's own, the lowest trump (C7.5).
        idle_pact = pact._replace(forced_seat=None, idle_card=card)
        return course._replace(pact=idle_pact) if pact.forced_seat == seat else course
    new_pact = pact._replace(calls=(*pact.calls, Call(seat, card, ours, number)))
    other_card, mate = OTHER_SPIRIT[card], partner(seat)
    if pact.calls or not course.hands[mate] & other_card:
        return course._replace(pact=new_pact)
    played_card = next((laid_card for player, laid_card in course.trick.cards if player == mate), None)
    if played_card is None:
        return course._replace(pact=new_pact._replace(forced_seat=mate))
    taken_back = TakenBack(mate, played_card, other_card, number)
    trick_cards = tuple(
        (player, other_card if player == mate else laid_card) for player, laid_card in course.trick.cards
    )
    return course._replace(
        hands=with_seat(course.hands, mate, course.hands[mate] ^ (played_card | other_card)),
        trick=Trick(course.trick.leader, trick_cards),
        pact=new_pact._replace(idle_card=other_card, taken_back=taken_back),
    )
