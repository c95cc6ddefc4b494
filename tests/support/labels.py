"""What the buttons of moves say, as people read it: which move a label stands for, and which label a player presses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from typing import Final

from bot.ui.game.moves import Moves
from cogs.games.abracadabra.cards import SUITS
from cogs.games.abracadabra.moves import MOVES as ABRACADABRA_MOVES
from cogs.games.abracadabra.pack import ABRACADABRA
from cogs.games.conference import calling
from cogs.games.conference.moves import MOVES as CONFERENCE_MOVES
from cogs.games.five_crowns.cards import card_text
from cogs.games.five_crowns.pack import FIVE_CROWNS
from cogs.games.mitigati.moves import MOVES as MITIGATI_MOVES
from cogs.games.tarot.cards import play
from cogs.games.tarot.pack import TAROT
from cogs.games.voren.moves import MOVES as VOREN_MOVES
from cogs.games.voren.pack import VOREN

LEFT: Final = re.compile(r"(?:Discard |Stay in: discard )?(\S+): (\d+)")
"""A discard of Five Crowns, and the points that it leaves."""
SAID: Final = re.compile(r"(Ask|Offer) (\d+)(?:: hand ends, you .+)?")
"""A word of Mitigati that is ready to be said."""
PASSED: Final = re.compile(r"Pass: .+")
"""A pass of Mitigati that does more than pass the turn on."""
CONTINUED: Final = re.compile(r"Continue: .+")
"""The word of Mitigati that ends a round of bargaining, with what it does."""
BID: Final = re.compile(r"Bid (\d+)")
"""A bid of Abracadabra."""
WORDS: Final[Mapping[Moves, tuple[str, ...]]] = {
    VOREN_MOVES: ("deal", "deal poke", "deal allplay", "deal poke allplay", "stay", "fold", "poke"),
    MITIGATI_MOVES: ("pass", "continue", "declare nothing"),
    CONFERENCE_MOVES: ("cut 3", "cut 4", "reshuffle", *(f"gallowglass {suit}" for suit in "EFWA"), "gallowglass none"),
    ABRACADABRA_MOVES: ("expose none", "expose pile"),
}
"""Moves that are a word, and have it on their button."""
SENSE: Final = 0.9
"""How likely a player of Five Crowns makes the best move that the labels tell of: a deal of other moves hardly ends."""


@cache
def _moves() -> dict[str, str]:
    """Return the labels of all games, without what they say besides: no two games have one in common."""
    result = {moves.choice(move).label: move for moves, words in WORDS.items() for move in words}
    result |= {name[:1].upper() + name[1:]: f"play {card}" for card in VOREN.cards() for name in [VOREN.name_of(card)]}
    result |= {"Draw": "draw"}
    for card in FIVE_CROWNS.cards():
        result |= {
            f"Take {card_text(card)}": "take",
            f"Go out: discard {FIVE_CROWNS.text_of(card)}": f"out {card}",
            f"Out {FIVE_CROWNS.text_of(card)}": f"out {card}",
            f"Discard {FIVE_CROWNS.text_of(card)}": f"discard {card}",
        }
    for pack in (VOREN, TAROT, ABRACADABRA):  # among many cards a button has a card's signs
        result |= {pack.text_of(card): f"play {card}" for card in pack.cards() if card not in calling.SUITS}
    result |= {choice.label: choice.move for card in calling.SUITS for choice in calling.choices(card)}
    for card in TAROT.cards():
        result |= {label: f"play {card}" for choice in [play(card)] for label in (choice.label, choice.short)}
    for letter, suit in SUITS.items():
        result |= {f"Choose {suit}": f"suit {letter}", f"{suit.capitalize()} are trumps": f"trump {letter}"}
        for rank in ABRACADABRA.ranks:
            result[f"{rank.name} of {suit}"] = f"play {rank.text}{letter}"
    return result | {"Joker": "play JOKER"}


def move_named(label: str) -> str | None:
    """Return the text of the move that a button or an option with this label makes; None if it makes none."""
    if text := SAID.fullmatch(label):
        return f"{text[1].lower()} {text[2]}"
    if PASSED.fullmatch(label):
        return "pass"
    if CONTINUED.fullmatch(label):
        return "continue"
    if bid := BID.fullmatch(label):
        return f"bid {bid[1]}"
    match = LEFT.fullmatch(label)
    return _moves().get(f"Discard {match[1]}" if match else label)


def choose_label(labels: Iterable[str], rng: Random) -> str:
    """Return one of these labels of legal moves: in Five Crowns mostly a sensible one, else any."""
    every = sorted(labels)
    if rng.random() < SENSE:
        out = [label for label in every if label.startswith(("Go out", "Out "))]
        remaining = {label: int(match[2]) for label in every if (match := LEFT.fullmatch(label))}
        every = out or [label for label in remaining if remaining[label] == min(remaining.values())] or every
    return rng.choice(every)
