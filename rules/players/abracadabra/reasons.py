"""Why the rule-of-thumb player of Abracadabra does what it does: the numbers that it weighs, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.abracadabra.cards import BIDS, SUIT_NAMES, SUITS, cards_of, values
from rules.abracadabra.moves import Exposure, Place, Said, read
from rules.cards import each
from rules.contract import View
from rules.players.abracadabra.thumb import (
    Table,
    Weighed,
    above,
    best_trumps,
    card_named,
    chance,
    chances_of,
    hoped,
    likely_trumps,
    own_cards,
    sure_trumps,
    table_of,
    wanted,
    weigh,
)
from rules.players.words import ONLY_MOVE, about, forced, many, percent

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
    return (
        f"Of the suits that are left {SUIT_NAMES[suit]} promise you most: you hold {many(len(held), 'card')} of them, "
        f"which may win {tricks}, and each one in your tricks scores."
    )


def _hope(view: View, table: Table) -> str:
    """How many tricks the hand may win, and how many more or fewer are named for it."""
    trumps = likely_trumps(view, table)
    with_trumps = "" if view["trumps"] else f" with {SUIT_NAMES[best_trumps(table)]} as trumps"
    hope = f"Your cards may win {about(hoped(table, trumps), 'trick')}{with_trumps}"
    if table.seats == 2:
        return f"{hope}; against one opponent naming two more pays"
    if view["options"]["success"] == "at_least":
        return f"{hope}; where more do no harm, naming one fewer is surer"
    return hope


def _why_bid(view: View, table: Table, move: str) -> str:
    hope, highest = _hope(view, table), max(bid or 0 for bid in view["bids"])
    if move != "pass":
        return f"{hope}. So bid {move.removeprefix('bid ')}, as many as you would name."
    if highest:
        return f"{hope}. To be Declarer you would have to bid more than {highest}, which is too many."
    return f"{hope}. That is too few to be Declarer."


def _why_place(view: View, table: Table, said: Said) -> str:
    """How many tricks are named, and what the last ones bring (A8.2)."""
    assert isinstance(said, Place)
    count, worth = said.bid_cards.bit_count(), many(values(said.bid_cards), "point")
    last = f"the last {many(count, 'trick')}" if count > 1 else "the last trick"
    if view["seat"] == view["declarer"]:
        return f"You bid {count}. Late tricks are worth most, and winners can wait for them: {last} may bring {worth}."
    hope = _hope(view, table)
    if not count:
        return f"{hope}. Who names no trick succeeds by winning none."
    (choice,) = view["choices"]
    fewer = ", and you must name fewer than Declarer" if wanted(view, table) > choice["count"][1] else ""
    return f"{hope}{fewer}. Winners can wait for {last}, worth {worth}."


def _why_trump(table: Table, suit: str) -> str:
    tricks = {one: hoped(table, cards_of(one, 0)) for one in SUITS}
    best, second = tricks.pop(suit), max(tricks, key=tricks.__getitem__)
    return (
        f"With {SUIT_NAMES[suit]} as trumps your cards may win {about(best, 'trick')}; with the next best suit, "
        f"{SUIT_NAMES[second]}, {about(tricks[second], 'trick')}."
    )


def _why_expose(view: View, table: Table, said: Said) -> str:
    """What the pile would double (A8.5), and Declarer's trumps that will win what it turns up (A8.3)."""
    assert isinstance(said, Exposure)
    cards = about(own_cards(view, table), "card")
    if said.pile:
        pile = f"You may win {cards} of your suit; an open pile makes each worth 4 points."
    elif view["moves"] or view["choices"][0]["pile"]:
        pile = f"You may win {cards} of your suit: too few to show for them what you have named."
    else:
        pile = "You have no pile to open."
    if view["seat"] != view["declarer"]:
        return pile
    sure = sure_trumps(table)
    if not sure:
        return f"You have no trump that is sure to win what you would turn up. {pile}"
    best = "your highest trump" if sure == 1 else f"your {sure} highest"
    if not said.bid_cards:
        return f"No trump that you have not seen beats {best}, but you have not named so late a trick. {pile}"
    they = "it" if sure == 1 else "they"
    return f"No unseen trump beats {best}: kept to the end, {they} should win what you turn up, for double. {pile}"


