"""Reasons of the heuristic player of Conference: the numbers that it weighs, in 80 letters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rules.conference.allegiance import counting_suits
from rules.conference.cards import SPIRITS
from rules.conference.gallowglass import hireable_cards
from rules.conference.moves import read_play
from rules.conference.records import HIRED_SUITS, NO_SUIT, Call, LaidCard, Setup, partner, side
from rules.conference.trick import winner
from rules.contract import View
from rules.players.conference.heuristic import TO_COME, Table, call_brings, leading, price_of, side_wins, table_of
from rules.players.words import ONLY_MOVE, forced, many, percent, roughly
from rules.sentences import capital, listed
from rules.tarot.cards import CARDS, FOOL, KINGS, LED, NUMBERED, SUIT_MASKS, SUIT_NAMES, SUITS, TRUMPS, points
from rules.views import pack_of

SUIT_OF: Final = dict(zip(SUITS, SUIT_NAMES, strict=True))
LIKELY: Final = 0.495
"""From this chance on, told as half, a side is said to win a trick rather than to risk it."""
HOPE: Final = 0.05
"""From this chance on a partner is said to be able to win a trick."""


def why(view: View, move: str) -> str:
    """Return the reason for a move that `choose` gave from this view."""
    if view["phase"] == "cut":  # C2.3: anybody may call for a shuffle, and nobody knows a card
        return "After a cut, the log tells much of the next deal. After a shuffle, nothing."
    if forced(view):
        return ONLY_MOVE
    if view["phase"] == "discard":
        return _why_discard(view, CARDS.mask(move.split(" ")[1:]))
    if view["phase"] == "gallowglass":
        return _why_hire(view, move.split(" ")[1])
    return _why_play(view, move)


# -- before the first trick --------------------------------------------------------------------------------------------


def _why_discard(view: View, cards: int) -> str:
    """Return the suits in which the hand is short then. The move itself says what the cards count (C3.2)."""
    hand = CARDS.mask(view["hand"])
    if cards & TRUMPS:
        return "Too few other cards may go, so the lowest trumps go too."
    pairs = list(zip(SUIT_NAMES, SUIT_MASKS, strict=True))
    voids = [name for name, suit in pairs if hand & suit and not hand & suit & ~cards]
    if voids:
        return f"Without {listed(voids)} you can trump there."
    shorter = [name for name, suit in pairs if suit & cards]
    return f"With fewer of {listed(shorter)} you can trump sooner."


def _why_hire(view: View, suit: str) -> str:
    """Return the strength of the hand, and the holders of a suit's points (C4.4, C8.3)."""
    hand = CARDS.mask(view["hand"])
    trumps, kings = many((hand & NUMBERED).bit_count(), "trump"), many((hand & KINGS).bit_count(), "King")
    if suit == NO_SUIT:
        return capital(f"{trumps} and {kings} are strong enough to play for all points.")
    cards = HIRED_SUITS[suit] & Setup.from_options(view["options"], pack_of(view)).pack
    own = points(cards & (hand | CARDS.mask(view["discard"] or ())))
    return capital(f"{trumps} and {kings} are weak; you have only {own} of {points(cards)} points of {SUIT_OF[suit]}.")


# -- play --------------------------------------------------------------------------------------------------------------


class Outlook(NamedTuple):
    """A card that may be played, and the outlook of the trick with it."""

    card: int
    winning: int | None
    """The seat that surely wins the trick so far, if any."""
    chance: float
    """How likely the side of the seat to play wins it."""

    def for_side(self, side_index: int) -> bool:
        """Whether a seat of this side is winning."""
        return self.winning is not None and side(self.winning) == side_index


