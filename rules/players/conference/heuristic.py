"""A heuristic player of Conference: it plays for its side, weighing each card by what its trick may bring."""

# It looks at its view alone, and leaves nothing to chance. For every card that it may play it guesses how likely its
# side is to win the trick, from the cards not seen yet and how many of them each seat may hold. The cards that lie
# there, as they count for their winner, are hoped for and feared by that guess; a card that could win later has its
# price, and a call brings what it changes. So points go where the partner wins, nothing high is spent to overtake the
# partner, and who plays last takes with what is worth most or missed least.

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rules.cards import each
from rules.conference.allegiance import OTHER_SPIRIT, counting_suits
from rules.conference.gallowglass import hireable_cards
from rules.conference.knowledge import DISCARD, Knowledge, read_knowledge
from rules.conference.lead import next_player
from rules.conference.moves import RESHUFFLE, gallowglass_text, read_play
from rules.conference.records import HIRED_SUITS, NO_SUIT, SEATS, SIDES, Call, LaidCard, Setup, Sheet, side
from rules.conference.trick import winner
from rules.conference.views import laid_cards_of
from rules.contract import View
from rules.players.memory import forgotten_cards
from rules.tarot.cards import (
    ABOVE,
    CARDS,
    FOOL,
    KINGS,
    LED,
    MAGICIAN,
    NUMBERED,
    PLACE,
    PLAIN,
    POINTS,
    RANK,
    SUITS,
    TRUMPS,
    WORLD,
    points,
)
from rules.tarot.moves import discard_text
from rules.views import pack_of

TRUMP_PRICE, KING_PRICE, FOOL_PRICE = 8.0, 4.5, 1.5
"""The cost of parting with the highest trump, a King or the Fool: points that they could still bring."""
TO_COME = 2.0
"""The points that a seat which has yet to play adds to a trick, about."""
WON_BACK = 0.5
"""How often a partner who could win a trick back does so, about: others may play higher still."""
UNSETTLED = 0.4
"""The chance of a side's trick to which the Fool alone was led: its others win most of those."""
ANEW = 0.5
"""How much of what is to come a first call decides while the others may hold the card for a second (C7.4)."""
KEPT_PER_POINT = 2.0
"""How much less a card is worth keeping for each of its points, in cards of its suit."""
WEAK = 7.0
"""Below this strength a dealer fears to lose much."""


def choose(view: View, _rng: Random) -> str:
    """Return a legal move. Raises ValueError if the view's seat has nothing to do."""
    moves: list[str] = view["moves"]
    if not moves and not view["choices"]:
        raise ValueError("this seat has nothing to do")
    if view["phase"] == "cut":
        return RESHUFFLE  # C2.3: an open log remembers too much
    if view["phase"] == "discard":
        return _discard(view)
    if view["phase"] == "gallowglass":
        return gallowglass_text(_hire(view))
    if len(moves) == 1:
        return moves[0]
    promised = weigh(view)
    return max(moves, key=lambda move: promised[move])


def weigh(view: View) -> dict[str, float]:
    """Return the points that `choose` puts on the moves, its own first among the best; none before a cut or a hired
    suit.

    Of the discards only those near its own: it, and those with one other card.
    """
    if view["phase"] == "discard":
        return _weighed_discards(view)
    if view["phase"] != "play":
        return {}
    table = table_of(view)
    return {move: _promise(table, *read_play(move, table.pack)) for move in view["moves"]}


# -- before the first trick --------------------------------------------------------------------------------------------


def _discard(view: View) -> str:
    """Return cards worth most that win nothing, from short suits: it counts without winning a trick (C3.2)."""
    required_cards, voids, _ = _parted(view)
    return discard_text(required_cards | sum(voids))


def _parted(view: View) -> tuple[int, list[int], list[int]]:
    """Return the cards that must be discarded, those that the player discards with them, and those that it could."""
    (choice,) = view["choices"]
    required_cards, ranked = CARDS.mask(choice.get("must", ())), ranked_discards(view)
    more = choice["count"][0] - required_cards.bit_count()
    return required_cards, ranked[:more], ranked[more:]


def ranked_discards(view: View) -> list[int]:
    """Return the cards that may be discarded but need not be, those first that are least worth keeping."""
    (choice,) = view["choices"]
    hand, may = CARDS.mask(view["hand"]), CARDS.mask(choice["cards"])
    return sorted(each(may & ~CARDS.mask(choice.get("must", ()))), key=lambda card: _kept(card, hand))


