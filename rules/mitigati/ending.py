"""The end of a hand: bought off (M3.6, M7.2) or played out (M7.1)."""

from __future__ import annotations

from rules.mitigati.bonuses import bonus_points, worth
from rules.mitigati.deal import cards_dealt
from rules.mitigati.fool import settle_fool
from rules.mitigati.records import Hand, Last, Round, Trick
from rules.mitigati.scoring import card_points, hand_points
from rules.mitigati.settlement import settle


def end_bought_off_hand(hand: Hand, so_far: Round, packets_dealt: int) -> Last:
    """Return a hand that was bought off after `packets_dealt` packets. It scores the settlement alone (M7.2)."""
    sheet = hand.sheet
    return Last(
        number=sheet.number,
        dealer=sheet.dealer,
        points=settle(so_far.standing, sheet.seats_from_eldest, so_far.order),
        order=hand.order,
        packets_dealt=packets_dealt,
        dealt_cards=cards_dealt(sheet, hand.order, packets_dealt),
        log=hand.log,
        standing=so_far.standing,
        speaking_order=so_far.order,
    )


def end_played_hand(hand: Hand, tricks: tuple[Trick, ...]) -> Last:
    """Return a hand whose last trick has been played, with its points (M7.1)."""
    sheet = hand.sheet
    piles, exchange = settle_fool(tricks, hand.discard, sheet.dealer)
    points_by_seat = card_points(piles)
    bonuses = bonus_points([worth(declaration) for declaration in hand.declarations], sheet.setup.bonuses)
    return Last(
        number=sheet.number,
        dealer=sheet.dealer,
        points=hand_points(points_by_seat, bonuses),
        order=hand.order,
        packets_dealt=len(sheet.setup.packets),
        dealt_cards=hand.dealt_cards,
        log=hand.log,
        discard=hand.discard,
        declarations=hand.declarations,
        tricks=tricks,
        exchange=exchange,
        piles=piles,
        card_points=points_by_seat,
        bonuses=bonuses,
    )
