"""Checking that a table's orders of cards are what its fair shuffles give (rules/shuffle.py)."""

# A proof is JSON: `{"table": name, "game": dump (K6), "draws": [draw, ...]}`, a draw being `{"event": "dealer" | "0" |
# "1" ..., "commitment": hex, "contributions": [texts], "secret": hex or null}`. The draw `dealer` gives the first
# dealer, draw n the n-th chance event of the dump. A secret that is not shown yet is null, and its order cannot be
# checked yet; when its hand is over it has to be shown. Every chance event has a draw of its own, with a secret of its
# own. With `"chosen": true` the draw `dealer` decided nothing, for a lesson or a hand of the day sets the first dealer.

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, cast

from rules.contract import Chance, Expects, Refusal
from rules.registry import game_named
from rules.shuffle import SECRET_BYTES, Draw, commitment, first_dealer, order_for
from rules.table import Table, load_event, setup, text, texts


class Finding(NamedTuple):
    """The result of checking one draw: `holds` is None where it cannot be checked, or not yet."""

    event: str
    holds: bool | None
    sentence: str


def check(proof: object) -> list[Finding]:
    """Return one finding a draw, in order.

    Raises Refusal `bad_request` for a malformed proof, or what its dump breaks.
    """
    if not isinstance(proof, dict):
        raise Refusal("bad_request", None, "A proof is an object.")
    fields = cast("dict[str, Any]", proof)
    name = text(fields, "table")
    listed = _objects(fields.get("draws"))
    draws = {text(draw, "event"): draw for draw in listed}
    if len(draws) != len(listed):
        raise Refusal("bad_request", None, "An event has one draw.")
    game = fields.get("game")
    if not isinstance(game, dict):
        raise Refusal("bad_request", None, "A proof holds the dump of its game.")
    dump = cast("dict[str, Any]", game)
    table = Table.new(game_named(text(dump, "game")), *setup(dump))
    events = [load_event(event) for event in _objects(dump.get("events"))]
    end = table.replay(events).state
    findings: list[Finding] = []
    if "dealer" in draws:
        findings.append(_dealer(name, draws["dealer"], table))
    number = 0
    for event in events:
        expects = table.state.expects
        if isinstance(event, Chance) and expects is not None:
            key = str(number)
            number += 1
            if key not in draws:
                findings.append(Finding(key, False, f"Chance event {key} has no draw."))
            elif draws[key].get("secret") is None and (end.finished or end.number > table.state.number):
                findings.append(Finding(key, False, f"The hand of draw {key} is over, but its secret is not shown."))
            else:
                cards = [card.upper() for card in event.cards]
                findings.append(_check(key, name, draws[key], cards, partial(_order, expects)))
        table = table.event(event)
    return _secrets_once(findings, draws)


def _dealer(name: str, fields: Mapping[str, Any], table: Table) -> Finding:
    """Return the draw of the first dealer; where one was set, its secret has to fit what was shown before all the
    same.
    """
    if not fields.get("chosen"):
        return _check("dealer", name, fields, table.dealer, lambda draw: first_dealer(draw, table.seats))
    finding = _check("dealer", name, fields, table.dealer, lambda _: table.dealer)
    sentence = "The first dealer was set, not drawn."
    return finding._replace(sentence=sentence) if finding.holds else finding


def _order(awaited: Expects, draw: Draw) -> list[str]:
    return order_for(draw, awaited)


def _secrets_once(findings: list[Finding], draws: Mapping[str, dict[str, Any]]) -> list[Finding]:
    """Return the findings; a draw whose secret served an earlier one does not hold, as the secret was public by
    then.
    """
    commitments: set[str] = set()
    checked_findings: list[Finding] = []
    for finding in findings:
        if finding.event in draws:
            commitment_text = text(draws[finding.event], "commitment").lower()
            if commitment_text in commitments:
                sentence = f"Draw {finding.event} reuses the secret of an earlier draw."
                finding = Finding(finding.event, False, sentence)
            commitments.add(commitment_text)
        checked_findings.append(finding)
    return checked_findings


def _objects(value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in cast("list[object]", value)):
        raise Refusal("bad_request", None, "Draws and events are lists of objects.")
    return cast("list[dict[str, Any]]", value)


def _check(
    event: str, table: str, fields: Mapping[str, Any], stored_outcome: object, compute: Callable[[Draw], object]
) -> Finding:
    commitment_text = text(fields, "commitment")
    if fields.get("secret") is None:
        return Finding(event, None, f"The secret of draw {event} is shown when its hand is over.")
    try:
        secret = bytes.fromhex(text(fields, "secret"))
    except ValueError:
        raise Refusal("bad_request", None, "A secret is written in hexadecimal.") from None
    if commitment(secret) != commitment_text.lower():
        return Finding(event, False, f"The secret of draw {event} does not fit the commitment shown before it.")
    contributions = texts(fields, "contributions")
    if len(secret) != SECRET_BYTES or not all(contributions):
        sentence = f"Draw {event} needs a secret of {SECRET_BYTES} bytes, and contributions that are not empty."
        return Finding(event, False, sentence)
    if compute(Draw(secret, table, event, contributions)) != stored_outcome:
        return Finding(event, False, f"Draw {event} does not match its secret and contributions.")
    return Finding(event, True, f"Draw {event} matches its secret and contributions.")
