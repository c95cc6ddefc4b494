"""Tarot cards in words, and as they lie in a hand: by suit, trumps after them, the Fool by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.ui.game.moves import Choice, ChoiceStyle
from bot.ui.scene.scene import CardScene, CardState, Group
from cogs.games.tarot.pack import FOOL, TAROT
from rules.sentences import capital, listed
from rules.tarot.cards import CARDS, SUITS, name, points

TRUMPS: Final = "trumps"

KINDS: Final[Mapping[str, str]] = {
    **{suit.letter: suit.name for suit in TAROT.suits},
    TRUMPS: TRUMPS,
    FOOL: "Fool",
}
"""The suits as views name them, trumps and the Fool, in the order in which a hand lies; and what they are called."""


STYLES: Final[Mapping[str, ChoiceStyle]] = {"E": "good", "F": "bad", "W": "main"}
"""The buttons of the suits that are drawn green, red and blue; Air, which is black, and trumps have plain ones."""


def kind_of(card: str) -> str:
    """Return the kind of a card, a key of `KINDS`."""
    if card == FOOL:
        return card
    return card[-1] if card[-1] in SUITS else TRUMPS


def card_text(card: str) -> str:
    """Return a card within a sentence: "the 7 of Fire", "trump 12", "the Magician (1)"."""
    return name(CARDS.bit[card])


def card_text_after_name(card: str) -> str:
    """Return a card behind its player's name: "7 of Fire", "trump 12", "Magician (1)"."""
    return card_text(card).removeprefix("the ")


def all_named(cards: Iterable[str]) -> str:
    """Return cards within a sentence; of several trumps the word once: "the King of Air and trumps 2, 3 and 5"."""
    cards = list(cards)
    trumps = [card for card in cards if card.isdigit()]
    several = len(trumps) > 1
    other_names = [card_text(card) for card in cards if not (several and card in trumps)]
    return listed([*other_names, *([f"trumps {listed(trumps)}"] if several else [])])


def worth_of(cards: Iterable[str]) -> int:
    """Return the card points of cards (M1.2, C1.2)."""
    return points(CARDS.mask(cards))


def of_points(number: int) -> str:
    """Return a number of card points as text: "1 point", "7 points"."""
    return "1 point" if number == 1 else f"{number} points"


def by_kind(cards: Sequence[str]) -> dict[str, list[str]]:
    """Return cards by their kind, in the order of a hand; kinds without a card are left out."""
    cards_by_kind = {kind: [card for card in cards if kind_of(card) == kind] for kind in KINDS}
    return {kind: kind_cards for kind, kind_cards in cards_by_kind.items() if kind_cards}


def card_groups(
    cards: Sequence[str], playable: Collection[str] = (), barred: Mapping[str, Sequence[Any]] | None = None
) -> tuple[tuple[CardScene, ...], tuple[Group, ...]]:
    """Return a hand by suit; `barred` are the cards that may not go, each with its clause first."""
    groups = by_kind(cards)
    scenes = [_scene(card, playable, barred or {}) for kind_cards in groups.values() for card in kind_cards]
    return tuple(scenes), tuple(
        Group("" if kind == FOOL else capital(KINDS[kind]), len(kind_cards)) for kind, kind_cards in groups.items()
    )


def _scene(card: str, playable: Collection[str], barred: Mapping[str, Sequence[Any]]) -> CardScene:
    if card in barred:
        return CardScene(card, "barred")
    state: CardState = "playable" if card in playable else "plain"
    return CardScene(card, state)


LEADS: Final[Mapping[str, str]] = {
    **{suit.letter: f"{suit.name} is led" for suit in TAROT.suits},
    TRUMPS: "trumps are led",
}
"""The suits that a rule for the next turn may name, as led."""


def play(card: str) -> Choice:
    """Return a card as a choice in its suit's colour: by name, or among many by rank and two letters of the suit."""
    points = of_points(worth_of([card]))
    label, kind = capital(card_text_after_name(card)), kind_of(card)
    style: ChoiceStyle = STYLES.get(kind, "plain")
    group = capital(KINDS[kind])
    if not label.startswith("Trump "):
        # One letter of a suit could be an Ace or the Fool; not every device shows the suits' emoji as letters.
        short = (
            label
            if kind == FOOL or card in {"GOOD", "EVIL"}
            else card
            if kind == TRUMPS
            else f"{card[:-1]} {KINDS[kind][:2]}"
        )
        return Choice(f"play {card}", label, style, card, points, group=group, short=short)
    name = capital(TAROT.name_of(card).removeprefix(f"trump {card} "))
    return Choice(f"play {card}", label, style, card, f"{name}: {points}", group=group, short=card)
