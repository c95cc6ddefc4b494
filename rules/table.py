"""A table: a game's log with the position that it leads to (K6 `dump` and `load`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from rules.contract import Chance, Event, Game, Move, OptionValue, Pack, Refusal, State
from rules.registry import game_named


class Table(NamedTuple):
    """An immutable table. `hand_start` is how many events came before the hand that is played or awaited."""

    game: Game
    seats: int
    options: Mapping[str, OptionValue]
    dealer: int
    events: tuple[Event, ...]
    state: State
    hand_start: int = 0

    @classmethod
    def new(
        cls,
        game: Game,
        seats: int,
        options: Mapping[str, object] | None = None,
        dealer: int = 0,
        pack: Pack | None = None,
    ) -> Table:
        """Return a table before its first deal.

        Raises Refusal `bad_request` where seats or dealer are out of range, `bad_option` for an unknown one or value.
        """
        fewest, most = game.seats
        if not fewest <= seats <= most:
            seats_text = str(most) if fewest == most else f"{fewest} to {most}"
            sentence = "{game} is for {wanted} seats, not {seats}."
            raise Refusal("bad_request", None, sentence, game=game.name, wanted=seats_text, seats=seats)
        if not 0 <= dealer < seats:
            raise Refusal("bad_request", "K1.1", "There is no seat {seat} to deal at this table.", seat=dealer)
        table_options = MappingProxyType(game.resolve(options or {}, seats))  # every later table has the same one
        return cls(game, seats, table_options, dealer, (), game.new(seats, table_options, dealer, pack))

    def move(self, seat: int, text: str) -> Table:
        """Return the table after `seat` moves `text`.

        Raises Refusal `bad_request`, `not_your_turn` or `illegal_move`.
        """
        if not 0 <= seat < self.seats:
            raise Refusal("bad_request", "K1.1", "There is no seat {seat} at this table.", seat=seat)
        state = self.state.apply(seat, text)
        return self._next(Move(seat, _canonical(self.game, text)), state)

    def chance(self, event: str, cards: Sequence[str]) -> Table:
        """Return the table after a chance event. Raises Refusal `unexpected_chance` or `bad_cards`."""
        state = self.state.chance(event, cards)
        return self._next(Chance(event, tuple([card.upper() for card in cards])), state)

    def event(self, event: Event) -> Table:
        """Return the table after `event`. Raises what `move` and `chance` raise."""
        if isinstance(event, Move):
            return self.move(event.seat, event.text)
        return self.chance(event.event, event.cards)

    def _next(self, event: Event, state: State) -> Table:
        events = self.events + (event,)  # noqa: RUF005 - unpacking would copy the whole log twice
        start = len(events) if state.number != self.state.number else self.hand_start
        return Table(self.game, self.seats, self.options, self.dealer, events, state, start)

    def replay(self, events: Sequence[Event]) -> Table:
        """Return the table after all of `events`."""
        table = self
        for event in events:
            table = table.event(event)
        return table

    def without_events(self) -> Table:
        """Return this table before its first event, with the full pack."""
        return Table.new(self.game, self.seats, self.options, self.dealer)

    def imagine(self, seat: int | None, rng: Random) -> Table:
        """Return a whole world drawn uniformly among those that agree with the seat's view (K6 `imagine`)."""
        if self.state.finished or self.hand_start == len(self.events):
            return self
        worlds = self.game.worlds(self.state.view(seat))
        state = worlds.draw(rng)
        events = self.events[: self.hand_start] + worlds.events(state)
        return Table(self.game, self.seats, self.options, self.dealer, events, state, self.hand_start)

    def dump(self) -> dict[str, Any]:
        """Return K6's dump of the whole table, JSON-ready."""
        return {
            "game": self.game.id,
            "seats": self.seats,
            "options": dict(self.options),
            "dealer": self.dealer,
            "events": [dump_event(event) for event in self.events],
        }

    @classmethod
    def load(cls, dump: object) -> Table:
        """Return the table of a dump. Raises Refusal: `bad_request` for a malformed one, else what its events break."""
        if not isinstance(dump, dict):
            raise Refusal("bad_request", "K6", "A game's dump is an object.")
        fields = cast("dict[str, Any]", dump)
        for name in ("options", "dealer", "events"):
            if name not in fields:
                raise Refusal("bad_request", "K6", "The field {name} is missing.", name=name)
        table = cls.new(game_named(text(fields, "game")), *setup(fields))
        events = fields["events"]
        if not isinstance(events, list):
            raise Refusal("bad_request", "K6", "A dump's events are a list.")
        return table.replay([load_event(event) for event in cast("list[object]", events)])


@lru_cache(maxsize=4096)
def _canonical(game: Game, text: str) -> str:
    """Return a legal move's text as K7.1 writes it. Kept, for the same few texts are most of a game."""
    return game.canonical(text)


def setup(fields: Mapping[str, Any]) -> tuple[int, dict[str, Any], int]:
    """Return seats, options and dealer of a request or a dump. Raises Refusal `bad_request` for wrong types."""
    options: object = fields.get("options", {})
    if not isinstance(options, dict):
        raise Refusal("bad_request", "K6", "Options are an object of names and values.")
    dealer = whole(fields, "dealer") if "dealer" in fields else 0
    return whole(fields, "seats"), cast("dict[str, Any]", options), dealer


def text(fields: Mapping[str, Any], name: str) -> str:
    """Return a text field. Raises Refusal `bad_request` if it is missing or no text."""
    value: object = fields.get(name)
    if not isinstance(value, str):
        raise Refusal("bad_request", "K6", "The field {name} must be a text.", name=name)
    return value


def whole(fields: Mapping[str, Any], name: str) -> int:
    """Return a whole number; `true` is none. Raises Refusal `bad_request` if it is missing or no whole number."""
    value: object = fields.get(name)
    if type(value) is not int:
        raise Refusal("bad_request", "K6", "The field {name} must be a whole number.", name=name)
    return value


def texts(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return a list of texts. Raises Refusal `bad_request` if it is missing or holds anything else."""
    value: object = fields.get(name)
    if not isinstance(value, list):
        raise Refusal("bad_request", "K6", "The field {name} must be a list of texts.", name=name)
    members = cast("list[object]", value)
    strings = tuple(member for member in members if isinstance(member, str))
    if len(strings) != len(members):
        raise Refusal("bad_request", "K6", "The field {name} must be a list of texts.", name=name)
    return strings


def dump_event(event: Event) -> dict[str, Any]:
    """Return an event as K6 writes it."""
    if isinstance(event, Move):
        return {"seat": event.seat, "move": event.text}
    return {"event": event.event, "cards": list(event.cards)}


def load_event(dump: object) -> Event:
    """Return the event that K6's form describes. Raises Refusal `bad_request` if it is malformed."""
    if not isinstance(dump, dict):
        raise Refusal("bad_request", "K6", "An event is an object.")
    fields = cast("dict[str, Any]", dump)
    if "event" in fields:
        return Chance(text(fields, "event"), texts(fields, "cards"))
    return Move(whole(fields, "seat"), text(fields, "move"))
