"""How a hand ends: bought off (M3.6, M7.2) or played out (M7.1), and what everybody may then know of it (K5.2)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.contract import Move, State
from rules.mitigati import deal
from rules.mitigati.match import SEATS, Hand, Match
from rules.mitigati.scoring import bonus_points, card_points, hand_points, settle_fool, settled_points, tricks
from rules.tarot_tuned import CARDS, Past, texts
from rules.tricks import make


class BoughtOff(NamedTuple):
    """A hand that was stopped after `reached` packets, the words that stood then, and the settlement."""

    hand: Hand
    points: tuple[int, ...]
    reached: int
    words: tuple[tuple[str, int] | None, ...]
    order: tuple[int, ...]

    def shown(self) -> dict[str, Any]:
        """The hand as views show it."""
        return {
            **_frame(self.hand, self.points, self.reached),
            "bought_off": True,
            "words": [list(word) if word else None for word in self.words],
            "order": list(self.order),
        }


class PlayedOut(NamedTuple):
    """A hand that was played: all its cards in the order of play, and who won the tricks."""

    hand: Hand
    points: tuple[int, ...]
    cards: bytes
    takers: bytes

    def shown(self) -> dict[str, Any]:
        """The hand as views show it."""
        hand = self.hand
        match = hand.match
        done = tricks(match.speaking()[0], self.cards, self.takers)
        piles, exchange = settle_fool(self.cards, self.takers, hand.discard, match.dealer)
        shown = _frame(hand, self.points, len(match.setup.packets))
        shown["log"] += [
            {"seat": seat, "move": f"play {CARDS[card]}"} for trick in done for seat, card in trick.plays()
        ]
        declared = [{"items": one.items(), "worth": one.worth()} for one in hand.by_seat()]
        return {
            **shown,
            "discard": texts(hand.discard),
            "declarations": declared,
            "tricks": [trick.shown() for trick in done],
            "taken": [self.takers.count(seat) for seat in range(SEATS)],
            "fool": exchange.shown() if exchange else None,
            "piles": [texts(pile) for pile in piles],
            "card_points": list(card_points(piles)),
            "bonuses": list(_bonuses(hand)),
        }


def bought_off(
    hand: Hand,
    log: tuple[Move, ...],
    points: tuple[int, ...],
    reached: int,
    words: tuple[tuple[str, int] | None, ...],
    order: tuple[int, ...],
) -> State:
    """The position after a settlement of `hand`, which all that is in `log` was said in. M7.2: it alone scores."""
    past = make(BoughtOff, (_alone(hand, log), points, reached, words, order))
    return _over(hand.match, points, past)


def played_out(hand: Hand, cards: bytes, takers: bytes) -> State:
    """The position after the last trick."""
    counted = settled_points(cards, takers, hand.discard, hand.match.dealer)
    points = hand_points(counted, _bonuses(hand))
    return _over(hand.match, points, make(PlayedOut, (_alone(hand, hand.log), points, cards, takers)))


def _bonuses(hand: Hand) -> tuple[int, ...]:
    worth = [declaration.worth() for declaration in hand.by_seat()]
    return bonus_points(worth, hand.match.setup.bonuses) if any(worth) else (0,) * SEATS


def _alone(hand: Hand, log: tuple[Move, ...]) -> Hand:
    """The hand with this log, and without the story of the hand before it."""
    match, order, dealt, _, discard, declarations = hand
    setup, number, dealer, before, _ = match
    alone = make(Match, (setup, number, dealer, before, None))
    return make(Hand, (alone, order, dealt, log, discard, declarations))


def _over(match: Match, points: tuple[int, ...], past: Past) -> State:
    following = match.after(points, past)
    return deal.Finished(following) if following.complete else deal.Dealing(following)


def _frame(hand: Hand, points: tuple[int, ...], reached: int) -> dict[str, Any]:
    """The keys that every past hand has."""
    return {
        "number": hand.match.number,
        "dealer": hand.match.dealer,
        "points": list(points),
        "bought_off": False,
        "log": [{"event": "deal"}, *({"seat": move.seat, "move": move.text} for move in hand.log)],
        "pack": [CARDS[card] for card in hand.order],
        "reached": reached,
        "dealt": [texts(hand.seen(seat, reached)) for seat in range(SEATS)],
        "words": [None] * SEATS,
        "order": [],
        "discard": [],
        "declarations": [None] * SEATS,
        "tricks": [],
        "taken": [0] * SEATS,
        "fool": None,
        "piles": [[] for _ in range(SEATS)],
        "card_points": None,
        "bonuses": None,
    }
