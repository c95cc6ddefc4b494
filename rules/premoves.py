"""Pre-moves: a move, or in the trick games a short rule that picks a card.

`Conduct.premoves` and `Conduct.candidates` say what a game allows. A rule means the same in all games.
"""

# play 5H                       this card, whatever has happened
# fold                          this word
# if H winner else ask          where hearts are led my lowest card that wins the trick so far; else I am asked
# if any play 5H else lowest    whatever is led this card; where it may not be played, or I am to lead, my lowest

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
FALLBACKS: Final = (ASK, LOWEST)
"""The fallback where a rule does not apply or picks nothing."""

PLAY: Final = "play "
"""How the move begins by which a card is played (K7.1)."""

Why = Literal["no card", "lead", "suit", "winner", "loser", "lowest"]
"""Why a rule comes to no move: no card is to be played; its player leads; another suit was led; nothing to pick."""


class PremoveOptions(NamedTuple):
    """Pre-moves that a seat may leave: `moves` by their texts, and the `suits` that a rule may name.

    Without suits there are no rules. `reasons_never_legal` gives the reason for each move that cannot be legal at the
    next turn. `follows` gives the suit, of `suits`, that the card of a move follows; a card of no suit has none.
    """

    moves: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    reasons_never_legal: Mapping[str, str] = MappingProxyType({})
    follows: Mapping[str, str] = MappingProxyType({})


class Candidate(NamedTuple):
    """A card that a rule may pick, by the move that plays it alone.

    `would_win` tells whether it wins the trick so far; None if its player cannot know. `height` orders the cards.
    A rule picks a card that `is_kept` only if there is no other.
    """

    move: str
    would_win: bool | None
    height: tuple[int, ...]
    is_kept: bool = False


class Candidates(NamedTuple):
    """The cards that a rule may pick, and the suit led: "" if the trick asks for none, None if the seat leads."""

    led_suit: str | None
    cards: tuple[Candidate, ...]


class Premove(NamedTuple):
    """A pre-move: a move's text; or, where a rule names what has to be `led`, a pick or a card."""

    action: str
    led_suit: str | None = None
    fallback: str = ASK

    @property
    def text(self) -> str:
        """The pre-move as it is stored."""
        return self.action if self.led_suit is None else f"if {self.led_suit} {self.action} else {self.fallback}"


class Outcome(NamedTuple):
    """The outcome of a pre-move at its turn: a move, which the game may still refuse, or why its player is asked."""

    move: str | None = None
    why: Why | None = None


def read_premove(text: str) -> Premove:
    """Return the pre-move that was stored as this text."""
    match text.split(" "):
        case ["if", led, *do, "else", otherwise]:
            return Premove(" ".join(do), led, otherwise)
        case _:
            return Premove(text)


def is_premove_allowed(premove: Premove, options: PremoveOptions) -> bool:
    """Whether a seat may leave this pre-move now."""
    if premove.led_suit is None:
        return premove.action in options.moves
    card = premove.action.startswith(PLAY) and premove.action in options.moves
    return (
        bool(options.suits)
        and premove.led_suit in (ANY, *options.suits)
        and (premove.action in PICKS or card)
        and premove.fallback in FALLBACKS
    )


def why_never_legal(premove: Premove, options: PremoveOptions) -> str:
    """Return the reason why the move cannot be legal at the next turn, as a sentence; "" if it may be."""
    return options.reasons_never_legal.get(premove.action, "")


def resolve_premove(premove: Premove, moves: Sequence[str], turn: Candidates | None) -> Outcome:
    """Return the outcome of a pre-move for the seat at turn, with these legal moves.

    `turn` has the cards that a rule may pick; None if no card is to be played.
    """
    if premove.led_suit is None:
        return Outcome(premove.action)
    if turn is None:
        return Outcome(why="no card")
    if turn.led_suit is not None and premove.led_suit in (ANY, turn.led_suit):
        outcome = _pick(premove.action, turn.cards) if premove.action in PICKS else Outcome(premove.action)
    else:
        outcome = Outcome(why="lead" if turn.led_suit is None else "suit")
    if outcome.move in moves or premove.fallback == ASK:
        return outcome
    return _pick(LOWEST, turn.cards)


def _pick(pick: str, cards: Sequence[Candidate]) -> Outcome:
    if pick == WINNER:
        outcome = _pick_by_height([card for card in cards if card.would_win is True])
    elif pick == LOSER:
        outcome = _pick_by_height([card for card in cards if card.would_win is False], highest=True)
    else:
        outcome = _pick_by_height(cards)
    if outcome is not None:
        return Outcome(outcome.move)
    return Outcome(why="winner" if pick == WINNER else "loser" if pick == LOSER else "lowest")


def _pick_by_height(cards: Sequence[Candidate], *, highest: bool = False) -> Candidate | None:
    """Return the lowest or the highest of some cards, if possible one that is not kept; None for no cards."""
    preferred_cards = [card for card in cards if not card.is_kept] or cards
    return sorted(preferred_cards, key=_height, reverse=highest)[0] if preferred_cards else None


def _height(card: Candidate) -> tuple[int, ...]:
    return card.height


def plays(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the moves that play these cards."""
    return tuple(f"{PLAY}{card}" for card in cards)


def cards_of(moves: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of those moves that play one and say nothing with it."""
    return tuple(move.removeprefix(PLAY) for move in moves if move.startswith(PLAY) and move.count(" ") == 1)
