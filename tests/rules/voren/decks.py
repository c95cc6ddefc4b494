"""Hands laid out as a test needs them: the pack is stacked so that seats get the cards that the test names."""

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
    """Return an order of the pack that deals these cards ("GS 2H 1D") with this turn-up and poke."""
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
    """Return a fresh table."""
    return Table.new(GAME, seats, options, dealer)


def read_sheet(at: Table) -> Sheet:
    """Return the score sheet of the hand that is awaited or played, or of the end."""
    if isinstance(at.state, InHand):
        return at.state.hand.sheet
    assert isinstance(at.state, BetweenHands)
    return at.state.sheet


def deal_hands(at: Table, hands: Mapping[int, str], turn_up: str, poke: str = "", seed: int = 1) -> Table:
    """Return the table after a stacked deal."""
    dealer = read_sheet(at).dealer
    return at.chance("deal", stack_pack(at.seats, dealer, hands, turn_up, poke, seed))


def play_moves(at: Table, *moves: str) -> Table:
    """Return the table after these moves, each by the seat to act; a bare card is played."""
    for move in moves:
        at = at.move(at.state.to_act[0], f"play {move}" if move in PACK else move)
    return at


def begin_play(hands: dict[int, str], turn_up: str, *moves: str, dealer: int | None = None, **options: object) -> Table:
    """Return a hand in play after these moves: all seats stay, and the last one deals by default."""
    seats = len(hands)
    at = deal_hands(table(seats, seats - 1 if dealer is None else dealer, **options), hands, turn_up)
    return play_moves(at, "deal", *["stay"] * seats, *moves)


def list_moves(at: Table) -> list[str]:
    """Return the legal moves of the seat to act, sorted; cards without their verb."""
    return sorted(move.removeprefix("play ") for move in at.state.legal(at.state.to_act[0]).moves)


def deal_at_random(at: Table, rng: Random) -> Table:
    """Return the table after a random deal."""
    cards = list(PACK)
    rng.shuffle(cards)
    return at.chance("deal", cards)
