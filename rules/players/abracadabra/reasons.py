"""Reasons of the heuristic player of Abracadabra: the numbers that it weighs, in a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules.abracadabra.cards import BIDS, SUIT_NAMES, SUITS, cards_of, sum_of_values
from rules.abracadabra.moves import Action, Exposure, Place, read
from rules.cards import each
from rules.contract import View
from rules.players.abracadabra.heuristic import (
    Weighed,
    chances_of,
    hoped,
    hoped_own_cards,
    likely_trumps,
    sure_trumps,
    wanted,
    weigh_card,
)
from rules.players.abracadabra.reading import Table, above, card_named, table_of
from rules.players.words import ONLY_MOVE, about, forced, many, percent
from rules.sentences import capital

FOR_SURE: Final = 0.9999
"""From this chance on no card that others may hold takes the trick away."""
LIKELY: Final = 0.5
"""From this chance on a card is likely to win."""
SELDOM: Final = 0.25
"""Below this chance it is said to win seldom."""
ALIKE: Final = 0.02
"""Chances that differ by no more are alike."""


def why(view: View, move: str) -> str:
    """Return the reason for a move that `choose` gave from this view."""
    if forced(view) or _one_way(view):
        return ONLY_MOVE
    table, action = table_of(view), read(move)
    match view["phase"]:
        case "suit":
            return _why_suit(view, table, move.removeprefix("suit "))
        case "bid":
            return _why_bid(view, table, move)
        case "place":
            return _why_place(view, table, action)
        case "trump":
            return _why_trump(table, move.removeprefix("trump "))
        case "expose":
            return _why_expose(view, table, action)
        case _:
            return _why_play(view, table, card_named(move.removeprefix("play "), table.turn_up))


def _one_way(view: View) -> bool:
    """Whether only one choice of bid cards is legal: all of them, or none."""
    if view["phase"] != "place":
        return False
    (choice,) = view["choices"]
    fewest, most = choice["count"]
    return fewest == most and most in (0, len(choice["cards"]))


# -- before play -------------------------------------------------------------------------------------------------------


def _why_suit(view: View, table: Table, suit: str) -> str:
    """Return the number of cards of the suit, and of likely winners among them (A8.5)."""
    chances = chances_of(table, likely_trumps(view, table))
    suit_cards = each(table.hand & cards_of(suit, 0))
    tricks = sum(chances[card] for card in suit_cards)
    promise = f"which may win {about(tricks, 'trick')}" if tricks >= 1 else "the most promising suit for you"
    return f"You hold {many(len(suit_cards), 'card')} of {SUIT_NAMES[suit]}, {promise}."


def _hope(view: View, table: Table) -> str:
    """Return the expected tricks of the hand."""
    return f"Your cards may win {about(hoped(table, likely_trumps(view, table)), 'trick')}"


def _why_bid(view: View, table: Table, move: str) -> str:
    """Return the expected tricks, and the reason for as many bids, more or fewer."""
    hope, highest = _hope(view, table), max(bid or 0 for bid in view["bids"])
    if move == "pass":
        safely = " safely" if hoped(table, likely_trumps(view, table)) > highest + LIKELY else ""
        return f"{hope}, too few to bid more than {highest}{safely}." if highest else f"{hope}, too few to be Declarer."
    if table.seats == 2:
        return f"{hope}. With one opponent, bid two more."
    if view["options"]["success"] == "at_least":
        return f"{hope}. Bid one fewer: extra tricks do no harm."
    return f"{hope}."


def _why_place(view: View, table: Table, action: Action) -> str:
    """Return the number of named tricks, and the score of the last ones (A8.2)."""
    assert isinstance(action, Place)
    count, worth = action.bid_cards.bit_count(), many(sum_of_values(action.bid_cards), "point")
    if not count:
        return f"{_hope(view, table)}. If you name none, try to win none."
    last = f"the last {many(count, 'trick')}" if count > 1 else "the last trick"
    if view["seat"] == view["declarer"]:
        return f"Late tricks score most: {last} may score {worth}."
    (choice,) = view["choices"]
    if wanted(view, table) > choice["count"][1]:
        return f"You must name fewer than Declarer: {last}, worth {worth}."
    if table.seats == 2:  # more than are hoped for
        return f"Late tricks score most: {last} may score {worth}."
    if view["options"]["success"] == "at_least":
        return f"Extra tricks do no harm: name only {last}, worth {worth}."
    return f"{_hope(view, table)}: name {last}, worth {worth}."


def _why_trump(table: Table, suit: str) -> str:
    tricks = {letter: hoped(table, cards_of(letter, 0)) for letter in SUITS}
    best, second = tricks.pop(suit), max(tricks, key=tricks.__getitem__)
    most = f"With {SUIT_NAMES[suit]} you may win {about(best, 'trick')}"
    return f"{most}, with {SUIT_NAMES[second]} {about(tricks[second], 'trick')}."


def _why_expose(view: View, table: Table, action: Action) -> str:
    """Return Declarer's trumps that will win what it exposes (A8.3), or what the pile would double (A8.5)."""
    assert isinstance(action, Exposure)
    sure = sure_trumps(table.hand, table.unseen, table.trumps) if view["seat"] == view["declarer"] else 0
    best = "your highest trump" if sure == 1 else f"your {sure} highest trumps"
    if action.bid_cards:
        return f"Nothing beats {best}: keep {'it' if sure == 1 else 'them'} for what you expose."
    cards = about(hoped_own_cards(view, table), "card")
    if action.pile:
        return f"You may win {cards} of your suit at 4 points. All then see your bids."
    if view["seat"] != view["declarer"]:
        return f"You may win {cards} of your suit, too few to show your bids."
    if sure:
        return f"Nothing beats {best}, but you have named no trick that late."
    return "You have no trump that is sure to win."


