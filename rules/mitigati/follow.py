"""M6.1 to M6.4: which cards may be played to a trick, and who wins it."""

from __future__ import annotations

from rules.contract import Barred, Refusal, unreadable
from rules.mitigati.moves import VERBS
from rules.mitigati.records import Setup, Trick
from rules.tarot.cards import ABOVE, BIT, CARDS, FOOL, LED, indices, texts
from rules.tarot.follow import not_held, playable, undutiful
from rules.tarot.moves import misplaced, read_card, words


def suit_asked(trick: Trick) -> int:
    """The suit that must be followed, as a set; 0 while there is none. M6.4: after the Fool the next card decides."""
    for card in trick.cards:
        if LED[card]:
            return LED[card]
    return 0


def free(trick: Trick, held: int) -> int:
    """The cards among `held` that may be played to the trick (M6.2, M6.4)."""
    return playable(held, suit_asked(trick))


def read_play(text: str, setup: Setup, trick: Trick, held: int) -> int:
    """The card that a seat that holds these plays to the trick by this move. Raises Refusal: K7.1, K4.3, M6.1, M6.2."""
    verb, *named = words(text)
    if verb != "PLAY":
        raise misplaced(verb, VERBS, text, "M6.1", "It is your turn to play a card.")
    if len(named) != 1:
        raise unreadable(text)
    card = read_card(named[0], setup.pack, text)
    if not BIT[card] & playable(held, suit_asked(trick)):
        raise _undutiful(trick, held, card) if BIT[card] & held else not_held(card)
    return card


def barred(trick: Trick, held: int) -> dict[str, Barred]:
    """The cards among `held` that may not be played to the trick."""
    may = free(trick, held)
    instead = tuple(texts(may))
    return {CARDS[card]: Barred(_undutiful(trick, held, card), instead) for card in indices(held & ~may)}


def _undutiful(trick: Trick, held: int, card: int) -> Refusal:
    return undutiful(held, suit_asked(trick), card, "M6.2")


def winner(trick: Trick) -> int:
    """M6.3: the seat whose card is the best so far; the Fool never wins. The leader where nothing else lies there."""
    best, place = FOOL, 0
    for number, card in enumerate(trick.cards):
        if BIT[card] & ABOVE[best]:
            best, place = card, number
    return trick.seat_at(place)
