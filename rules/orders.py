"""Orders for one's next turn: a move, or in the trick games a short rule by which a card is picked.

The game says what may be ordered and what a rule picks from (`Conduct.premoves`, `Conduct.candidates`), from the view
of the seat alone; what a rule means is the same in all games and stands here.

    play 5H                         this card, whatever has happened
    fold                            this word
    if H winner else ask            where hearts are led my lowest card that wins the trick so far; else I am asked
    if any play 5H else lowest      whatever is led this card; where it may not be played, or I am to lead, my lowest
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

ANY: Final = "any"
"""In the place of a suit: whatever is led."""

TRUMPS: Final = "trumps"
"""In the place of a suit: trumps, where a game does not name them by their suit."""

WINNER: Final = "winner"
LOSER: Final = "loser"
LOWEST: Final = "lowest"
PICKS: Final = (WINNER, LOSER, LOWEST)
"""How a rule picks a card: the lowest that wins the trick so far, the highest that does not, the lowest of all."""

ASK: Final = "ask"
OTHERWISE: Final = (ASK, LOWEST)
"""The fallback where a rule does not apply or picks nothing."""

PLAY: Final = "play "
"""How the move begins by which a card is played (K7.1)."""

Why = Literal["no card", "lead", "suit", "winner", "loser", "lowest"]
"""Why a rule comes to no move: no card is to be played; its player leads; another suit was led; nothing to pick."""


class Orderable(NamedTuple):
    """Pre-moves that a seat may leave: `moves` by their texts, and the `suits` that a rule may name; no suits, no
    rules. `never` says of moves that cannot be legal at the next turn why not.
    """

    moves: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    never: Mapping[str, str] = MappingProxyType({})


class Candidate(NamedTuple):
    """A card that a rule may pick, by the move that plays it and nothing else.

    `wins` says whether it would then be the card that wins the trick so far, None where its player cannot know;
    `height` orders the cards from the lowest up. One that is `kept` is picked only where no other can be.
    """

    move: str
    wins: bool | None
    height: tuple[int, ...]
    kept: bool = False


class OnTurn(NamedTuple):
    """A card is to be played: the suit that was led, "" where what lies there asks for none, None where the seat is to
    lead; and the cards that a rule may pick.
    """

    led: str | None
    cards: tuple[Candidate, ...]


class Order(NamedTuple):
    """A pre-move: a move's text; or, where a rule names what has to be `led`, a pick or a card."""

    do: str
    led: str | None = None
    otherwise: str = ASK

    @property
    def text(self) -> str:
        """The order as it is kept."""
        return self.do if self.led is None else f"if {self.led} {self.do} else {self.otherwise}"


class Found(NamedTuple):
    """The outcome of an order at its turn: a move, which the game may still refuse, or why its player is asked."""

    move: str | None = None
    why: Why | None = None


def read(text: str) -> Order:
    """The order that was kept as this text."""
    match text.split(" "):
        case ["if", led, *do, "else", otherwise]:
            return Order(" ".join(do), led, otherwise)
        case _:
            return Order(text)


def may_be_left(order: Order, orderable: Orderable) -> bool:
    """Whether this may be ordered now."""
    if order.led is None:
        return order.do in orderable.moves
    card = order.do.startswith(PLAY) and order.do in orderable.moves
    return (
        bool(orderable.suits)
        and order.led in (ANY, *orderable.suits)
        and (order.do in PICKS or card)
        and order.otherwise in OTHERWISE
    )


def why_never(order: Order, orderable: Orderable) -> str:
    """Why the move of an order cannot be legal at the next turn, as a sentence; empty where it may be."""
    return orderable.never.get(order.do, "")


def comes_to(order: Order, moves: Sequence[str], turn: OnTurn | None) -> Found:
    """The outcome of an order for a seat whose turn it is. `moves` are its legal moves, `turn` describes the trick;
    None where no card is to be played.
    """
    if order.led is None:
        return Found(order.do)
    if turn is None:
        return Found(why="no card")
    if turn.led is not None and order.led in (ANY, turn.led):
        found = _picked(order.do, turn.cards) if order.do in PICKS else Found(order.do)
    else:
        found = Found(why="lead" if turn.led is None else "suit")
    if found.move in moves or order.otherwise == ASK:
        return found
    return _picked(LOWEST, turn.cards)


def _picked(how: str, cards: Sequence[Candidate]) -> Found:
    if how == WINNER:
        found = _first([card for card in cards if card.wins is True])
    elif how == LOSER:
        found = _first([card for card in cards if card.wins is False], highest=True)
    else:
        found = _first(cards)
    if found is not None:
        return Found(found.move)
    return Found(why="winner" if how == WINNER else "loser" if how == LOSER else "lowest")


def _first(cards: Sequence[Candidate], *, highest: bool = False) -> Candidate | None:
    """The lowest or the highest of some cards, of those first that are not kept; None of none."""
    some = [card for card in cards if not card.kept] or cards
    return sorted(some, key=_height, reverse=highest)[0] if some else None


def _height(card: Candidate) -> tuple[int, ...]:
    return card.height


def plays(cards: Iterable[str]) -> tuple[str, ...]:
    """The moves that play these cards."""
    return tuple(f"{PLAY}{card}" for card in cards)


def cards_of(moves: Iterable[str]) -> tuple[str, ...]:
    """The cards of those moves that play one and say nothing with it."""
    return tuple(move.removeprefix(PLAY) for move in moves if move.startswith(PLAY) and move.count(" ") == 1)
