"""Calls in words (C7): what Good and Evil would make count, and what a call has turned round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game.presenter import Choice, Players
from cogs.games.conference import sides
from cogs.games.conference.trick_points import so_far
from cogs.games.tarot.cards import KINDS, TRUMPS, named
from rules.conference.moves import OURS, YOURS, play_text
from rules.conference.records import Call, side
from rules.contract import View
from rules.sentences import capital, listed
from rules.tarot.cards import EVIL, GOOD, INDEX

SUITS: Final[Mapping[str, str]] = {"GOOD": "Earth and Air", "EVIL": "Fire and Water"}
"""C7.1."""
OTHER: Final[Mapping[str, str]] = {"GOOD": "EVIL", "EVIL": "GOOD"}
WORDS: Final = (OURS, YOURS)


def letters(suits: Sequence[str]) -> str:
    """Suits by their letters, in words."""
    return listed([KINDS[letter] for letter in suits])


def scored(card: str, word: str) -> tuple[str, str]:
    """What the caller's side scores by this call, and what the others do (C7.2)."""
    own, others = SUITS[card], SUITS[OTHER[card]]
    return (own, others) if word == OURS else (others, own)


def choices(card: str) -> tuple[Choice, ...]:
    """Both calls with a card as choices: what they make count is on the buttons."""
    return tuple(_choice(card, word) for word in WORDS)


def _choice(card: str, word: str) -> Choice:
    own, others = scored(card, word)
    move = play_text(INDEX[card], word == OURS)
    hint = f"The others score {others}; trumps and the Fool nothing."
    return Choice(move, f"{named(card)}, {word}: you score {own}", "main", card, hint, group=TRUMPS.capitalize())


def did(card: str, word: str) -> str:
    """A call to the person who made it."""
    own, others = scored(card, word)
    return f"You played {named(card)} and called “{word}”: your side scores {own}, the others {others}."


def told(calls: Sequence[Mapping[str, Any]], place: int, players: Players) -> str:
    """What call number `place` of a hand made count, and for which tricks (C7.2, C7.4, C7.6)."""
    call = calls[place]
    scored_by = [letters(suits) for suits in call["suits"]]
    scores = f"{sides.who(players, 0)} score {scored_by[0]}; {sides.whom(players, 1)} score {scored_by[1]}"
    if not place:
        before = " The tricks before and the discard count so too (C7.6)." if call["trick"] else ""
        return f"{scores} (C7.2).{before}"
    turned = call["suits"] != calls[place - 1]["suits"]
    if not turned:
        return f"{scores}, as before: it changed nothing (C7.4)."
    return f"{scores}: turned round from trick {call['trick'] + 1} on (C7.4)."


def is_asked(view: View) -> bool:
    """Whether the view's seat may make a call now."""
    return any(move.endswith(WORDS) for move in view["moves"])


def notes(view: View) -> tuple[str, ...]:
    """For who may call: what the calls of the cards that they hold would come to so far, and what may follow."""
    if not is_asked(view):
        return ()
    held = [card for card in ("GOOD", "EVIL") if any(f"play {card} " in move for move in view["moves"])]
    if view["calls"]:
        (card,) = held
        standing = view["calls"][-1]["suits"][side(view["seat"])]
        now = letters(standing)
        keeps = next(word for word in WORDS if scored(card, word)[0] == now)
        turns = OURS if keeps == YOURS else YOURS
        turned = f"“{turns}” turns it round from this trick on (C7.4)"
        return (f"Your side scores {now} now. With {named(card)}, “{keeps}” leaves that as it is; {turned}.",)
    own, other = held[0], named(OTHER[held[0]])
    come = [
        f"with “{word}” your side has {mine} so far and the others {others}"
        for word in WORDS
        for mine, others in [_would(view, own, word)]
    ]
    counts = f"{capital(named(own))} counts for the whole hand, the discard too (C7.6): {', '.join(come)}."
    if len(held) == 2:
        return (counts, f"{other} makes it the other way round. The second is played later without a call (C7.5).")
    return (
        counts,
        f"If your partner holds {other}, it goes out at once (C7.3); if an opponent does, they may call anew (C7.4).",
    )


def _would(view: View, card: str, word: str) -> tuple[int, int]:
    """What the tricks so far would bring the caller's side and the others (C7.6)."""
    mine: int = view["seat"]
    call = Call(mine, GOOD if card == "GOOD" else EVIL, word == OURS, len(view["tricks"]))
    found = so_far(view, [call])
    return found[side(mine)], found[1 - side(mine)]