# -- play --------------------------------------------------------------------------------------------------------------


class Alternatives(NamedTuple):
    """A card that is played, among all that may be."""

    card: int
    this: str
    """The card in words."""
    chances: Mapping[int, float]
    """How likely each card of the hand wins some trick."""
    taking: Mapping[int, float]
    """How likely the trick is taken with each card that may be played."""
    takers: Sequence[int]
    """Those that take the trick as it lies."""

    @property
    def is_weakest(self) -> bool:
        """Whether no other card is less likely to win this trick."""
        return self.taking[self.card] <= min(self.taking.values()) + ALIKE

    @property
    def saves_better(self) -> bool:
        """Whether a card is kept that is likelier to win some trick; a card of the dummy saves none of the hand."""
        own_chance = self.chances.get(self.card)
        return own_chance is not None and any(chance > own_chance for chance in self.chances.values())


def _why_play(view: View, table: Table, card: int) -> str:
    chances = chances_of(table, table.trumps)
    cards = [card_named(move.removeprefix("play "), table.turn_up) for move in view["moves"]]
    cards_on_table = [card_named(text, table.turn_up) for _, text in view["trick"]]
    weights = {other: weigh_card(view, table, chances, other) for other in cards}
    taking = {other: max(other_card.takings) for other, other_card in weights.items()}
    this = "the dummy's card" if view["due"] == "dummy" else "this card"
    takers = [other for other in cards if takes(view, table, other, cards_on_table)]
    alternatives = Alternatives(card, this, chances, taking, takers)
    own_card = weights[card]
    if card in takers and (certain := _certain(view, table, own_card, this, cards_on_table)):
        return _why_win(view, own_card, certain, alternatives)
    if not any(taking.values()) or (card not in takers and view["winning"] == table.seat):
        return _why_throw(view, table, alternatives)
    return _why_try(view, own_card, alternatives) if own_card.won > own_card.lost else _why_lose(view, alternatives)


def _why_win(view: View, own_card: Weighed, certain: str, alternatives: Alternatives) -> str:
    """Return the reason for a card that certainly wins the trick."""
    if own_card.won > own_card.lost:
        return f"{_aim(view)}: {certain}."
    if all(alternatives.taking[other] >= FOR_SURE and other in alternatives.takers for other in alternatives.taking):
        return "You cannot lose this trick: all your cards win."
    return f"You win this trick, but can spare {alternatives.this}."


def _why_throw(view: View, table: Table, alternatives: Alternatives) -> str:
    """Return the reason for a card where none can win the trick, or the seat has it already."""
    is_mine = view["winning"] == table.seat
    if view["due"] == "dummy":
        return (
            "This trick is yours, whatever the dummy plays." if is_mine else "No card of the dummy can win this trick."
        )
    now = "This trick is yours already" if is_mine else "You cannot beat the best card"
    if not is_mine and alternatives.takers:
        now = "The dummy can beat all your cards"
    others = [alternatives.chances[other] for other in alternatives.taking]
    own_chance = alternatives.chances[alternatives.card]
    if not alternatives.saves_better and _spoils(view):
        return f"{now}: part with a card that might spoil your bid."
    if own_chance <= min(others) + ALIKE and alternatives.saves_better and _occasion(view):
        return f"{now}: save high cards for {_occasion(view)}."
    return f"{now}, and you can spare this one."


