"""Q4: laying cards: which may be laid, which must, and why not the rest."""

from __future__ import annotations

from collections.abc import Sequence

from rules.quince.cards import STAR, name, rank
from rules.quince.moves import MOST_BET, PASS, Laid, Lay

from rules.contract import Legal, Refusal


def layable(held: Sequence[str], lying: Sequence[str]) -> tuple[str, ...]:
    """Q4.2: a rank that lies on the table already may not be laid."""
    ranks = {rank(card) for card in lying if card != STAR}
    return tuple(card for card in held if card == STAR or rank(card) not in ranks)


def legal(held: Sequence[str], lying: Sequence[str]) -> Legal:
    """What a seat may do: lay some cards, the Star among them if it is held (Q4.1); or pass, but not with the Star."""
    cards = layable(held, lying)
    must = tuple(card for card in cards if card == STAR)
    return Legal(() if must else (PASS,), (Lay(cards, must),) if cards else ())


def rank_lies_already(card: str) -> Refusal:
    """Why a card that is not `layable` may not be laid."""
    sentence = "{card} may not be laid: a {rank} lies on the table already."
    return Refusal("illegal_move", "Q4.2", sentence, card=name(card).capitalize(), rank=rank(card))


def why_not_lay(laid: Laid | None, held: Sequence[str], lying: Sequence[str]) -> Refusal | None:
    """Why these cards may not be laid, or passing (None) is not allowed; None if it may be done."""
    cards = layable(held, lying)
    if STAR in held and (laid is None or STAR not in laid.cards):
        return Refusal("illegal_move", "Q4.1", "You hold the Star, so you must lay it.")
    for card in laid.cards if laid else ():
        if card not in held:
            return Refusal("illegal_move", "K4.3", "You do not hold {card}.", card=name(card))
        if card not in cards:
            return rank_lies_already(card)
    if laid and (len(laid.cards) > 3 or laid.bet > MOST_BET):
        return Refusal("illegal_move", "Q4.1", "Lay one to three cards, and bet 0 to {most}.", most=MOST_BET)
    return None
