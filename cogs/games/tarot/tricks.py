"""Tarot tricks in words: why cards may not be played, why one won, and the points of a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.game.players import Players
from cogs.games.tarot.cards import KINDS, TRUMPS, card_text, card_text_after_name, kind_of, worth_of
from cogs.games.tarot.pack import FOOL
from rules.contract import View
from rules.sentences import capital
from rules.tarot.cards import ABOVE, CARDS


def must_follow(view: View, clause: str, clause_of_fool: str, instead: str = "") -> str:
    """Return the reason why the duty to follow (`clause`) bars cards in the trick, and the cards to play.

    "Earth was led and you hold the 3 of Earth, so you must play Earth. (M6.2)". Cards of the suit `instead` may be
    played, too.
    """
    hand: list[str] = view["hand"]
    playable_cards = [card for card in hand if card not in view["barred"] and card != FOOL]
    following = [card for card in playable_cards if kind_of(card) == view["led"]]
    suit_name = KINDS[view["led"]]
    verb = "were" if view["led"] == TRUMPS else "was"
    if following:
        duty = "a trump" if view["led"] == TRUMPS else f"{suit_name} or {instead}" if instead else suit_name
        reason = f"{suit_name} {verb} led and you hold {some_cards(following)}, so you must play {duty}. ({clause})"
    else:
        reason = f"{suit_name} was led and you hold none, so you must play a trump. ({clause})"
    fool = f" You may always play the Fool. ({clause_of_fool})" if FOOL in hand else ""
    return capital(f"{reason}{fool}")


def trick_points(trick: Sequence[tuple[int, str]]) -> int:
    """Return the card points of a trick's winner: the Fool stays its player's (M6.5)."""
    return worth_of(card for _, card in trick if card != FOOL)


def some_cards(cards: Sequence[str]) -> str:
    """Return one of these cards, and how many more there are."""
    further_count = len(cards) - 1
    return card_text(cards[0]) + (f" and {further_count} more" if further_count else "")


def card_of_player(players: Players, seat: int, card: str) -> str:
    """Return a card with its player, at the beginning of a sentence: "Bela's King of Air", "Your trump 7"."""
    return (
        f"Your {card_text_after_name(card)}"
        if seat == players.reader
        else f"{players.name(seat)}'s {card_text_after_name(card)}"
    )


def winning_reason(trick: Mapping[str, Any], card: str) -> str:
    """Return the reason why a card won its trick: "beats the King of Water", "wins as nobody else played Fire"."""
    other_cards = [other_card for _, other_card in trick["cards"] if other_card not in (card, FOOL)]
    followed = [other_card for other_card in other_cards if kind_of(other_card) == kind_of(card)] or other_cards
    best_other = max(
        followed,
        key=lambda candidate: sum(
            bool(CARDS.bit[candidate] & ABOVE[CARDS.bit[other_card]]) for other_card in other_cards
        ),
    )
    if kind_of(card) == TRUMPS or kind_of(best_other) == kind_of(card):
        return f"beats {card_text(best_other)}"
    return f"wins as nobody else played {KINDS[kind_of(card)]}"