def _why_try(view: View, own_card: Weighed, alternatives: Alternatives) -> str:
    """Return the reason for a card that may win. A better card may be worth more in a later trick."""
    taking, best = alternatives.taking[alternatives.card], max(alternatives.taking.values())
    is_best = taking >= best - ALIKE
    if is_best and (taking >= LIKELY or not alternatives.is_weakest or not alternatives.saves_better):
        return f"{_aim(view)}: {_chance_of(own_card, alternatives)}."
    if taking >= SELDOM and alternatives.saves_better and _occasion(view):
        return f"{capital(alternatives.this)} may win ({percent(taking)}), and saves better ones for {_occasion(view)}."
    if not alternatives.saves_better:
        return f"{capital(alternatives.this)} is {'less' if taking else 'not'} likely to win, but you can spare it."
    if not _occasion(view):
        return _why_lose(view, alternatives)
    return f"Save high cards for {_occasion(view)}: {_loses(alternatives)}."


def _why_lose(view: View, alternatives: Alternatives) -> str:
    """Return the reason for a card that loses a trick which the seat does not want."""
    if _spoils(view):
        aim = "One more trick would spoil your bid"
        if alternatives.taking[alternatives.card] and not alternatives.is_weakest:
            return f"{aim}: part with {alternatives.this} while it may lose."
    else:
        aim = "You do better to lose this trick"
        if alternatives.saves_better:
            aim = f"Save high cards for {_occasion(view)}"
    return f"{aim}: {_loses(alternatives)}."


def _aim(view: View) -> str:
    """Return the reason to win the trick: it is named, or tricks are still needed (A8)."""
    own_seat, number = view["seat"], len(view["tricks"]) + 1
    need = _needed(view)
    this = BIDS.texts[number - 1]
    harmless = view["options"]["success"] == "at_least" and view["numbers"][own_seat] > 0
    if this in _exposed(view):
        return f"You exposed this trick ({many(2 * number, 'point')})"
    if this in view["left"][own_seat]:
        return f"You named this trick ({many(number, 'point')})"
    if need > 0:
        return f"You need {many(need, 'more trick')}, named or not"
    if need < 0 and not harmless:
        return "Your bid is lost, but tricks score"
    return "Extra tricks do no harm" if harmless else "This trick pays more than your bid"


def _needed(view: View) -> int:
    """Return the number of tricks that the seat still needs (A8.1)."""
    own_seat: int = view["seat"]
    return view["numbers"][own_seat] - view["taken"][own_seat]


def _spoils(view: View) -> bool:
    """Whether one more trick would spoil the seat's bid (A8.1)."""
    at_least = view["options"]["success"] == "at_least" and view["numbers"][view["seat"]] > 0
    return _needed(view) == 0 and not at_least


def _exposed(view: View) -> Sequence[str]:
    """Return the bid cards that the seat has exposed and not won yet (A8.3)."""
    return view["right"] if view["seat"] == view["declarer"] else ()


def _occasion(view: View) -> str:
    """Return the purpose of saved high cards: the next named trick, or the tricks still needed.

    "" where one more would spoil the bid.
    """
    over = len(view["tricks"]) + 1
    for number, rank in enumerate(BIDS.texts[over:], start=over + 1):
        if rank in _exposed(view):
            return f"exposed trick {number}"
        if rank in view["left"][view["seat"]]:
            return f"named trick {number}"
    need = _needed(view)
    if need > 0:
        return "the trick you need" if need == 1 else f"the {need} tricks you need"
    return "" if _spoils(view) else "later tricks"


def _loses(alternatives: Alternatives) -> str:
    """Return a sentence: the card is not likely to win the trick."""
    taking = alternatives.taking[alternatives.card]
    if not taking:
        return (
            "the dummy can beat this card" if alternatives.card in alternatives.takers else f"{alternatives.this} loses"
        )
    if alternatives.is_weakest:
        return f"{alternatives.this} is the least likely to win"
    return f"{alternatives.this} seldom wins" if taking < SELDOM else "you can spare this one"


def _chance_of(own_card: Weighed, alternatives: Alternatives) -> str:
    """Return the chance that the card, or its side's third one, wins the trick."""
    first, *other = own_card.takings
    if other and other[0] > first:
        return f"your third card may win ({percent(other[0])})"
    if first >= LIKELY:
        return f"{alternatives.this} may win ({percent(first)})"
    return f"this is your best chance ({percent(first)})"


def _certain(view: View, table: Table, weights: Weighed, this: str, cards_on_table: Sequence[int]) -> str:
    """Return a sentence that the card, which takes the trick as it lies, wins it for sure; empty where that is
    not so.
    """
    if len(cards_on_table) + 1 == (3 if view["with_dummy"] else table.seats):
        return f"{this} wins it"
    return f"{this} cannot be beaten" if weights.takings[0] >= FOR_SURE else ""


def takes(view: View, table: Table, card: int, lying: Sequence[int]) -> bool:
    """Whether the card takes the trick in progress as it lies (A7.1); a lead does."""
    best: int = view["best"] or 0
    return not lying or bool(card & above(lying[best], table.trumps))
