"""Calls in words (C7): what Good and Evil would make count, and what a call has turned round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game.moves import Choice, Verb
from bot.ui.game.players import Players
from cogs.games.conference import sides
from cogs.games.conference.trick_points import lacks_discard, so_far
from cogs.games.tarot.cards import KINDS, TRUMPS, card_text
from rules.conference.moves import OURS, YOURS, play_text
from rules.conference.records import Call, side
from rules.contract import View
from rules.sentences import listed
from rules.tarot.cards import CARDS, EVIL, GOOD

SUITS: Final[Mapping[str, str]] = {"GOOD": "Earth and Air", "EVIL": "Fire and Water"}
"""C7.1."""
OTHER: Final[Mapping[str, str]] = {"GOOD": "EVIL", "EVIL": "GOOD"}
WORDS: Final = (OURS, YOURS)


def letters(suits: Sequence[str]) -> str:
    """Return suits by their letters, in words."""
    return listed([KINDS[letter] for letter in suits])


def scoring_suits(card: str, word: str) -> tuple[str, str]:
    """Return the suits that this call scores for the caller's side, and those for the others (C7.2)."""
    named_suits, other_suits = SUITS[card], SUITS[OTHER[card]]
    return (named_suits, other_suits) if word == OURS else (other_suits, named_suits)


def choices(card: str) -> tuple[Choice, ...]:
    """Return both calls with a card as choices; their labels say which suits count."""
    return tuple(_choice(card, word) for word in WORDS)


def _choice(card: str, word: str) -> Choice:
    own_suits, other_suits = scoring_suits(card, word)
    move = play_text(CARDS.bit[card], word == OURS)
    hint = f"The others score {other_suits}; trumps and the Fool nothing."
    return Choice(
        move, f"{card_text(card)}, {word}: you score {own_suits}", "main", card, hint, group=TRUMPS.capitalize()
    )


def _called(card: str, word: str) -> str:
    own_suits, other_suits = scoring_suits(card, word)
    return f"played {card_text(card)} and called “{word}”: your side scores {own_suits}, the others {other_suits}."


CALLS: Final[Mapping[str, Verb]] = {
    f"play {card} {word}": Verb(_called(card, word)) for card in SUITS for word in WORDS
}
"""The moves that call."""


def call_text_of(calls: Sequence[Mapping[str, Any]], place: int, players: Players) -> str:
    """Return call number `place` of a hand: what it made count, and for which tricks (C7.2, C7.4, C7.6)."""
    call = calls[place]
    call_text = f"{players.who(call['seat'])} called “{call['call']}”:"
    if place and call["suits"] == calls[place - 1]["suits"]:
        return f"{call_text} nothing changes."
    side_index = side(call["seat"] if players.reader is None else players.reader)
    first, second = (letters(call["suits"][scoring_side]) for scoring_side in (side_index, 1 - side_index))
    if players.reader is None:
        caller, opponents = sides.whom(players, side_index), sides.whom(players, 1 - side_index)
        scores = f"{call_text} {caller} score {first}, {opponents} {second}"
    else:
        scores = f"{call_text} your side scores {first}, the others {second}"
    return f"{scores} from trick {call['trick'] + 1} on." if place else f"{scores}. Trumps score 0."


def is_asked(view: View) -> bool:
    """Whether the view's seat may make a call now."""
    return any(move.endswith(WORDS) for move in view["moves"])


def stakes(view: View) -> str:
    """Return the effect of each call that the seat may make on the points so far (C7.4, C7.6)."""
    spirits = [card for card in ("GOOD", "EVIL") if any(f"play {card} " in move for move in view["moves"])]
    card = spirits[0]
    if view["calls"]:
        standing = letters(view["calls"][-1]["suits"][side(view["seat"])])
        keeping_word = next(word for word in WORDS if scoring_suits(card, word)[0] == standing)
        turns = OURS if keeping_word == YOURS else YOURS
        return f"With {card_text(card)}, “{keeping_word}” changes nothing; “{turns}” swaps the suits from now on."
    come = ", ".join(
        f"{word} {own_points} to {other_points}"
        for word in WORDS
        for own_points, other_points in [_would(view, card, word)]
    )
    extent = "in tricks" if lacks_discard(view, side(view["dealer"])) else "so far"
    return f"After a call trumps score 0. {card_text(card)} {extent}: {come}."


def _would(view: View, card: str, word: str) -> tuple[int, int]:
    """Return the points that the tricks so far would bring the caller's side and the others (C7.6)."""
    own_seat: int = view["seat"]
    call = Call(own_seat, GOOD if card == "GOOD" else EVIL, word == OURS, len(view["tricks"]))
    points = so_far(view, [call])
    return points[side(own_seat)], points[1 - side(own_seat)]