# -- play --------------------------------------------------------------------------------------------------------------


def _why_play(view: View, table: Table, card: int) -> str:
    weighed = weigh(view, table, chances_of(table), card)
    wants = weighed.won > weighed.lost
    return f"{_aim(view, wants)}. {_means(view, table, card, weighed, wants)}."


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
            return f"You have turned up this trick: winning it brings {2 * number} points, losing it costs as many"
        if this in view["left"][mine]:
            return f"You have named this trick, and winning it brings {many(number, 'point')}"
        if need > 0:
            return f"You need {many(need, 'more trick')} to have as many as you named"
        if need < 0 and not harmless:
            return "You have won more tricks than you named, so one more does no harm"
        return "You have all the tricks that you need" + (
            ", and more do no harm" if harmless else ", yet this one promises more than keeping to that"
        )
    if need == 0:  # where more do no harm each trick is wanted
        have = f"the {many(named, 'trick')} that you named" if named else "named no trick"
        return f"You have {have}, and winning one more would cost your success"
    later = [one for one in (*view["left"][mine], *right) if BIDS.texts.index(one) >= number]
    if later and this not in (*view["left"][mine], *right):
        following = min(BIDS.texts.index(one) for one in later) + 1
        return f"You have not named this trick; the next that you named is trick {following}"
    return "Your cards promise more if you lose this trick"


def _means(view: View, table: Table, card: int, weighed: Weighed, wants: bool) -> str:
    """What the card does in the trick, and what the cards that are kept may do."""
    tricks = about(sum(weighed.rest), "trick")
    kept = f"what you keep may win {tricks}"
    this = "This card of the dummy" if view["due"] == "dummy" else "This card"
    lying = [card_named(one, table.turn_up) for _, one in view["trick"]]
    moves = [card_named(move.removeprefix("play "), table.turn_up) for move in view["moves"]]
    takers = [one for one in moves if takes(view, table, one, lying)]
    if card not in takers:
        if view["winning"] == table.seat:
            return f"The trick is yours already, and {kept}"
        if not takers:
            return f"No card that you may play takes it, and {kept}"
        if wants:
            return f"But a card that takes it promises more later: {kept}"
        return f"{this} does not take it, and {kept}"
    certain = _certain(view, table, weighed, this, lying)
    if certain and not wants:
        if len(takers) == len(moves):
            return f"But every card that you may play takes it as it lies: {kept}"
        return f"{certain}, but you will miss it least: {kept}"
    if certain:
        return f"{certain}, and {kept}"
    first, *other = weighed.takings
    if not first:  # the dummy lies open
        return f"The dummy can beat this card, and {kept}"
    if wants and other and other[0] > first:
        return f"Your third card can win it, with a chance of {percent(other[0])}, and {kept}"
    return f"{this} wins it with a chance of {percent(first)}, and {kept}"


def _certain(view: View, table: Table, weighed: Weighed, this: str, lying: Sequence[int]) -> str:
    """That the card, which takes the trick as it lies, wins it whatever comes; nothing where that is not so."""
    if len(lying) + 1 == (3 if view["with_dummy"] else table.seats):
        return f"{this} takes it for sure"
    return f"{this} cannot be beaten" if weighed.takings[0] >= FOR_SURE else ""


def takes(view: View, table: Table, card: int, lying: Sequence[int]) -> bool:
    """Whether the card takes the trick in progress as it lies (A7.1); a lead does."""
    best: int = view["best"] or 0
    return not lying or bool(card & above(lying[best], table.trumps))
