"""The end of a hand: bought off (M3.6, M7.2) or played out (M7.1)."""

from __future__ import annotations

from rules.mitigati.bonuses import bonus_points, worth
from rules.mitigati.deal import cards_dealt
from rules.mitigati.fool import settle_fool
from rules.mitigati.records import Hand, Last, Round, Trick
from rules.mitigati.scoring import card_points, hand_points
from rules.mitigati.settlement import settle


def bought_off(hand: Hand, so_far: Round, reached: int) -> Last:
    """A hand that was stopped after `reached` packets. M7.2: it scores the settlement alone."""
    sheet = hand.sheet
    return Last(
        number=sheet.number,
        dealer=sheet.dealer,
        points=settle(so_far.standing, sheet.speaking, so_far.order),
        order=hand.order,
        reached=reached,
        dealt=cards_dealt(sheet, hand.order, reached),
        log=hand.log,
        standing=so_far.standing,
        spoken=so_far.order,
    )


def played_out(hand: Hand, tricks: tuple[Trick, ...]) -> Last:
    """A hand whose last trick has been played (M7.1)."""
    sheet = hand.sheet
    piles, exchange = settle_fool(tricks, hand.discard, sheet.dealer)
    counted = card_points(piles)
    bonuses = bonus_points([worth(declaration) for declaration in hand.declarations], sheet.setup.bonuses)
    return Last(
        number=sheet.number,
        dealer=sheet.dealer,
        points=hand_points(counted, bonuses),
        order=hand.order,
        reached=len(sheet.setup.packets),
        dealt=hand.dealt,
        log=hand.log,
        discard=hand.discard,
        declarations=hand.declarations,
        tricks=tricks,
        exchange=exchange,
        piles=piles,
        card_points=counted,
        bonuses=bonuses,
    )