def _why_play(view: View, move: str) -> str:
    table = table_of(view)
    card, ours = read_play(move, table.pack)
    if ours is not None:
        return _why_call(table, Call(table.seat, card, ours, len(table.known.tricks)))
    looks = {played: _outlook(table, played) for played, _ in (read_play(other, table.pack) for other in view["moves"])}
    look = looks.pop(card)
    if card == FOOL:
        return _why_fool(table, look)
    others = list(looks.values())
    if not table.lying:
        return _why_lead(table, look, others)
    if look.winning is None:
        return _why_open(table, look)
    if look.for_side(side(table.seat)):
        return _why_win(table, look, others)
    return _why_lose(table, look, others)


def _outlook(table: Table, card: int) -> Outlook:
    trick_cards, led_suit = (*table.lying, (table.seat, card)), table.led or LED[card]
    winning = surely(table, trick_cards, led_suit)
    best = leading(table, trick_cards, led_suit) if winning is None else winning
    return Outlook(card, winning, side_wins(table, trick_cards, led_suit, best))


def surely(table: Table, trick_cards: Sequence[LaidCard], led_suit: int) -> int | None:
    """Return the seat that wins these cards, the last of them its own, for all that the seat to play knows.

    None where no card can win yet, or where that hangs on whether another's hired card stands in (C4.2).
    """
    hireable = hireable_cards(led_suit, table.hired)
    hired = [(seat, card) for seat, card in trick_cards if card & hireable]
    own = sum(card for seat, card in hired if seat == table.seat and table.known.held_cards[seat] & led_suit)
    unsure = [card for seat, card in hired if seat != table.seat and table.may[seat] & led_suit]
    choices = [sum(some) for size in range(len(unsure) + 1) for some in combinations(unsure, size)]
    winners = {winner(trick_cards, led_suit, own | some, table.known.idle_card) for some in choices}
    return winners.pop() if len(winners) == 1 else None


def _why_call(table: Table, call: Call) -> str:
    """Return the suits that would count for each side (C7.2, C7.4), and what that may gain the side on the other."""
    own, gain = _suits(counting_suits(call, side(call.seat))), call_brings(table, call)
    when = "Now your side scores" if table.known.calls else "Your side scores"
    if gain >= 1:
        return f"{when} {own}: {roughly(gain, 'point')} better."
    if gain > -1:
        return f"{when} {own}: little changes; nothing is better."
    return f"{when} {own}: {roughly(-gain, 'point')} worse; nothing is better."


def _suits(cards: int) -> str:
    return listed([name for name, suit in zip(SUIT_NAMES, SUIT_MASKS, strict=True) if suit & cards])


def _why_fool(table: Table, look: Outlook) -> str:
    """Return the reason for the Fool, which its side keeps (C5.5)."""
    if not table.lying:
        return "Your best lead: the Fool spares your other cards."
    if look.winning is None:
        now = "It is open who wins this trick"
    else:
        now = "Your partner is winning" if look.for_side(side(table.seat)) else "The others are winning"
    return f"{now}, and the Fool spares your other cards."


def _why_lead(table: Table, look: Outlook, others: Sequence[Outlook]) -> str:
    if look.chance >= LIKELY:
        return f"This lead {_wins(table, look)}"
    if any(other.chance >= LIKELY for other in others):
        return f"Keep better cards for later. This one {_risk_text(table, look)}"
    return f"No lead is likely to win. This one {_risk_text(table, look)}"


def _why_open(table: Table, look: Outlook) -> str:
    """Return the reason for a card where nobody can know the winner so far."""
    return f"It is open who wins. Your side {_wins(table, look)}"


def _wins(table: Table, look: Outlook) -> str:
    """Return the chance that the side wins the trick, and the points."""
    return f"wins {_stake(table, look)} ({percent(look.chance)})."


def _risk_text(table: Table, look: Outlook) -> str:
    """Return the chance that the side wins the trick, and the card's points for the others if it does not."""
    risk = many(_own(table, look, 1 - side(table.seat)), "point")
    return f"risks {risk} (wins {percent(look.chance)})."


