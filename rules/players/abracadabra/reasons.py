"""Why the heuristic player of Abracadabra does what it does: the numbers that it weighs, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.abracadabra.cards import BIDS, SUIT_NAMES, SUITS, cards_of, values
from rules.abracadabra.moves import Exposure, Place, Said, read
from rules.cards import each
from rules.contract import View
from rules.players.abracadabra.heuristic import (
    Weighed,
    chance,
    chances_of,
    hoped,
    likely_trumps,
    own_cards,
    sure_trumps,
    wanted,
    weigh_card,
)
from rules.players.abracadabra.reading import Table, above, card_named, table_of
from rules.players.words import ONLY_MOVE, about, forced, many, percent

ALL_WIN: Final = "all your cards win"
FOR_SURE: Final = 0.9999
"""From this chance on no card that others may hold takes the trick away."""


def why(view: View, move: str) -> str:
    """The reason for a move that `choose` gave from this view."""
    if forced(view) or _one_way(view):
        return ONLY_MOVE
    table, said = table_of(view), read(move)
    match view["phase"]:
        case "suit":
            return _why_suit(view, table, move.removeprefix("suit "))
        case "bid":
            return _why_bid(view, table, move)
        case "place":
            return _why_place(view, table, said)
        case "trump":
            return _why_trump(table, move.removeprefix("trump "))
        case "expose":
            return _why_expose(view, table, said)
        case _:
            return _why_play(view, table, card_named(move.removeprefix("play "), table.turn_up))


def _one_way(view: View) -> bool:
    """Whether bid cards are to be placed and there is one way to do it: all of them, or none."""
    if view["phase"] != "place":
        return False
    (choice,) = view["choices"]
    fewest, most = choice["count"]
    return fewest == most and most in (0, len(choice["cards"]))


# -- before play -------------------------------------------------------------------------------------------------------


def _why_suit(view: View, table: Table, suit: str) -> str:
    """How many cards of the suit are held, and how many of those may win (A8.5)."""
    trumps = likely_trumps(view, table)
    held = each(table.hand & cards_of(suit, 0))
    tricks = about(sum(chance(table, card, trumps) for card in held), "trick")
    return f"You hold {many(len(held), 'card')} of {SUIT_NAMES[suit]}, which may win {tricks}."


def _hope(view: View, table: Table) -> str:
    """How many tricks the hand may win."""
    return f"Your cards may win {about(hoped(table, likely_trumps(view, table)), 'trick')}"


def _why_bid(view: View, table: Table, move: str) -> str:
    """How many tricks are hoped for, and why as many are bid, or more or fewer."""
    hope, highest = _hope(view, table), max(bid or 0 for bid in view["bids"])
    if move == "pass":
        return f"{hope}, too few to bid more than {highest}." if highest else f"{hope}, too few to be Declarer."
    if table.seats == 2:
        return f"{hope}. With one opponent, bid two more."
    if view["options"]["success"] == "at_least":
        return f"{hope}. Bid one fewer: extra tricks do no harm."
    return f"{hope}."


def _why_place(view: View, table: Table, said: Said) -> str:
    """How many tricks are named, and what the last ones score (A8.2)."""
    assert isinstance(said, Place)
    count, worth = said.bid_cards.bit_count(), many(values(said.bid_cards), "point")
    if not count:
        return f"{_hope(view, table)}. If you name none, try to win none."
    last = f"the last {many(count, 'trick')}" if count > 1 else "the last trick"
    if view["seat"] == view["declarer"]:
        return f"Late tricks score most: {last} may score {worth}."
    (choice,) = view["choices"]
    if wanted(view, table) > choice["count"][1]:
        return f"You must name fewer than Declarer: {last}, worth {worth}."
    return f"{_hope(view, table)}: name {last}, worth {worth}."


def _why_trump(table: Table, suit: str) -> str:
    tricks = {letter: hoped(table, cards_of(letter, 0)) for letter in SUITS}
    best, second = tricks.pop(suit), max(tricks, key=tricks.__getitem__)
    most = f"With {SUIT_NAMES[suit]} you may win {about(best, 'trick')}"
    return f"{most}, with {SUIT_NAMES[second]} {about(tricks[second], 'trick')}."


def _why_expose(view: View, table: Table, said: Said) -> str:
    """Declarer's trumps that will win what it exposes (A8.3), or what the pile would double (A8.5)."""
    assert isinstance(said, Exposure)
    sure = sure_trumps(table) if view["seat"] == view["declarer"] else 0
    best = "your highest trump" if sure == 1 else f"your {sure} highest trumps"
    if said.bid_cards:
        return f"Nothing beats {best}: keep {'it' if sure == 1 else 'them'} for what you expose."
    cards = about(own_cards(view, table), "card")
    if said.pile:
        return f"You may win {cards} of your suit at 4 points. All then see your bids."
    if view["seat"] != view["declarer"]:
        return f"You may win {cards} of your suit, too few to show your bids."
    if sure:
        return f"Nothing beats {best}, but you have named no trick that late."
    return "You have no trump that is sure to win."


