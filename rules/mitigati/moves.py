"""The moves as text (K7.1): reading their words, declarations and their template, and what is canonical."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from rules.contract import Move, unreadable
from rules.mitigati.records import ABUNDANCE, MIXED, Trick
from rules.tarot.cards import CARDS, INDEX
from rules.tarot.moves import words
from rules.templates import Template

VERBS: Final = ("PASS", "ASK", "OFFER", "CONTINUE", "DISCARD", "DECLARE", "PLAY")


def canonical(text: str) -> str:
    """A legal move's text as K7.1 writes it."""
    verb, *rest = words(text)
    if verb == "DECLARE":
        return declaring(read_items(rest, text))
    if verb == "DISCARD":
        rest.sort(key=INDEX.__getitem__)
    return " ".join((verb.lower(), *rest))


def plays(tricks: Sequence[Trick]) -> list[Move]:
    """The moves by which these tricks were played."""
    return [Move(seat, f"play {CARDS[card]}") for trick in tricks for seat, card in trick.plays()]


class Item(NamedTuple):
    """A bonus as it is said, in upper case: its name, and the cards that are named with it."""

    bonus: str
    cards: tuple[str, ...]


def read_items(said: Sequence[str], text: str) -> list[Item]:
    """The items of a declaration, given by its words after the verb; none for `declare nothing`.

    Raises Refusal (K7.1) for words that are no declaration.
    """
    if list(said) == ["NOTHING"]:
        return []
    return [_item(item.split(" "), text) for item in " ".join(said).split(" + ")]


def _item(said: list[str], text: str) -> Item:
    """One of `abundance C...`, `kings`, `kings with C...`, `honours`, `honours with C...`, `mixed C...`."""
    bonus, *cards = said
    if bonus in ("KINGS", "HONOURS"):
        with_cards = len(cards) > 1 and cards[0] == "WITH"
        readable = with_cards or not cards
        cards = cards[1:]
    else:
        readable = bonus in ("ABUNDANCE", "MIXED") and bool(cards)
    if not readable or not all(card in INDEX for card in cards):
        raise unreadable(text)
    return Item(bonus, tuple(cards))


def declaring(items: Sequence[Item]) -> str:
    """The canonical text of a declaration: items as they were said, their cards in canonical order (K7.1)."""
    said: list[str] = []
    for bonus, cards in items:
        adding = ("with",) if cards and bonus in ("KINGS", "HONOURS") else ()
        said.append(" ".join((bonus.lower(), *adding, *sorted(cards, key=INDEX.__getitem__))))
    return "declare " + (" + ".join(said) or "nothing")


@dataclass(frozen=True, slots=True)
class Declare(Template):
    """What a seat may show for each bonus, as texts; None for a bonus that it cannot declare (M5)."""

    abundance: tuple[str, ...] | None
    kings: tuple[str, ...] | None
    honours: tuple[str, ...] | None
    mixed: tuple[str, ...] | None

    @classmethod
    def of(cls, shown: Mapping[str, Any]) -> Declare:
        """The template that a view shows."""
        bonuses = (shown.get(bonus) for bonus in ("abundance", "kings", "honours", "mixed"))
        return cls(*(None if cards is None else tuple(cards) for cards in bonuses))

    def shown(self) -> dict[str, Any]:
        """The template as views show it: the bonuses that apply."""
        bonuses = {"abundance": self.abundance, "kings": self.kings, "honours": self.honours, "mixed": self.mixed}
        return {"verb": "declare", **{bonus: list(cards) for bonus, cards in bonuses.items() if cards is not None}}

    def moves(self) -> Iterator[str]:
        """None: declarations are too many, and perft does not count them."""
        return iter(())

    def draw(self, rng: Random) -> str:
        """A declaration of one bonus, with any number of the cards that it may show."""
        items: list[Item] = []
        if self.abundance is not None:
            shown = rng.sample(self.abundance, rng.randint(ABUNDANCE, len(self.abundance)))
            items.append(Item("ABUNDANCE", tuple(shown)))
        for bonus, cards in (("KINGS", self.kings), ("HONOURS", self.honours)):
            if cards is not None:
                items.append(Item(bonus, tuple(rng.sample(cards, rng.randint(0, min(1, len(cards)))))))
        if self.mixed is not None:
            shown = rng.sample(self.mixed, rng.randint(MIXED, len(self.mixed)))
            items.append(Item("MIXED", tuple(shown)))
        return declaring([rng.choice(items)])
