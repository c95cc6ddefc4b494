"""Mitigati, behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.contract import Event, Game, OptionValue, Pack, State, View
from rules.mitigati.deal import Dealing
from rules.mitigati.declare import Declare, read_items, written
from rules.mitigati.imagine import imagined, started
from rules.mitigati.match import OPTIONS, SEATS, Match, Setup
from rules.mitigati.pad import pad
from rules.tarot_tuned import INDEX, PLAY, words
from rules.templates import Template


class Mitigati(Game):
    """Tarot for three, each for themselves, where a hand can be bought off while it is still being dealt."""

    id = "mitigati"
    name = "Mitigati"
    seats = (SEATS, SEATS)
    options = OPTIONS
    version = 1

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        return Dealing(Match(Setup.of(options, pack), 0, dealer))

    def canonical(self, text: str) -> str:
        if text in PLAY:
            return text
        found = words(text)
        verb, *arguments = found
        if verb == "DECLARE":
            return written(read_items(found, text))
        return " ".join((verb.lower(), *sorted(arguments, key=lambda word: INDEX.get(word, 0))))

    def template(self, shown: Mapping[str, Any]) -> Template:
        """A declaration's template too (M5)."""
        if shown["verb"] != "declare":
            return super().template(shown)
        bonuses = (shown.get(bonus) for bonus in ("abundance", "kings", "honours", "mixed"))
        return Declare(*(None if cards is None else tuple(cards) for cards in bonuses))

    def start(self, view: View) -> State:
        return started(view)

    def imagine(self, view: View, rng: Random) -> tuple[Event, ...]:
        return imagined(view, rng)

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        return pad(entry)
