"""How a hand ends, and what everybody may then know of it (K5.2)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.conference import deal
from rules.conference.allegiance import NO_PACT, Pact
from rules.conference.gather import gathered
from rules.conference.match import SEATS, Hand, Match
from rules.conference.scoring import Result, hand_points, result, totals
from rules.conference.story import moves, taken_back
from rules.conference.tricks import tricks
from rules.conference.views import log
from rules.contract import State
from rules.tarot_tuned import CARDS, texts
from rules.tricks import make


class PlayedOut(NamedTuple):
    """A hand that was played: all its cards in the order of play, who won the tricks, and how it came out."""

    hand: Hand
    points: tuple[int, ...]
    cards: bytes
    takers: bytes
    pact: Pact
    result: Result

    def shown(self) -> dict[str, Any]:
        """The hand as views show it."""
        hand = self.hand
        match = hand.match
        found = self.result
        done = tricks(match.leader, match.step, self.cards, self.takers)
        return {
            "number": match.number,
            "dealer": match.dealer,
            "points": list(self.points),
            "log": [*log(hand, match.dealer), *moves(done, self.pact)],
            "pack": [CARDS[card] for card in hand.order],
            "dealt": [texts(mask) for mask in hand.dealt],
            "discard": texts(hand.discard),
            "gallowglass": hand.hired_letter,
            "calls": [call.shown() for call in self.pact.calls],
            "idle": CARDS[self.cards[self.pact.idle]] if self.pact.idle >= 0 else None,
            "taken_back": taken_back(self.pact),
            "tricks": [trick.shown() for trick in done],
            "taken": [self.takers.count(seat) for seat in range(SEATS)],
            "fool": found.exchange.shown() if found.exchange else None,
            "piles": [texts(pile) for pile in found.piles],
            "card_points": list(found.card_points),
            "won": list(found.tricks),
            "totals": list(totals(found)),
            "gathered": [CARDS[card] for card in self.gathered()],
        }

    def gathered(self) -> tuple[int, ...]:
        """C2.3: the pack as it is gathered after this hand."""
        exchange = self.result.exchange
        return gathered(self.cards, self.takers, self.hand.discard, exchange.given if exchange else None)


def played_out(hand: Hand, cards: bytes, takers: bytes, pact: Pact | None) -> State:
    """The position after the last trick."""
    pact = pact or NO_PACT
    found = result(hand, pact.calls, cards, takers)
    points = hand_points(totals(found), hand.match.dealer, bool(hand.hired), bool(pact.calls))
    match, *rest = hand
    alone = make(Hand, (make(Match, (*match[:4], None)), *rest))
    past = make(PlayedOut, (alone, points, cards, takers, pact, found))
    following = match.after(points, past)
    if following.complete:
        return deal.Finished(following)
    if following.setup.between_hands == "cut":
        return deal.Cutting(following, past.gathered())
    return deal.Dealing(following)
