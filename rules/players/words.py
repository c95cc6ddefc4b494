"""Words that the reasons of all games share: numbers as people say them, and the move without another."""

from __future__ import annotations

from typing import Final

from rules.contract import View

ONLY_MOVE: Final = "It is the only move you have."
READABLE: Final = 1_000_000
"""The highest number that is written out."""


def forced(view: View) -> bool:
    """Whether the view's seat has one listed move and no template."""
    return len(view["moves"]) == 1 and not view["choices"]


def many(number: int, noun: str) -> str:
    """Return a number of things: "no tricks", "1 trick", "3 tricks"."""
    return f"{amount(number) if number else 'no'} {noun if number == 1 else noun + 's'}"


def amount(number: int) -> str:
    """Return a number, as long as it can be read: pots of many players may grow beyond all measure."""
    return str(number) if number <= READABLE else "over a million"


def about(number: float, noun: str) -> str:
    """Return a guessed number of things, to one decimal: "about 1.2 tricks", "about 1 trick", "less than 0.1
    tricks".
    """
    if number < 0.05:
        return f"less than 0.1 {noun}s"
    text = f"{number:.1f}".removesuffix(".0")
    return f"about {text} {noun if text == '1' else noun + 's'}"


def roughly(number: float, noun: str) -> str:
    """Return a guessed number of things, in whole ones: "about 13 chips", "less than 1 chip"."""
    whole = round(number)
    if whole < 1:
        return f"less than 1 {noun}"
    return f"about {many(whole, noun)}" if whole <= READABLE else many(whole, noun)


def gain(number: float, noun: str) -> str:
    """Return a guessed gain: to one decimal as long as it can be read, in words beyond that."""
    return about(number, noun) if number <= READABLE else roughly(number, noun)


def percent(chance: float) -> str:
    """Return a guessed chance: "about 18%". No guess calls anything sure or impossible."""
    if chance < 0.01:
        return "less than 1%"
    return f"about {round(100 * chance)}%" if chance <= 0.99 else "more than 99%"
