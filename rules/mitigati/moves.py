"""The moves as text (K7.1): reading their words, declarations and their template, and what is canonical."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final, Literal, NamedTuple

from rules.contract import Move, Refusal, unreadable
from rules.mitigati.records import MIN_ABUNDANCE, MIN_MIXED, Trick, Word
from rules.tarot.cards import CARDS
from rules.tarot.moves import misplaced, read_card, read_cards, words
from rules.templates import Template

VERBS: Final = ("PASS", "ASK", "OFFER", "CONTINUE", "DISCARD", "DECLARE", "PLAY")

BargainMove = Word | Literal["pass", "continue"]
"""The words of a round of bargaining."""


def canonical(text: str) -> str:
    """Return a legal move's text as K7.1 writes it."""
    verb, *arguments = words(text)
    if verb == "DECLARE":
        return declaration_text(read_items(arguments, text))
    if verb == "DISCARD":
        arguments.sort(key=CARDS.bit.__getitem__)
    return " ".join((verb.lower(), *arguments))


def read_bargain_move(text: str) -> BargainMove:
    """Return the word of a seat in a round of bargaining. Raises Refusal: M3.2 for a move of another phase, K7.1."""
    verb, *arguments = words(text)
    if verb not in ("PASS", "CONTINUE", "ASK", "OFFER"):
        sentence = "Pass, ask, offer, or continue the deal."
        raise misplaced(verb, VERBS, text, "M3.2", sentence)
    if verb in ("PASS", "CONTINUE"):
        if arguments:
            raise unreadable(text)
        return "pass" if verb == "PASS" else "continue"
    digits = arguments[0] if len(arguments) == 1 else ""
    if not digits.isdecimal() or (digits[0] == "0" and digits != "0"):
        raise unreadable(text)
    # A number of thousands of digits cannot be read; its first four tell that it is too high.
    return Word("ask" if verb == "ASK" else "offer", int(digits[:4]))


def read_declaration(text: str, pack: int, hand: int) -> dict[str, int]:
    """Return the cards, all `hand`, that a declaration names with each of its bonuses; these are in upper case.

    Raises Refusal: M5.1 for a move of another phase and for a bonus named twice, K4.3, K7.1.
    """
    verb, *item_words = words(text)
    if verb != "DECLARE":
        raise misplaced(verb, VERBS, text, "M5.1", "Declare bonuses, or nothing.")
    cards_by_bonus: dict[str, int] = {}
    for bonus, cards in read_items(item_words, text):
        if bonus in cards_by_bonus:
            sentence = "You declared {bonus} twice."
            raise Refusal("illegal_move", "M5.1", sentence, bonus=bonus.lower())
        cards_by_bonus[bonus] = read_cards(cards, pack, hand, text)
    return cards_by_bonus


@lru_cache(maxsize=4096)  # the same few texts are most of a game
def read_play(text: str, pack: int) -> int:
    """Return the card of `pack` that a move plays. Raises Refusal: M6.1 for a move of another phase, K7.1."""
    verb, *card_words = words(text)
    if verb != "PLAY":
        raise misplaced(verb, VERBS, text, "M6.1", "Play a card.")
    if len(card_words) != 1:
        raise unreadable(text)
    return read_card(card_words[0], pack, text)


def moves_of_tricks(tricks: Sequence[Trick]) -> list[Move]:
    """Return the moves by which these tricks were played."""
    return [Move(seat, f"play {CARDS.text[card]}") for trick in tricks for seat, card in trick.plays()]


class Item(NamedTuple):
    """A bonus as it is said, in upper case: its name, and the cards that are named with it."""

    bonus: str
    cards: tuple[str, ...]


def read_items(item_words: Sequence[str], text: str) -> list[Item]:
    """Return the items of a declaration, given by its words after the verb; none for `declare nothing`.

    Raises Refusal (K7.1) for words that are no declaration.
    """
    if list(item_words) == ["NOTHING"]:
        return []
    return [_item(item.split(" "), text) for item in " ".join(item_words).split(" + ")]


def _item(item_words: list[str], text: str) -> Item:
    """Return one of `abundance C...`, `kings`, `kings with C...`, `honours`, `honours with C...`, `mixed C...`."""
    bonus, *cards = item_words
    if bonus in ("KINGS", "HONOURS"):
        has_cards = len(cards) > 1 and cards[0] == "WITH"
        is_readable = has_cards or not cards
        cards = cards[1:]
    else:
        is_readable = bonus in ("ABUNDANCE", "MIXED") and bool(cards)
    if not is_readable or not all(card in CARDS.bit for card in cards):
        raise unreadable(text)
    return Item(bonus, tuple(cards))


def declaration_text(items: Sequence[Item]) -> str:
    """Return the canonical text of a declaration: items as they were said, their cards in canonical order (K7.1)."""
    parts: list[str] = []
    for bonus, cards in items:
        preposition = ("with",) if cards and bonus in ("KINGS", "HONOURS") else ()
        parts.append(" ".join((bonus.lower(), *preposition, *sorted(cards, key=CARDS.bit.__getitem__))))
    return "declare " + (" + ".join(parts) or "nothing")


@dataclass(frozen=True, slots=True)
class Declare(Template):
    """The cards that a seat may show for each bonus, as texts; None for a bonus that it cannot declare (M5)."""

    abundance: tuple[str, ...] | None
    kings: tuple[str, ...] | None
    honours: tuple[str, ...] | None
    mixed: tuple[str, ...] | None

    @classmethod
    def from_view(cls, fields: Mapping[str, Any]) -> Declare:
        """Return the template that a view shows."""
        bonuses = (fields.get(bonus) for bonus in ("abundance", "kings", "honours", "mixed"))
        return cls(*(None if cards is None else tuple(cards) for cards in bonuses))

    def to_view(self) -> dict[str, Any]:
        """Return the template as views show it: the bonuses that apply."""
        bonuses = {"abundance": self.abundance, "kings": self.kings, "honours": self.honours, "mixed": self.mixed}
        return {"verb": "declare", **{bonus: list(cards) for bonus, cards in bonuses.items() if cards is not None}}

    def moves(self) -> Iterator[str]:
        """Return no move: perft does not count declarations."""
        return iter(())

    def draw(self, rng: Random) -> str:
        """Return a declaration of one bonus, with any number of the cards that it may show."""
        items: list[Item] = []
        if self.abundance is not None:
            choice = rng.sample(self.abundance, rng.randint(MIN_ABUNDANCE, len(self.abundance)))
            items.append(Item("ABUNDANCE", tuple(choice)))
        for bonus, cards in (("KINGS", self.kings), ("HONOURS", self.honours)):
            if cards is not None:
                items.append(Item(bonus, tuple(rng.sample(cards, rng.randint(0, min(1, len(cards)))))))
        if self.mixed is not None:
            choice = rng.sample(self.mixed, rng.randint(MIN_MIXED, len(self.mixed)))
            items.append(Item("MIXED", tuple(choice)))
        return declaration_text([rng.choice(items)])
