"""The moves of the tarot games as text (K7.1): reading words, cards and packs; writing plays."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import each
from rules.contract import Legal, Refusal, unreadable
from rules.tarot.cards import CARDS, name
from rules.tarot.discard import Discardable
from rules.tarot.follow import not_held_refusal


def plays(cards: int) -> Legal:
    """Return the moves `play CARD` for these cards, in canonical order."""
    return Legal(tuple(f"play {card}" for card in CARDS.listed(cards)))


def words(text: str) -> list[str]:
    """Return the words of a move in upper case.

    Raises Refusal where the text is no row of words with single spaces (K7.1).
    """
    parts = text.upper().split(" ")
    if "" in parts or not text.isascii():
        raise unreadable(text)
    return parts


def misplaced(verb: str, verbs: Sequence[str], text: str, clause: str, sentence: str, **fields: object) -> Refusal:
    """Return why the move `text`, whose first word is `verb`, cannot be made now.

    With this clause and sentence where it is one of the game's `verbs`, which has its place elsewhere; K7.1 where not.
    """
    return Refusal("illegal_move", clause, sentence, **fields) if verb in verbs else unreadable(text)


def read_card(word: str, pack: int, text: str) -> int:
    """Return the card that a word of the move `text` names. Raises Refusal (K7.1) for no card of `pack`."""
    card = CARDS.bit.get(word)
    if card is None or not card & pack:
        raise unreadable(text)
    return card


def read_cards(card_words: Sequence[str], pack: int, hand: int, text: str) -> int:
    """Return the set of the cards that `card_words` of the move `text` name, all in `hand` and each once.

    Raises Refusal: K7.1 for a word that is no card of `pack`, K4.3 for a card twice or not in `hand`.
    """
    cards = 0
    for word in card_words:
        card = read_card(word, pack, text)
        if cards & card:
            sentence = "You chose {card} twice."
            raise Refusal("illegal_move", "K4.3", sentence, card=name(card))
        cards |= card
    if cards & ~hand:
        raise not_held_refusal(each(cards & ~hand)[0])
    return cards


def read_discard(text: str, verbs: Sequence[str], pack: int, hand: int, discardable: Discardable) -> int:
    """Return the cards, all `hand`, that a move of a dealer who has to discard names.

    Raises Refusal: the clause of the discard for another of the game's `verbs`, K4.3, K7.1.
    """
    verb, *card_words = words(text)
    if verb != "DISCARD":
        sentence = "The dealer discards {count} cards first."
        raise misplaced(verb, verbs, text, discardable.clause, sentence, count=discardable.size)
    if not card_words:
        raise unreadable(text)
    return read_cards(card_words, pack, hand, text)


def discard_text(cards: int) -> str:
    """Return the move that discards these cards."""
    return " ".join(("discard", *CARDS.listed(cards)))