def _weighed_discards(view: View) -> dict[str, float]:
    """Return the discard of `choose`, and each with one other card: what they lose by the cards kept, in points."""
    hand, (required_cards, voids, others) = CARDS.mask(view["hand"]), _parted(view)
    weights = {discard_text(required_cards | sum(voids)): 0.0}
    for out in voids:
        for other in others:
            loss = (_kept(other, hand) - _kept(out, hand)) / KEPT_PER_POINT
            weights[discard_text(required_cards | sum(voids) ^ out ^ other)] = -loss
    return weights


def _kept(card: int, hand: int) -> float:
    """Return the worth of keeping a card: more in a long suit, far from a void; less for points, which are safe
    in the discard.
    """
    if card & TRUMPS:
        return 100.0 + PLACE[card]
    return (hand & LED[card]).bit_count() - KEPT_PER_POINT * POINTS[card]


def strength(hand: int) -> float:
    """Return the strength of a hand: a point for each trump, up to one more for high ones, and more for Kings and
    the Fool.
    """
    trumps = each(hand & NUMBERED)
    high = sum((PLACE[card] - PLACE[MAGICIAN]) / (PLACE[WORLD] - PLACE[MAGICIAN]) for card in trumps)
    return len(trumps) + high + 1.5 * (hand & (KINGS | FOOL)).bit_count()


def _hire(view: View) -> str:
    """Return the hired suit: none, but with a weak hand the one whose points the others have.

    C4.4 takes them out of the hand, so less can be lost; a strong hand would only win less, and C8.3 asks for as much.
    """
    hand = CARDS.mask(view["hand"])
    if strength(hand) >= WEAK:
        return NO_SUIT
    own = hand | CARDS.mask(view["discard"] or ())
    return min(SUITS, key=lambda suit: points(own & HIRED_SUITS[suit]))


# -- play --------------------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """The reading of a view by a seat that is to play."""

    seat: int
    pack: int
    known: Knowledge
    hired: int
    led: int
    lying: tuple[LaidCard, ...]
    after: tuple[int, ...]
    """The seats that play to the trick after this one."""
    may: tuple[int, ...]
    """By seat, the cards that it may hold."""
    share: tuple[float, ...]
    """By seat, how likely it holds one of these."""
    counting: tuple[int, ...]
    """By side, the cards that have points for it in this trick (C4.4, C7.6)."""
    won: tuple[int, ...]
    """By side, the cards of its tricks."""


def table_of(view: View) -> Table:
    """Return the reading of a view of a hand in play."""
    sheet = Sheet(Setup.from_options(view["options"], pack_of(view)), view["number"], view["dealer"])
    knowledge, cards_on_table, seat = read_knowledge(view, sheet), laid_cards_of(view["trick"]), view["seat"]
    order = [seat]
    for _ in range(SEATS - 1 - len(cards_on_table)):
        order.append(next_player(sheet, order[-1]))
    hidden = knowledge.hidden_cards | CARDS.mask(forgotten_cards(view))
    may = tuple(knowledge.held_cards[holder] | hidden & ~knowledge.lacked_cards[holder] for holder in range(SEATS))
    share = tuple(min(1.0, count / max(1, cards.bit_count())) for count, cards in zip(view["counts"], may, strict=True))
    letters = {None: 0, "trumps": TRUMPS, **{suit: HIRED_SUITS[suit] for suit in SUITS}}
    pack, hired, won = sheet.setup.pack, HIRED_SUITS[view["gallowglass"]], [0] * SIDES
    for trick in knowledge.tricks:
        won[side(trick.winner or 0)] |= sum(card for _, card in trick.cards)
    return Table(
        seat=seat,
        pack=pack,
        known=knowledge,
        hired=hired,
        led=letters[view["led"]],
        lying=cards_on_table,
        after=tuple(order[1:]),
        may=may,
        share=share,
        counting=_counting(knowledge.calls, pack & ~hired),
        won=tuple(won),
    )


def _counting(calls: Sequence[Call], cards: int) -> tuple[int, ...]:
    """Return the cards that count for each side under the last of these calls."""
    return tuple(cards & counting_suits(calls[-1], side_index) if calls else cards for side_index in range(SIDES))


