"""Why the rule-of-thumb player of Mitigati does what it does: the numbers that it weighs, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import View
from rules.mitigati.bargain import after_pass, fell_silent
from rules.mitigati.bonuses import bonus_points, bonuses_of, worth
from rules.mitigati.declare import declared
from rules.mitigati.moves import read_declaration
from rules.mitigati.records import Trick
from rules.mitigati.settlement import asked, offered
from rules.mitigati.views import round_of
from rules.players.mitigati.thumb import hoped, settled, unseen_by, would_win
from rules.players.words import ONLY_MOVE, forced, many
from rules.sentences import listed
from rules.tarot.cards import (
    ABOVE,
    BIT,
    FOOL,
    IN_SUIT,
    INDEX,
    KINGS,
    MAGICIAN,
    NUMBERED,
    POINTS,
    SUIT_MASKS,
    SUIT_NAMES,
    TRUMPS,
    mask_of,
    points,
)

BONUSES: Final = {
    "abundance": "abundance",
    "kings": "all four Kings",
    "honours": "all three Honours",
    "mixed": "mixed honours",
}
NO_SAFE_LEAD: Final = "No lead of yours is safe"


def why(view: View, move: str) -> str:
    """The reason for a move that `choose` gave from this view."""
    if forced(view):
        return ONLY_MOVE
    if view["phase"] == "bargain":
        return _why_word(view, move)
    if view["phase"] == "discard":
        return _why_discard(view, mask_of(move.split(" ")[1:]))
    if view["phase"] == "declare":
        return _why_declare(view, move)
    card = INDEX[move.removeprefix("play ")]
    return _why_follow(view, card) if view["trick"] else _why_lead(view, card)


# -- before play -------------------------------------------------------------------------------------------------------


def _why_word(view: View, move: str) -> str:
    """What the cards may bring against what the word would settle, or may (M3)."""
    so_far, hope = round_of(view["log"], view["dealer"]), hoped(view)
    mine: int = view["seat"]
    cards = f"Played out, your cards may {_brings(hope)}"
    verb, _, number = move.partition(" ")
    passed = settled(view, after_pass(so_far))
    if passed is not None:
        pays = f"and you would {_gets(passed[mine])}"
        if verb == "pass":
            return f"A pass stops the hand, {pays}. {cards}."
        then = "so ask for more than that" if verb == "ask" else "so let the deal go on"
        return f"A pass would stop the hand, {pays}. {cards}, {then}."
    word = so_far.standing[mine]
    if verb == "pass" and word:
        said = f"asked for {word.number}" if word.kind == "ask" else f"offered {word.number}"
        ends = (
            "ends the round, and the next packet is dealt"
            if fell_silent(after_pass(so_far))
            else "lets the others answer"
        )
        return f"You have {said}. A pass {ends}. {cards}."
    if verb == "pass":
        return f"{cards}: too little to ask for, and too little to fear for an offer."
    if verb == "ask":
        return f"{cards}. Whoever wants to stop the hand should pay you more than that."
    if verb == "offer":
        covers = offered(so_far.standing) + int(number) >= asked(so_far.standing) > 0
        covering = "covers what is asked, and costs you less" if covers else "costs you less, if the others agree to it"
        return f"{cards}. This offer {covering}."
    return f"{cards}, and nobody has asked or offered anything yet, so let the deal go on."


def _brings(number: int) -> str:
    """What a hand that is played may bring, as a predicate."""
    if not number:
        return "bring you about as much as they cost"
    return f"{'bring' if number > 0 else 'cost'} you about {many(abs(number), 'point')}"


def _gets(number: int) -> str:
    """What a settlement brings (M3.6), as a predicate."""
    if not number:
        return "neither get nor pay anything"
    return f"{'get' if number > 0 else 'pay'} {many(abs(number), 'point')}"


def _why_discard(view: View, cards: int) -> str:
    """The points that are safe (M4.1), the suits that are gone, and the Kings that are not there to guard them."""
    held = mask_of(view["hand"])
    safe = f"They count {many(points(cards), 'point')} for you without winning a trick"
    pairs = list(zip(SUIT_NAMES, SUIT_MASKS, strict=True))
    gone = [name for name, suit in pairs if held & suit and not held & suit & ~cards]
    if gone:
        return f"{safe}, and leave you without {listed(gone)}, so that you may trump there."
    alone = all(not held & suit & KINGS for _, suit in pairs if cards & suit)
    if alone and not cards & TRUMPS:
        return f"{safe}. You have no King in their suits, so in play they could easily be lost."
    return f"{safe}, and you keep what may win tricks."


def _why_declare(view: View, move: str) -> str:
    """What the bonuses are worth and bring (M5.7)."""
    held = mask_of(view["hand"])
    declaration = declared(read_declaration(move, -1, held), held)
    number = worth(declaration)
    names = listed([BONUSES[bonus.name] for bonus in bonuses_of(declaration)])
    brings = bonus_points([number, 0, 0], view["options"]["bonuses"])[0]
    each = f": {number} from each of the others" if brings != number else ""
    return f"Your hand has {names} to declare. That brings you {many(brings, 'point')}{each}, for showing the cards."


# -- play --------------------------------------------------------------------------------------------------------------


def _why_lead(view: View, card: int) -> str:
    """What can beat the card; and where something can beat every lead, what this one risks."""
    unseen = unseen_by(view)
    above, trumps = ABOVE[card] & unseen, unseen & NUMBERED
    own = many(POINTS[card], "point")
    if BIT[card] & TRUMPS:
        if not trumps:
            return f"Nobody else has a trump any more, so nothing can beat it and its {own}."
        if not above:
            return f"{_higher(0, trumps)}: it wins for sure, and may draw some of them."
        return f"{NO_SAFE_LEAD}. {_higher(above.bit_count(), trumps)} than this one, which risks {own}."
    suit = SUIT_MASKS[card // IN_SUIT]
    left = (unseen & suit).bit_count()
    if above & suit:
        length = (mask_of(view["hand"]) & suit).bit_count()
        return f"{NO_SAFE_LEAD}, so risk little: {own}, from a suit of which you hold {many(length, 'card')}."
    if not trumps:
        return f"Nobody else has a trump or a higher card of its suit, so nothing can beat it and its {own}."
    if left >= 5:
        return f"Nobody has a higher card of its suit, and {left} lower ones are out, so it will hardly be trumped."
    return f"Only a trump can beat it: nobody has a higher card of its suit. If one does, you lose {own} with it."


def _higher(number: int, trumps: int) -> str:
    """How many of the trumps not seen are higher."""
    count = "none" if not number else str(number)
    return f"Of the {many(trumps.bit_count(), 'trump')} that you have not seen {count} {_is(number or 1)} higher"


def _why_follow(view: View, card: int) -> str:
    """What lies in the trick, and whether the card takes it (M6.3)."""
    lying = [INDEX[one] for _, one in view["trick"]]
    trick = Trick(view["trick"][0][0], tuple(lying))
    cards = [INDEX[move.removeprefix("play ")] for move in view["moves"]]
    takes = [one for one in cards if would_win(trick, one, view["seat"])]
    there = points(sum(BIT[one] for one in lying if one != FOOL))  # M6.5: the Fool stays its player's
    if card in takes:
        return _why_take(view, card, takes, there + POINTS[card])
    lie = f"{many(there, 'point')} {'lies' if there == 1 else 'lie'}"
    if takes:
        lost = f"Only {lie} here, too little to spend a {'higher ' if BIT[card] & TRUMPS else ''}trump on"
    else:
        lost = f"No card that you may play takes this trick, in which {lie}"
    if card == FOOL:
        when = "" if view["taken"][view["seat"]] else ", once you have won a trick"
        return f"{lost}. The Fool stays yours, for the least card of your tricks{when}."
    return f"{lost}, so give away as little as you can: {many(POINTS[card], 'point')}."


def _why_take(view: View, card: int, takes: Sequence[int], brings: int) -> str:
    """The trick is taken with this one of the cards that take it, and has so many points with it."""
    brought = f"{many(brings, 'point')} with its own"
    if len(view["trick"]) < 2:
        above = (ABOVE[card] & unseen_by(view)).bit_count()
        beaten = f"{many(above, 'card')} that you have not seen could beat it" if above else "and nothing can beat it"
        return f"It takes the trick as it lies, {brought}; {beaten}."
    if card == MAGICIAN:
        return f"You play last, so the Magician takes the trick for sure, and is safe itself: {brought}."
    others = ""
    if len(takes) > 1:
        better = "it is the lowest" if BIT[card] & TRUMPS else "none is worth more"
        others = f"; of your cards that do so {better}"
    return f"You play last, so it takes the trick for sure, {brought}{others}."


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