# -- play --------------------------------------------------------------------------------------------------------------


def _why_play(view: View, table: Table, card: int) -> str:
    weighed = weigh_card(view, table, chances_of(table), card)
    wants = weighed.won > weighed.lost
    means = _means(view, table, card, weighed, wants)
    # Where every card wins there is nothing to save, and no trick to lose.
    return f"{'You cannot lose this trick' if means == ALL_WIN else _aim(view, wants)}: {means}."


def _aim(view: View, wants: bool) -> str:
    """Why the trick is wanted, or not: what is named, and how many tricks are still needed (A8)."""
    mine, number = view["seat"], len(view["tricks"]) + 1
    named: int = view["numbers"][mine]
    need = named - view["taken"][mine]
    right = view["right"] if mine == view["declarer"] else ()
    this = BIDS.texts[number - 1]
    harmless = view["options"]["success"] == "at_least" and named > 0
    if wants:
        if this in right:
            return f"You exposed this trick ({many(2 * number, 'point')})"
        if this in view["left"][mine]:
            return f"You named this trick ({many(number, 'point')})"
        if need > 0:
            return f"You need {many(need, 'more trick')}, named or not"
        if need < 0 and not harmless:
            return "Your bid is lost, but tricks score"
        return "Extra tricks do no harm" if harmless else "This trick pays more than your bid"
    if need == 0:  # where more do no harm each trick is wanted
        return "One more trick would spoil your bid"
    later = [rank for rank in (*view["left"][mine], *right) if BIDS.texts.index(rank) >= number]
    if later and this not in (*view["left"][mine], *right):
        return f"Save high cards for named trick {min(BIDS.texts.index(rank) for rank in later) + 1}"
    return "You do better to lose this trick"


def _means(view: View, table: Table, card: int, weighed: Weighed, wants: bool) -> str:
    """The card's effect in the trick."""
    this = "the dummy's card" if view["due"] == "dummy" else "this card"
    lying = [card_named(text, table.turn_up) for _, text in view["trick"]]
    moves = [card_named(move.removeprefix("play "), table.turn_up) for move in view["moves"]]
    takers = [candidate for candidate in moves if takes(view, table, candidate, lying)]
    if card not in takers:
        if view["winning"] == table.seat:
            return "it is yours already"
        if not takers:
            return "you cannot beat the best card"
        return f"{this} is the least likely to win one" if wants else f"{this} loses"
    certain = _certain(view, table, weighed, this, lying)
    if certain and not wants:
        return ALL_WIN if len(takers) == len(moves) else "you win it, but can spare this card"
    if certain:
        return certain
    first, *other = weighed.takings
    if not first:  # the dummy lies open
        return "the dummy can beat this card"
    if wants and other and other[0] > first:
        return f"your third card may win ({percent(other[0])})"
    return f"this card may win ({percent(first)})"


def _certain(view: View, table: Table, weighed: Weighed, this: str, lying: Sequence[int]) -> str:
    """A sentence that the card, which takes the trick as it lies, wins it for sure; empty where that is not so."""
    if len(lying) + 1 == (3 if view["with_dummy"] else table.seats):
        return f"{this} wins it"
    return f"{this} cannot be beaten" if weighed.takings[0] >= FOR_SURE else ""


def takes(view: View, table: Table, card: int, lying: Sequence[int]) -> bool:
    """Whether the card takes the trick in progress as it lies (A7.1); a lead does."""
    best: int = view["best"] or 0
    return not lying or bool(card & above(lying[best], table.trumps))