def _promise(table: Table, card: int, ours: bool | None) -> float:
    """Return the points that a card, with its call if it makes one, is hoped to bring the side more than the other."""
    own_side = side(table.seat)
    gain = 0.0
    if ours is not None:
        call = Call(table.seat, card, ours, len(table.known.tricks))
        gain = call_brings(table, call)
        table = table._replace(counting=_counting((call,), table.pack & ~table.hired))
    trick_cards = (*table.lying, (table.seat, card))
    led_suit = table.led or LED[card]
    best = leading(table, trick_cards, led_suit)
    chance = side_wins(table, trick_cards, led_suit, best)
    lie = sum(other for _, other in trick_cards) & ~FOOL  # C5.5: its side keeps it, whoever wins
    if best is not None and dict(trick_cards)[best] & table.hired:
        lie = 0  # C4.4
    stakes = [1 + TO_COME * len(table.after) + points(lie & table.counting[side_index]) for side_index in range(SIDES)]
    if card == FOOL:
        stakes[1 - own_side] += 2 if table.won[own_side] else 2 * POINTS[FOOL]  # C5.5: what is given for it
    return chance * stakes[own_side] - (1 - chance) * stakes[1 - own_side] - price_of(card) + gain


def price_of(card: int) -> float:
    """Return the cost of parting with a card."""
    if card == FOOL:
        return FOOL_PRICE
    if card & NUMBERED:
        return TRUMP_PRICE * (PLACE[card] - PLACE[MAGICIAN]) / (PLACE[WORLD] - PLACE[MAGICIAN])
    return KING_PRICE if card & KINGS else 0.0


def leading(table: Table, trick_cards: Sequence[LaidCard], led: int) -> int | None:
    """Return the seat that wins the trick so far; a hired card stands in where its seat may still hold the suit
    led (C4.2).
    """
    has = dict(enumerate(table.may))
    stand_ins = sum(
        card for player, card in trick_cards if card & hireable_cards(led, table.hired) and has[player] & led
    )
    return winner(trick_cards, led, stand_ins, table.known.idle_card)


def side_wins(table: Table, trick_cards: Sequence[LaidCard], led: int, best: int | None) -> float:
    """Return a guess of the chance that the side wins the trick if this card is played."""
    if best is None:
        return UNSETTLED
    own_side = side(table.seat)
    chance = 1.0 if side(best) == own_side else 0.0
    for seat in table.after:
        beaten = beats(table, seat, dict(trick_cards)[best], led)
        chance += (1 - chance) * beaten * WON_BACK if side(seat) == own_side else -chance * beaten
    return chance


def beats(table: Table, seat: int, card: int, led: int) -> float:
    """Return the chance that a seat yet to play holds, and may play, a card that beats this one (C5.2, C5.3)."""

    def none(cards: int) -> float:
        if cards & table.known.held_cards[seat]:
            return 0.0  # C2.2, C7.3: everybody knows where it is
        return (1 - table.share[seat]) ** (cards & table.may[seat]).bit_count()

    if card & table.hired and led != LED[card] and led & PLAIN:
        card = each(led)[RANK[card]]  # C4.3: it ranks as the card of its rank
    above = ABOVE[card]
    if led & TRUMPS:
        return 1 - none(above)
    return 1 - none(above & led) + none(led) * (1 - none(above & TRUMPS))


def call_brings(table: Table, call: Call) -> float:
    """Return the points by which a call is hoped to better the side's lead."""
    # The first call strikes out the trumps and halves what the plain cards make of a difference, for each side loses
    # two suits (C7.6): it is for who is behind. Which suits it names makes no difference to the hand as a whole,
    # whoever wins the cards, but where a suit is hired or a second call may come: the suits with more points among the
    # cards that the call is sure to decide are called for the own side. A second call decides those to come alone
    # (C7.4).
    own_side, knowledge, plain = side(call.seat), table.known, table.pack & ~table.hired
    named, others = (counting_suits(call, side_index) & plain for side_index in (own_side, 1 - own_side))
    won = [cards & ~table.hired for cards in table.won]
    won[side(knowledge.sheet.dealer)] |= knowledge.held_cards[DISCARD] & ~table.hired
    over = won[0] | won[1]
    if knowledge.calls:
        standing = counting_suits(knowledge.calls[-1], own_side) & plain
        return points(named & ~over) - points(standing & ~over)
    ahead = [
        points(won[side_index] & PLAIN) / 2 + points(won[side_index] & ~PLAIN)
        for side_index in (own_side, 1 - own_side)
    ]
    lead = points(named & over) - points(others & over)
    rest = points(named & ~over) - points(others & ~over)
    sure = ANEW if OTHER_SPIRIT[call.card] & knowledge.hidden_cards else 1.0
    return ahead[1] - ahead[0] + (lead + sure * rest) / 2
