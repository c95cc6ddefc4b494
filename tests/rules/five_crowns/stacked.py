"""Tables with a pack stacked for a test: what is dealt, what is turned up, and what lies on top of the stock."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rules.contract import Pack, Refusal
from rules.five_crowns import GAME
from rules.five_crowns.cards import DECK, decks
from rules.five_crowns.positions import Discarding
from rules.melds import CARDS, NUMBER
from rules.table import Table
from tests.rules.moves import play_moves


def table(seats: int = 3, dealer: int = 0, pack: Sequence[str] | None = None, **options: Any) -> Table:
    """Return a table before its first deal."""
    return Table.new(GAME, seats, options, dealer, Pack(tuple(pack), ()) if pack else None)


def stack_pack(at: Table, hands: Mapping[int, str], turn_up: str, stock: str = "") -> list[str]:
    """Return an order of the pack that deals these hands, turns this card up and has these on top of the stock."""
    expects = at.state.expects
    assert expects is not None
    free = Counter(expects.cards)
    size = at.state.view(None)["size"]
    eldest = (at.state.view(None)["dealer"] + 1) % at.seats
    named = {seat: text.split() for seat, text in hands.items()}
    top = [turn_up, *stock.split()]
    free.subtract([card for cards in (*named.values(), top) for card in cards])
    assert min(free.values()) >= 0, "the pack has not so many copies"
    # What nobody names goes round in an order in which neighbours do not meld by chance.
    rest = Random(0).sample(sorted(free.elements(), key=NUMBER.__getitem__), free.total())
    order: list[str] = []
    for place in range(size * at.seats):
        seat = (eldest + place) % at.seats
        order.append(named[seat][place // at.seats] if seat in named else rest.pop())
    return [*order, *top, *rest]


def deal_hands(at: Table, hands: Mapping[int, str], turn_up: str, stock: str = "") -> Table:
    """Return the table after a stacked deal."""
    return at.chance("deal", stack_pack(at, hands, turn_up, stock))


def draw_at_random(at: Table, rng: Random) -> Table:
    """Return the table after its chance event in a random order."""
    expects = at.state.expects
    assert expects is not None
    return at.chance(expects.event, rng.sample(expects.cards, len(expects.cards)))


def refuse_move(at: Table, move: str, seat: int | None = None) -> Refusal:
    """Try a move of a seat, by default the one to act; return the refusal."""
    try:
        at.move(at.state.to_act[0] if seat is None else seat, move)
    except Refusal as refused:
        return refused
    raise AssertionError(f"{move} was taken")


def list_moves(at: Table, seat: int | None = None) -> list[str]:
    """Return the legal moves of a seat, by default the one to act, sorted as text."""
    return sorted(at.state.legal(at.state.to_act[0] if seat is None else seat).moves)


def empty_stock(at: Table, last_turn: int | None = None) -> Table:
    """Return the table after seats have drawn and discarded until the stock is empty at the start of a turn."""
    while at.state.phase == "draw":
        at = play_moves(at, "draw")
        state = at.state
        assert isinstance(state, Discarding)
        assert state.fresh.card is not None
        at = play_moves(at, f"discard {CARDS[state.fresh.card]}")  # a view of each turn would take longer than all else
    return at


SORTED_PACKS = {seats: sorted(DECK * decks(seats), key=NUMBER.__getitem__) for seats in range(2, 13)}
