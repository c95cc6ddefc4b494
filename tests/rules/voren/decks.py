"""Hands laid out as a test needs them: packs stacked so that every seat gets the cards it is to have."""

from collections.abc import Mapping
from random import Random

from rules.table import Table
from rules.voren import GAME
from rules.voren.cards import PACK
from rules.voren.positions import BetweenHands, InHand
from rules.voren.records import Sheet


def stack_pack(
    seats: int, dealer: int, hands: Mapping[int, str], turn_up: str, poke: str = "", seed: int = 1
) -> list[str]:
    """An order of the pack that deals these cards ("GS 2H 1D") and has this turn-up and poke; the rest at random."""
    order = [""] * len(PACK)
    for seat, cards in hands.items():
        for turn, card in enumerate(cards.split()):
            order[turn * seats + (seat - dealer - 1) % seats] = card
    order[3 * seats] = turn_up
    for place, card in enumerate(poke.split()):
        order[3 * seats + 1 + place] = card
    rest = [card for card in PACK if card not in order]
    Random(seed).shuffle(rest)
    return [card or rest.pop() for card in order]


def table(seats: int, dealer: int = 0, **options: object) -> Table:
    """A fresh table."""
    return Table.new(GAME, seats, options, dealer)


def sheet(at: Table) -> Sheet:
    """The score sheet of the hand that is awaited or played, or of the end."""
    if isinstance(at.state, InHand):
        return at.state.hand.sheet
    assert isinstance(at.state, BetweenHands)
    return at.state.sheet


def deal_hands(at: Table, hands: Mapping[int, str], turn_up: str, poke: str = "", seed: int = 1) -> Table:
    """The table after a stacked deal."""
    dealer = sheet(at).dealer
    return at.chance("deal", stack_pack(at.seats, dealer, hands, turn_up, poke, seed))


def play_moves(at: Table, *moves: str) -> Table:
    """The table after these moves, each by the seat to act; a bare card is played."""
    for move in moves:
        at = at.move(at.state.to_act[0], f"play {move}" if move in PACK else move)
    return at


def moves_of(at: Table) -> list[str]:
    """The legal moves of the seat to act, sorted; cards without their verb."""
    return sorted(move.removeprefix("play ") for move in at.state.legal(at.state.to_act[0]).moves)


def deal_at_random(at: Table, rng: Random) -> Table:
    """The table after a deal at random."""
    cards = list(PACK)
    rng.shuffle(cards)
    return at.chance("deal", cards)
