"""The highest card of each suit first."""

from __future__ import annotations

from bot.ui.game.moves import Choice
from bot.ui.kit.card_order import sort_high_first
from bot.ui.scene.scene import CardScene, Group, HandScene

CARDS = tuple(map(CardScene, ("2E", "7E", "KE", "3F", "9F", "FOOL")))
HAND = HandScene("tarot", "Your hand", cards=CARDS, groups=(Group("Earth", 3), Group("Fire", 2)))


def read_texts(scene: HandScene) -> list[str | None]:
    return [card.text for card in scene.cards]


def test_cards_are_turned_round_within_their_groups() -> None:
    """Groups stay where they are, and what is in none of them is one; a hand without groups is turned as a whole."""
    turned, choices = sort_high_first(HAND, ())
    assert read_texts(turned) == ["KE", "7E", "2E", "9F", "3F", "FOOL"]
    assert (turned.groups, choices) == (HAND.groups, ())
    assert read_texts(sort_high_first(HAND._replace(groups=()), ())[0]) == ["FOOL", "9F", "3F", "KE", "7E", "2E"]
    assert read_texts(sort_high_first(HAND._replace(cards=()), ())[0]) == []


def test_choices_follow_where_they_lay_in_the_order_of_the_hand() -> None:
    """Those of a group with words among them, or in an order of their own, stay as they are."""
    plays = [Choice(f"play {card}", card, card=card, group="Earth") for card in ("2E", "KE")]
    others = [Choice(f"play {card}", card, card=card, group="Fire") for card in ("9F", "3F")]
    words = [Choice("pass", "Pass", group="Words"), Choice("play FOOL", "The Fool", card="FOOL", group="Words")]
    _, choices = sort_high_first(HAND, [*plays, *others, *words])
    assert [choice.move for choice in choices] == ["play KE", "play 2E", "play 9F", "play 3F", "pass", "play FOOL"]
