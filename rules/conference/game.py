"""Conference, behind the contract that all games share."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.conference.allegiance import CALLS
from rules.conference.deal import CUTS, Dealing
from rules.conference.discard import canonical_name
from rules.conference.imagine import imagined, started
from rules.conference.match import OPTIONS, SEATS, Match, Setup
from rules.conference.pad import pad
from rules.contract import Event, Game, OptionValue, Pack, State, View
from rules.tarot_tuned import INDEX, PLAY


class Conference(Game):
    """Tarot for two partnerships, with League, Allegiance and Gallowglass as options."""

    id = "conference"
    name = "Conference"
    seats = (SEATS, SEATS)
    options = OPTIONS
    version = 1

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        return Dealing(Match(Setup.of(options, pack), 0, dealer))

    def canonical(self, text: str) -> str:
        if text in PLAY or text in CALLS or text in CUTS:
            return text
        verb, *arguments = text.upper().split(" ")
        if verb == "GALLOWGLASS":
            return canonical_name([verb, *arguments])
        if verb == "PLAY":
            return " ".join(("play", arguments[0], *(word.lower() for word in arguments[1:])))
        return " ".join((verb.lower(), *sorted(arguments, key=lambda word: INDEX.get(word, 0))))

    def start(self, view: View) -> State:
        return started(view)

    def imagine(self, view: View, rng: Random) -> tuple[Event, ...]:
        return imagined(view, rng)

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        return pad(entry)
