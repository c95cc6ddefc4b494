"""The line protocol of `python -m rules serve` (conventions, K6): one JSON object a line in, one a line out."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, cast

from rules.contract import Expects, Refusal, Status
from rules.perft import perft
from rules.registry import GAMES, game_named
from rules.table import Table, setup, text, texts, whole

Answer = dict[str, Any]

log = logging.getLogger(__name__)


def _no_number(name: str) -> float:
    """Reject NaN and Infinity, which Python reads and JSON does not have. Raises ValueError."""
    raise ValueError(name)


def status_json(status: Status) -> Answer:
    """Return K6's *status*, JSON-ready."""
    return {
        "phase": status.phase,
        "hand": status.hand,
        "to_act": list(status.to_act),
        "expects": expects_json(status.expects) if status.expects else None,
        "finished": status.finished,
    }


def expects_json(expects: Expects) -> Answer:
    """Return an awaited chance event as *status* shows it, with the pack and the piles of a cut (C2.3)."""
    answer: Answer = {"event": expects.event, "cards": list(expects.cards)}
    if expects.cut:
        answer |= {"gathered": list(expects.cut.gathered), "piles": expects.cut.piles}
    return answer


def score_json(table: Table) -> Answer:
    """Return K6's answer to `score`, JSON-ready."""
    score = table.state.score()
    return {
        "hands": [{"points": list(points)} for points in score.hands],
        "totals": list(score.totals),
        "finished": score.finished,
        "winners": list(score.winners),
    }


def refusal_json(refusal: Refusal) -> Answer:
    """Return K6's form of a refusal, JSON-ready."""
    return {
        "ok": False,
        "error": {"code": refusal.code, "clause": refusal.clause, "message": refusal.message},
    }


class Server:
    """The tables of one client, by number. `answer` takes a line and gives the answer, whatever the line is."""

    def __init__(self) -> None:
        sys.set_int_max_str_digits(0)  # chips can outgrow any number of digits (K8.1)
        self._tables: dict[int, Table] = {}
        self._next = 1
        self._ops: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "games": self._games,
            "new": self._new,
            "chance": self._chance,
            "status": self._status,
            "legal": self._legal,
            "apply": self._apply,
            "view": self._view,
            "imagine": self._imagine,
            "pad": self._pad,
            "score": self._score,
            "perft": self._perft,
            "dump": self._dump,
            "load": self._load,
            "free": self._free,
        }

    def lines(self, lines: Iterable[bytes]) -> Iterator[str]:
        """Yield the answers to a stream of request lines, in order. Empty lines are skipped."""
        for line in lines:
            if line.strip():
                yield self.answer(line)

    def answer(self, line: bytes | str) -> str:
        """Return the answer to one line, as one line of JSON. Never raises."""
        try:
            answer = self._answer(line)
        except Refusal as refusal:
            answer = refusal_json(refusal)
        except RecursionError:
            answer = refusal_json(Refusal("bad_request", "K6", "The request is nested too deeply."))
        except Exception:  # a fault of ours; the other tables go on (K6: never dies)
            log.exception("a request could not be answered")
            answer = refusal_json(Refusal("bad_request", "K6", "This request could not be answered; nothing changed."))
        return json.dumps(answer, separators=(",", ":"))

    def _answer(self, line: bytes | str) -> Answer:
        try:
            request_text = line if isinstance(line, str) else line.decode()
            request: object = json.loads(request_text, parse_constant=_no_number)
        except ValueError:
            raise Refusal("bad_request", "K6", "The request is not JSON.") from None
        if not isinstance(request, dict):
            raise Refusal("bad_request", "K6", "A request is an object.")
        fields = cast("dict[str, Any]", request)
        op = self._ops.get(text(fields, "op"))
        if op is None:
            raise Refusal("bad_request", "K6", "There is no such request.")
        return {"ok": True, **op(fields)}

    def _games(self, _: Mapping[str, Any]) -> Answer:
        return {
            "games": [
                {
                    "id": game.id,
                    "seats": list(game.seats),
                    "options": {name: option.describe() for name, option in game.options.items()},
                }
                for game in GAMES.values()
            ]
        }

    def _new(self, fields: Mapping[str, Any]) -> Answer:
        return self._keep(Table.new(game_named(text(fields, "game")), *setup(fields)))

    def _load(self, fields: Mapping[str, Any]) -> Answer:
        return self._keep(Table.load(fields.get("game")))

    def _keep(self, table: Table) -> Answer:
        number = self._next
        self._next += 1
        self._tables[number] = table
        return {"table": number, **status_json(table.state.status())}

    def _table(self, fields: Mapping[str, Any]) -> tuple[int, Table]:
        number = whole(fields, "table")
        table = self._tables.get(number)
        if table is None:
            raise Refusal("no_such_table", None, "There is no such table.")
        return number, table

    def _seat(self, fields: Mapping[str, Any], table: Table) -> int:
        seat = whole(fields, "seat")
        if not 0 <= seat < table.seats:
            raise Refusal("bad_request", "K1.1", "There is no seat {seat} at this table.", seat=seat)
        return seat

    def _chance(self, fields: Mapping[str, Any]) -> Answer:
        number, table = self._table(fields)
        table = self._tables[number] = table.chance(text(fields, "event"), texts(fields, "cards"))
        return status_json(table.state.status())

    def _status(self, fields: Mapping[str, Any]) -> Answer:
        return status_json(self._table(fields)[1].state.status())

    def _legal(self, fields: Mapping[str, Any]) -> Answer:
        _, table = self._table(fields)
        legal = table.state.legal(self._seat(fields, table))
        return {"moves": sorted(legal.moves), "choices": [template.to_view() for template in legal.choices]}

    def _apply(self, fields: Mapping[str, Any]) -> Answer:
        number, table = self._table(fields)
        table = self._tables[number] = table.move(self._seat(fields, table), text(fields, "move"))
        return status_json(table.state.status())

    def _view(self, fields: Mapping[str, Any]) -> Answer:
        _, table = self._table(fields)
        if "seat" not in fields:
            raise Refusal("bad_request", "K6", "The field {name} must be a seat or null.", name="seat")
        seat = None if fields["seat"] is None else self._seat(fields, table)
        return {"view": table.state.view(seat)}

    def _imagine(self, fields: Mapping[str, Any]) -> Answer:
        _, table = self._table(fields)
        return {"game": table.imagine(self._seat(fields, table), Random(whole(fields, "seed"))).dump()}

    def _pad(self, fields: Mapping[str, Any]) -> Answer:
        game = game_named(text(fields, "game"))
        entry: object = fields.get("entry")
        if not isinstance(entry, dict):
            raise Refusal("bad_request", "K6", "An entry is an object.")
        return game.pad(cast("dict[str, Any]", entry))

    def _score(self, fields: Mapping[str, Any]) -> Answer:
        return score_json(self._table(fields)[1])

    def _perft(self, fields: Mapping[str, Any]) -> Answer:
        _, table = self._table(fields)
        depth = whole(fields, "depth")
        if depth < 0:
            raise Refusal("bad_request", "K6", "A depth is not negative.")
        return {"nodes": perft(table.state, depth)}

    def _dump(self, fields: Mapping[str, Any]) -> Answer:
        return {"game": self._table(fields)[1].dump()}

    def _free(self, fields: Mapping[str, Any]) -> Answer:
        number, _ = self._table(fields)
        del self._tables[number]
        return {}
