"""Why the rule-of-thumb player of Conference does what it does: the numbers that it weighs, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rules.conference.allegiance import suits
from rules.conference.gallowglass import hired_for
from rules.conference.moves import read_play
from rules.conference.records import HIRED, NO_SUIT, Call, Laid, Setup, side
from rules.conference.scoring import TARGET
from rules.conference.trick import winner
from rules.contract import View
from rules.players.conference.thumb import TO_COME, Table, call_brings, leading, price_of, side_wins, table_of
from rules.players.words import ONLY_MOVE, forced, many, percent, roughly
from rules.sentences import listed
from rules.tarot.cards import (
    BIT,
    FOOL,
    FOOL_BIT,
    KINGS,
    LED,
    NUMBERED,
    SUIT_MASKS,
    SUIT_NAMES,
    SUITS,
    TRUMPS,
    mask_of,
    points,
)
from rules.views import pack_of

SUIT_OF: Final = dict(zip(SUITS, SUIT_NAMES, strict=True))
LIKELY: Final = 0.5
"""From this chance on a side is said to win a trick rather than to risk it."""


def why(view: View, move: str) -> str:
    """The reason for a move that `choose` gave from this view."""
    if view["phase"] == "cut":  # C2.3: anybody may call for a shuffle, and nobody knows a card
        return (
            "The log shows every card of the last hand, so after a mere cut much could be worked out. "
            "After a shuffle nothing can."
        )
    if forced(view):
        return ONLY_MOVE
    if view["phase"] == "discard":
        return _why_discard(view, mask_of(move.split(" ")[1:]))
    if view["phase"] == "gallowglass":
        return _why_hire(view, move.split(" ")[1])
    return _why_play(view, move)


# -- before the first trick --------------------------------------------------------------------------------------------


def _why_discard(view: View, cards: int) -> str:
    """The points that count without a trick (C3.2), if neither a call nor a hired suit takes them away; the voids."""
    held, options = mask_of(view["hand"]), view["options"]
    may = "may " * (options["good_evil"] == "allegiance" or options["gallowglass"])
    safe = f"They {may}count {many(points(cards), 'point')} for your side without winning a trick"
    if cards & TRUMPS:
        return f"{safe}. You have too few other cards that may go, so the lowest trumps that may go with them."
    pairs = list(zip(SUIT_NAMES, SUIT_MASKS, strict=True))
    gone = [name for name, suit in pairs if held & suit and not held & suit & ~cards]
    if gone:
        return f"{safe}, and leave you without {listed(gone)}, so that you may trump there."
    return f"{safe}, and with fewer of {_suits(cards)} you may sooner trump there."


def _why_hire(view: View, suit: str) -> str:
    """How strong the hand is, and whose points a suit has (C4.4, C8.3)."""
    held = mask_of(view["hand"])
    trumps, kings = many((held & NUMBERED).bit_count(), "trump"), many((held & KINGS).bit_count(), "King")
    if suit == NO_SUIT:
        return (
            f"With {trumps} and {kings} your hand is strong enough to play for all points. A hired suit would "
            f"leave fewer of them, and your side would still need {TARGET}."
        )
    cards = HIRED[suit] & Setup.of(view["options"], pack_of(view)).pack
    own = points(cards & (held | mask_of(view["discard"] or ())))
    return (
        f"With {trumps} and {kings} your hand is weak, so let less be at stake: {SUIT_OF[suit]} would count "
        f"nothing, and only {own} of its {points(cards)} points are with you."
    )


# -- play --------------------------------------------------------------------------------------------------------------


class Outlook(NamedTuple):
    """A card that may be played, and what can be told of the trick with it."""

    card: int
    winning: int | None
    """The seat that surely wins the trick so far, if any."""
    chance: float
    """How likely the side of the seat to play wins it."""

    def for_side(self, one: int) -> bool:
        """Whether a seat of this side is winning."""
        return self.winning is not None and side(self.winning) == one


def _why_play(view: View, move: str) -> str:
    table = table_of(view)
    card, ours = read_play(move, table.pack)
    if ours is not None:
        return _why_call(table, Call(table.seat, card, ours, len(table.known.tricks)))
    looks = {one: _outlook(table, one) for one, _ in (read_play(other, table.pack) for other in view["moves"])}
    look = looks.pop(card)
    if card == FOOL:
        return _why_fool(table, look)
    if not table.lying:
        return _why_lead(table, look)
    if look.winning is None:
        return _why_open(table, look)
    others = list(looks.values())
    if look.for_side(side(table.seat)):
        return _why_win(table, look, others)
    return _why_lose(table, look, others)


def _outlook(table: Table, card: int) -> Outlook:
    laid, led = (*table.lying, (table.seat, card)), table.led or LED[card]
    winning = surely(table, laid, led)
    best = leading(table, laid, led) if winning is None else winning
    return Outlook(card, winning, side_wins(table, laid, led, best))


def surely(table: Table, laid: Sequence[Laid], led: int) -> int | None:
    """The seat that wins these cards, the last of them its own, for all that the seat to play knows.

    None where no card can win yet, or where that hangs on whether another's hired card stands in (C4.2).
    """
    hireable = hired_for(led, table.hired)
    hired = [(seat, BIT[card]) for seat, card in laid if BIT[card] & hireable]
    own = sum(card for seat, card in hired if seat == table.seat and table.known.held[seat] & led)
    unsure = [card for seat, card in hired if seat != table.seat and table.may[seat] & led]
    choices = [sum(some) for size in range(len(unsure) + 1) for some in combinations(unsure, size)]
    winners = {winner(laid, led, own | some, table.known.idle) for some in choices}
    return winners.pop() if len(winners) == 1 else None


def _why_call(table: Table, call: Call) -> str:
    """What would count for whom (C7.2, C7.4), and what that may gain the side on the other."""
    mine = side(call.seat)
    own, theirs = (_suits(suits(call, one)) for one in (mine, 1 - mine))
    brings = call_brings(table, call)
    when = "From this trick on your" if table.known.calls else "Your"
    if brings >= 1:
        better = f"That may gain you {roughly(brings, 'point')} on them."
    elif brings > -1:
        better = "That changes little, and no other move promises more."
    else:
        better = f"That may cost {roughly(-brings, 'point')}, but no other move promises more."
    return f"{when} side scores {own}, the others {theirs}. {better}"


def _suits(cards: int) -> str:
    return listed([name for name, suit in zip(SUIT_NAMES, SUIT_MASKS, strict=True) if suit & cards])


def _why_fool(table: Table, look: Outlook) -> str:
    """It is kept by its side, for a card if the others win (C5.5)."""
    mine = side(table.seat)
    if not table.lying:
        now = "You have no lead that promises more"
    elif look.winning is None:
        now = "It is open who wins this trick"
    else:
        now = "Your partner is winning the trick" if look.for_side(mine) else "The others are winning the trick"
    spares = f"{now}, and the Fool spares your other cards"
    if look.for_side(mine) and not table.after:
        return f"{spares}. It stays with your side at no price, for your side wins the trick."
    when = "" if table.won[mine] else ", once it has won a trick"
    return f"{spares}. It stays with your side{when}, at the price of another card if the others win."


def _why_lead(table: Table, look: Outlook) -> str:
    chance = percent(look.chance)
    if look.chance >= LIKELY:
        return f"Led, it wins the trick for your side with a chance of {chance}, with {_stake(table, look)} at stake."
    risks = many(_own(table, look, 1 - side(table.seat)), "point")
    return f"Your side wins with it with a chance of {chance}, and it risks {risks}: no other lead promises more."


def _why_open(table: Table, look: Outlook) -> str:
    """Good and Evil have met, or a hired card may or may not stand in."""
    return (
        "It cannot be told yet who is winning this trick. Your side has a chance of "
        f"{percent(look.chance)}, with {_stake(table, look)} at stake; no other card promises more."
    )


def _why_win(table: Table, look: Outlook, others: Sequence[Outlook]) -> str:
    """The side is winning the trick with the card."""
    mine = side(table.seat)
    own, chance = _own(table, look, mine), percent(look.chance)
    if not table.after:
        won = f"You play last, and the trick goes to your side: {many(_there(table, look), 'point')} with this card"
        also = [other for other in others if other.winning is None or other.for_side(mine)]
        if not also:
            return f"{won}. No other that you may play does that."
        if all(_own(table, other, mine) <= own for other in also):
            return f"{won}. No other that you may play would add more."
        if all(price_of(other.card) >= price_of(look.card) for other in also):
            return f"{won}. Of those that do this you will miss it least."
        return f"{won}."
    takes = "It takes the trick as it lies" if look.winning == table.seat else "Your partner is winning the trick"
    if look.chance < LIKELY:
        risks = many(_own(table, look, 1 - mine), "point")
        return f"{takes}, but your side keeps it with a chance of only {chance}. This card risks {risks} there."
    keeps = f"{takes}, and your side keeps it with a chance of {chance}"
    if look.winning == table.seat:
        return f"{keeps}, with {_stake(table, look)} at stake."
    worth = "a good place for" if own > 1 else "this card adds"
    return f"{keeps}: {worth} {many(own, 'point')}."


def _why_lose(table: Table, look: Outlook, others: Sequence[Outlook]) -> str:
    """The others are winning the trick, whatever this card does."""
    mine = side(table.seat)
    own = _own(table, look, 1 - mine)
    if any(other.winning is None or other.for_side(mine) for other in others):
        lost = "Another card could do more for this trick, but it promises more later"
    else:
        there = 1 + _counted(table, look, sum(BIT[one] for _, one in table.lying), 1 - mine)
        lost = f"No card that you may play takes this trick, worth {many(there, 'point')} so far"
    if look.chance >= 0.01:  # by who has yet to play
        still = f"your partner may, with a chance of {percent(look.chance)}"
        return f"{lost}; {still}. This one adds {many(own, 'point')}."
    least = all(_own(table, other, 1 - mine) >= own for other in others if other.card != FOOL)
    gives = "as little as you can" if least else "what you will miss least"
    return f"{lost}, so give away {gives}: {many(own, 'point')}."


def _there(table: Table, look: Outlook) -> int:
    """What the trick as it lies with the card would bring the side: 1 point, and its cards' (C8.1)."""
    cards = sum(BIT[one] for _, one in table.lying) | BIT[look.card]
    return 1 + _counted(table, look, cards, side(table.seat))


def _stake(table: Table, look: Outlook) -> str:
    """What the trick may come to for the side, when the cards that are to come have been added."""
    return roughly(_there(table, look) + TO_COME * len(table.after), "point")


def _own(table: Table, look: Outlook, one: int) -> int:
    """The points that the card itself has for a side that wins the trick."""
    return _counted(table, look, BIT[look.card], one)


def _counted(table: Table, look: Outlook, cards: int, one: int) -> int:
    """The points that these cards of the trick have for a side that wins it as it lies (C4.4, C5.5, C7.6)."""
    laid = {**dict(table.lying), table.seat: look.card}
    if look.winning is not None and BIT[laid[look.winning]] & table.hired:
        return 0
    return points(cards & table.counting[one] & ~FOOL_BIT)
