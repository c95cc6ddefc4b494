"""Deals laid out as a test needs them."""

from collections.abc import Mapping
from random import Random

from rules.abracadabra import GAME
from rules.abracadabra.deal import split_pack
from rules.abracadabra.positions import BetweenHands, InHand
from rules.abracadabra.records import Sheet
from rules.table import Table
from tests.rules.abracadabra.reading import Reading


def table(seats: int, dealer: int = 0, **options: object) -> Table:
    """Return a fresh table."""
    return Table.new(GAME, seats, options, dealer)


def sheet_of(at: Table) -> Sheet:
    """Return the table's score sheet."""
    if isinstance(at.state, BetweenHands):
        return at.state.sheet
    assert isinstance(at.state, InHand)
    return at.state.hand.sheet


def deal_hands(at: Table, hands: Mapping[int, str] | None = None, turned: str = "", seed: int = 1) -> Table:
    """Return the table after a deal in which each holder has these cards ("AS 2H"; a dummy is holder 2)."""
    sheet = sheet_of(at)
    setup = sheet.setup
    order = [""] * len(setup.pack)
    if turned:
        order[-1] = turned
    hand_cards = split_pack(setup, sheet.dealer, range(len(order)))
    for holder, cards in (hands or {}).items():
        for place, card in zip(hand_cards[holder], cards.split(), strict=False):
            order[place] = card
    rest = [card for card in setup.pack if card not in order]
    Random(seed).shuffle(rest)
    return at.chance("deal", [card or rest.pop() for card in order])


def play_moves(at: Table, *moves: str) -> Table:
    """Return the table after these moves, each by the lowest seat to act; a bare card is played."""
    cards = sheet_of(at).setup.pack
    for move in moves:
        at = at.move(at.state.to_act[0], f"play {move}" if move in cards else move)
    return at


def choose_suits(at: Table) -> Table:
    """Return the table after all have chosen a suit."""
    return play_moves(at, *(f"suit {suit}" for suit in "SHDC"[: at.seats]))


def in_play(at: Table, bid: int = 1) -> Table:
    """Return the table at its first trick: suits in order, Eldest bids and places its lowest, none is exposed."""
    seats = at.seats
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    at = play_moves(at, *(f"suit {suit}" for suit in "SHDC"[:seats]), f"bid {bid}", *["pass"] * (seats - 1))
    at = play_moves(at, " ".join(["place", *ranks[:bid]]))
    if at.state.phase == "trump":
        at = play_moves(at, "trump S")
    return play_moves(at, *["place"] * (seats - 1), *["expose none"] * seats)


def list_moves(at: Table, seat: int | None = None) -> list[str]:
    """Return the listed moves of a seat, by default the lowest to act, sorted; cards without their verb."""
    seat = at.state.to_act[0] if seat is None else seat
    return sorted(move.removeprefix("play ") for move in at.state.legal(seat).moves)


def deal_at_random(at: Table, rng: Random) -> Table:
    """Return the table after a random deal."""
    cards = list(sheet_of(at).setup.pack)
    rng.shuffle(cards)
    return at.chance("deal", cards)


def read_table(at: Table) -> Reading:
    """Return the second reading of a fresh table."""
    tricks = sheet_of(at).setup.tricks
    return Reading(at.seats, at.dealer, **at.options, tricks=tricks)  # pyright: ignore[reportArgumentType]  # checked as options