def _why_win(table: Table, look: Outlook, others: Sequence[Outlook]) -> str:
    """Return the reason for a card with which the side wins the trick so far."""
    own_side = side(table.seat)
    own = _own(table, look, own_side)
    if not table.after:
        won = f"Your side wins {many(_there(table, look), 'point')}"
        also = [other for other in others if other.winning is None or other.for_side(own_side)]
        if not also:
            return f"{won}. No other card does that."
        if all(_own(table, other, own_side) <= own for other in also):
            return f"{won}. No other card adds more."
        if all(price_of(other.card) >= price_of(look.card) for other in also):
            return f"{won}. You will miss this card least."
        return f"{won}."
    is_partners = look.winning != table.seat
    if look.chance >= LIKELY and not is_partners:
        return f"It is the best card so far, and {_wins(table, look)}"
    if look.chance >= LIKELY:
        return f"Your partner is winning so far ({percent(look.chance)}). This adds {many(own, 'point')}."
    if is_partners:
        so_far = "Your partner is winning so far"
    elif any(other.chance >= LIKELY for other in others):
        so_far = "Keep better cards for later"
    else:
        so_far = "Your side may not win this trick"
    return f"{so_far}. This card {_risk_text(table, look)}"


def _why_lose(table: Table, look: Outlook, others: Sequence[Outlook]) -> str:
    """Return the reason for a card on a trick that the other side wins so far."""
    own_side = side(table.seat)
    own = many(_own(table, look, 1 - own_side), "point")
    others_win = any(other.winning is None or other.for_side(own_side) for other in others)
    if pair := _pair(table, look):
        if not others_win:
            return f"Only this may win: if your partner has {pair}. It risks {own}."
        return f"If your partner plays {pair}, you win; if not, it gives {own}."
    if others_win:
        lost, now = "Keep better cards for later", "Keep better cards:"
    else:
        there = 1 + _counted(table, look, sum(other for _, other in table.lying), 1 - own_side)
        lost, now = f"You cannot win this trick of {many(there, 'point')}", "You cannot win, but"
    if look.chance >= HOPE:  # by who has yet to play
        return f"{now} your partner may win ({percent(look.chance)}). This gives {own}."
    least = all(
        _own(table, other, 1 - own_side) > _own(table, look, 1 - own_side) for other in others if other.card != FOOL
    )
    return f"{lost}, so give {'the least' if least else 'what you miss least'}: {own}."


def _pair(table: Table, look: Outlook) -> str:
    """Return the card that wins the trick with this one, Good or Evil, if the partner, who is to play, has it
    (C6.2).
    """
    other = SPIRITS & ~look.card
    mate = partner(table.seat)
    if not look.card & SPIRITS or mate not in table.after or not table.may[mate] & other:
        return ""
    trick_cards = (*table.lying, (table.seat, look.card), (mate, other))
    winning = surely(table, trick_cards, table.led or LED[look.card])
    return CARDS.text[other].capitalize() if winning is not None and side(winning) == side(table.seat) else ""


def _there(table: Table, look: Outlook) -> int:
    """Return the points of the trick as it lies with the card: 1 point, and its cards' (C8.1)."""
    cards = sum(other for _, other in table.lying) | look.card
    return 1 + _counted(table, look, cards, side(table.seat))


def _stake(table: Table, look: Outlook) -> str:
    """Return the points that the trick may come to for the side, with the cards that are to come."""
    return roughly(_there(table, look) + TO_COME * len(table.after), "point")


def _own(table: Table, look: Outlook, side_index: int) -> int:
    """Return the points that the card itself has for a side that wins the trick."""
    return _counted(table, look, look.card, side_index)


def _counted(table: Table, look: Outlook, cards: int, side_index: int) -> int:
    """Return the points that these cards of the trick have for a side that wins it as it lies (C4.4, C5.5, C7.6)."""
    trick_cards = {**dict(table.lying), table.seat: look.card}
    if look.winning is not None and trick_cards[look.winning] & table.hired:
        return 0
    return points(cards & table.counting[side_index] & ~FOOL)
