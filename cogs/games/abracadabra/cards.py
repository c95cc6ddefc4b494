"""Cards of Abracadabra in words, and their order in a hand.

They lie by suit; the joker lies where its card would. Bid cards lie by the tricks that they name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.ui.game.card_packs import TEXT_STYLE
from bot.ui.game.moves import Choice, ChoiceStyle
from bot.ui.scene.scene import CardScene, CardState, Group
from cogs.games.abracadabra.pack import ABRACADABRA, BID
from rules.abracadabra.cards import BIDS, RANKS
from rules.sentences import capital, listed

JOKER: Final = "JOKER"

SUITS: Final[Mapping[str, str]] = {suit.letter: suit.name for suit in ABRACADABRA.suits}
"""The suits' names, in the order in which a hand lies."""

SIGNS: Final[Mapping[str, str]] = {suit.letter: suit.sign + TEXT_STYLE for suit in ABRACADABRA.suits}
"""Their signs, for places with little room."""

STYLES: Final[Mapping[str, ChoiceStyle]] = {"H": "bad", "D": "main", "C": "good"}
"""The buttons of the suits that are drawn red, blue and green; spades, which are black, have plain ones."""

ONE: Final[Mapping[str, str]] = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
"""A card of each suit."""

# -- the pack ----------------------------------------------------------------------------------------------------------


def counted_card(card: str, turn_up: str | None) -> str:
    """Return the card as which a card counts: a joker is the card that was turned up (A2.2)."""
    return turn_up if card == JOKER and turn_up else card


def suit_of(card: str, turn_up: str | None) -> str:
    """Return the suit that a card counts as."""
    return counted_card(card, turn_up)[-1]


def rank_of(card: str, turn_up: str | None) -> int:
    """Return the rank of a card in its suit, as a number."""
    return RANKS.index(counted_card(card, turn_up)[:-1])


def named(card: str, turn_up: str | None) -> str:
    """Return a card within a sentence: "the 9 of hearts", "the joker (as the 9 of hearts)"."""
    if card != JOKER:
        return f"the {ABRACADABRA.name_of(card)}"
    return "the joker" if turn_up in {None, JOKER} else f"the joker (as the {ABRACADABRA.name_of(str(turn_up))})"


def trumps(view: Mapping[str, Any]) -> str:
    """Return the trumps, from a view or its `last`: a suit, none, or still to be named."""
    letter = view["trumps"]
    return "not named yet" if letter is None else SUITS.get(letter, "no trumps")


def by_suit(cards: Iterable[str], turn_up: str | None) -> dict[str, list[str]]:
    """Return cards by their suit, from the lowest up, the joker at its place; suits without a card are left out."""
    ordered_cards = sorted(cards, key=lambda card: rank_of(card, turn_up))
    cards_by_suit = {suit: [card for card in ordered_cards if suit_of(card, turn_up) == suit] for suit in SUITS}
    return {suit: suit_cards for suit, suit_cards in cards_by_suit.items() if suit_cards}


def card_groups(
    cards: Iterable[str], turn_up: str | None, playable: Collection[str] = (), barred: Collection[str] = ()
) -> tuple[tuple[CardScene, ...], tuple[Group, ...]]:
    """Return cards by suit, with what may and what may not be played."""
    groups = by_suit(cards, turn_up)
    scenes = [_scene(card, turn_up, playable, barred) for suit_cards in groups.values() for card in suit_cards]
    return tuple(scenes), tuple(
        Group(capital(SUITS[suit] if len(suit_cards) > 1 else ONE[suit]), len(suit_cards))
        for suit, suit_cards in groups.items()
    )


def _scene(card: str, turn_up: str | None, playable: Collection[str], barred: Collection[str]) -> CardScene:
    state: CardState = "barred" if card in barred else "playable" if card in playable else "plain"
    return CardScene(card, state, f"is {ABRACADABRA.text_of(counted_card(card, turn_up))}" if card == JOKER else "")


def play(card: str, turn_up: str | None, *, dummy: bool) -> Choice:
    """Return a card as a choice, coloured as its suit is drawn."""
    letter = suit_of(card, turn_up)
    whole = capital(named(card, turn_up).removeprefix("the "))
    label = "Joker" if card == JOKER else whole
    group = "Dummy" if dummy else capital(SUITS[letter])
    style: ChoiceStyle = STYLES.get(letter, "plain")
    return Choice(f"play {card}", label, style, card, whole, group=group, short=ABRACADABRA.text_of(card))


# -- the bid cards -----------------------------------------------------------------------------------------------------


def value_of(rank: str) -> int:
    """Return the number of the trick that a bid card names (A1.3)."""
    return BIDS.texts.index(rank) + 1


def worth(ranks: Iterable[str]) -> int:
    """Return the values of bid cards together."""
    return sum(value_of(rank) for rank in ranks)


def bid_card(rank: str) -> str:
    """Return the bid card of this rank as the pack has it."""
    return f"{BID}{value_of(rank)}"


def rank_named(card: str) -> str:
    """Return the rank of a bid card of the pack, as moves write it."""
    return BIDS.texts[int(card.removeprefix(BID)) - 1]


def tricks(ranks: Sequence[str]) -> str:
    """Return the tricks that bid cards name: "trick 4", "tricks 4, 9 and 11"."""
    numbers = [str(value_of(rank)) for rank in ranks]
    return f"trick{'s' * (len(numbers) > 1)} {listed(numbers)}"


def plural(number: int, noun: str) -> str:
    """Return a number of things as text: "1 trick", "4 tricks", "no tricks"."""
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"
