"""The log: told from what a bystander may see, one line an event, and never holding the event loop."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from bot.tables.commands import leave_and_end
from bot.tables.model.finished_hands import event_of, initial_position, is_over, position_after
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.game.players import Players
from bot.ui.scene.text import escape, ledger_lines
from bot.ui.table.event_log import log_page
from bot.ui.table.event_texts import SEAT_KINDS, event_text
from bot.ui.table.shuffle_proof import check_proof, describe_finding, read_proof, waiting_draws
from cogs.games.voren.presenter import VorenPresenter
from data.tables.events import CONFIDED, PLAYED, EventKind
from data.tables.records import EventRecord
from rules.proof import check
from rules.registry import GAMES, game_named
from rules.simulate import random_of
from tests.bot.tables.samples import make_event
from tests.support.messages import buttons, text
from tests.support.people import make_actor
from tests.support.random_tables import PEOPLE, change_stored, make_random_step, play_hands, start_table
from tests.support.renderers import bare_renderer

VOREN = game_named("voren")

RENDERER = bare_renderer(VorenPresenter())
MAX_CALLS_A_TURN = 16_000
"""Python calls that one turn of the event loop makes at most. A page of events that is read anew makes about 12 000."""


async def read_page(tables: Tables, live: TableState, hand: int, page: int) -> tuple[str, dict[str, str]]:
    """Return a page of the log as text, and the ids of its buttons."""
    message = {
        "content": "",
        "components": (await log_page(tables.store, RENDERER.presenters, live, hand, page)).parts,
    }
    return text(message), buttons(message)


async def read_log(tables: Tables, live: TableState) -> list[str]:
    """Return the lines of all pages, as somebody reads who turns back from the newest; oldest first, without times."""
    pages: list[list[str]] = []
    hand, page = -1, -1
    while True:
        sentence, message = await read_page(tables, live, hand, page)
        pages.append([re.sub(r" · <t:\d+:R>$", "", line) for line in sentence.splitlines()[2:]])
        if "Older" not in message:
            return [line for lines in reversed(pages) for line in lines]
        hand, page = (int(number) if number.isdigit() else -1 for number in message["Older"].split(":")[3:5])


def list_expected_lines(live: TableState, events: list[Any]) -> list[str]:
    """Return the lines that the log ought to have. Voren hides no move, so all events are told."""
    presenter, players = VorenPresenter(), Players(live.names())
    position = initial_position(
        live.game,
        live.record.options,
        next(logged_event for logged_event in events if logged_event.kind == EventKind.START),
    )
    lines: list[str] = []
    moves: list[Any] = []
    story_places: list[tuple[int, Any]] = []  # where the story of the hand in progress goes, by place

    def close(page: Any) -> None:
        passages = presenter.story(page, moves, players)
        written: dict[int, list[str]] = {}
        texts: list[str] = []
        for (place, _), passage in zip(story_places, passages, strict=True):
            into = written.setdefault(place, [])
            if passage.heading:
                into.append(f"**{passage.heading}**")
                texts.clear()
            texts.append(escape(passage.text, 1500))
            if len(texts) > 1:
                into.remove(" ".join(texts[:-1]))
            into.append(" ".join(texts))
            if passage.result:
                into.append(f"→ {escape(passage.result, 1500)}")
                texts.clear()
        for place in sorted(written, reverse=True):
            lines[place:place] = written[place]
        moves.clear()
        story_places.clear()

    for entry in events:
        if entry.kind in PLAYED:
            moves.append(
                {"event": entry.text} if entry.kind == EventKind.CHANCE else {"seat": entry.seat, "move": entry.text}
            )
            story_places.append((len(lines), entry))
            before, position = position, position_after(position, event_of(entry))
            if is_over(before, position):
                view = position.view(None)
                close(view["last"])
                lines += ledger_lines(presenter.ledger(view["last"], view["points"], players))
        else:
            sits = next(seat.seat for seat in live.record.seats if seat.user == entry.user) if entry.user else None
            if sentence := event_text(entry, players, live.game, sits=sits):
                lines.append(f"-# {escape(sentence.line, 1500)}")
    if moves:
        close(position.view(None))
    return lines


async def test_every_event_is_told_hand_by_hand(tables: Tables) -> None:
    """Through hands that are over and the one in progress."""
    live = await play_hands(tables, await start_table(tables, hands=9), 3)
    expected = list_expected_lines(live, await tables.store.tables.log(live.id))
    assert sum("**Trick 1**" in line for line in expected) >= 1
    assert await read_log(tables, live) == expected
    sentence, message = await read_page(tables, live, -1, -1)
    assert "Older" in message
    assert "Newer" not in message
    assert "Hand 4 of 4 so far" in sentence


async def test_the_log_of_a_game_that_is_over_counts_its_hands(tables: Tables) -> None:
    """While it goes on, nobody knows how many there will be."""
    live = await play_hands(tables, await start_table(tables, hands=2), 2)
    assert live.record.status == "over"
    sentence, _ = await read_page(tables, live, -1, -1)
    assert "Hand 2 of 2" in sentence
    assert "so far" not in sentence


async def test_no_hash_and_no_secret_is_in_the_log(tables: Tables) -> None:
    """They are for *Check the shuffles*."""
    live = await play_hands(tables, await start_table(tables, hands=9), 3)
    sentence = "\n".join(await read_log(tables, live))
    events = await tables.store.tables.log(live.id)
    results = [value for entry in events for value in (*entry.public.values(), *(entry.hidden or {}).values())]
    hashes = [value for value in results if isinstance(value, str) and len(value) == 64]
    assert len(hashes) > 8
    assert not [hash_ for hash_ in hashes if hash_[:8] in sentence]


async def test_a_hand_of_ten_with_the_longest_names_is_told_whole(tables: Tables, tmp_path: Path) -> None:
    """No page is cut, whatever its players are called."""
    live = await start_table(tables, seats=10, hands=2)
    change_stored(tmp_path, f"UPDATE people SET name = '{'W' * 30}' || (id % 10)")
    await reload_cold(tables, live)
    live = await play_hands(tables, await tables.find(live.id), 2)
    pages = 0
    for hand in (0, 1):
        for page in range(4):
            sentence, _ = await read_page(tables, live, hand, page)
            assert len(sentence) < 3990
            assert "…" not in sentence
            pages += f"page {page + 1} of" in sentence
    assert pages >= 2
    sentence, _ = await read_page(tables, live, -1, -1)
    assert re.search(r"\*\*.+ wins? with \S+\.\*\*", sentence)


async def test_a_log_that_does_not_replay_is_still_told(tables: Tables, tmp_path: Path) -> None:
    """Who moved, and not what: nobody can say what may be known of it."""
    live = await play_hands(tables, await start_table(tables, hands=9), 1)
    change_stored(tmp_path, "DELETE FROM hands")
    change_stored(tmp_path, "UPDATE events SET text = 'nonsense' WHERE kind = 'move'")
    tables.evict(live.id)
    frozen = await tables.find(live.id)
    assert frozen.record.status == "frozen"
    lines = await read_log(tables, frozen)
    moves = sum(entry.kind == EventKind.MOVE for entry in await tables.store.tables.log(live.id))
    assert sum(line.endswith("made a move.") for line in lines) == moves
    assert not any("nonsense" in line for line in lines)
    assert "frozen" in lines[-1]


def read_line(event: EventRecord, sits: int | None = None) -> str | None:
    """Return what the log says of an event at a table of Ada and Bela."""
    sentence = event_text(event, Players(("Ada", "Bela")), VOREN, sits=sits)
    return None if sentence is None else sentence.line


@pytest.mark.parametrize(
    "kind", [kind for kind in EventKind if kind not in {EventKind.COMMIT, EventKind.REVEAL, EventKind.REPORT}]
)
def test_every_kind_of_event_has_its_line(kind: EventKind) -> None:
    """A kind that is new is missed here by name; hashes and secrets have no line, nor has who reported what."""
    sentence = read_line(make_event(kind, 5))
    assert sentence
    assert sentence.endswith((".", "plum"))


@pytest.mark.parametrize("kind", EventKind)
def test_a_name_is_shown_as_everywhere(kind: EventKind) -> None:
    """One that shows nothing is its seat, or somebody who sits nowhere; a right-to-left one alone is kept apart."""
    sentence = read_line(make_event(kind, 5)) or ""
    for name, seat, shown_name in (
        ("\u3164", 1, "Seat 2"),
        ("\u05d3\u05d5\u05d3", 1, "\u2068\u05d3\u05d5\u05d3\u2069"),
    ):
        escaped_text = escape(read_line(make_event(kind, 5, name=name), sits=seat) or "", 400)
        assert escaped_text == escape(
            sentence.replace("Ada", shown_name, 1), 400
        )  # Ada sits in the seat that is freed, too
    nobody = read_line(make_event(kind, 5, name="\u3164")) or ""
    assert nobody == sentence.replace("Ada", "Seat 2" if kind in SEAT_KINDS else "Somebody", 1)


def test_a_note_and_a_hand_that_was_shown_are_told_alike() -> None:
    """Without what they say; and nobody is told of a report."""
    texts = {read_line(make_event(kind, 5), sits=1) for kind in CONFIDED}
    assert texts == {"Ada sent Bela a note."}
    assert read_line(make_event(EventKind.REPORT, 5), sits=1) is None


async def test_the_log_page_knows_who_sits_where(tables: Tables, tmp_path: Path) -> None:
    """Whoever asked for the next hand or ended the table did it from their seat."""
    live = await play_hands(tables, await start_table(tables, hands=9), 1)
    change_stored(tmp_path, "UPDATE people SET name = '\u3164'")
    await reload_cold(tables, live)
    lines = await read_log(tables, await tables.find(live.id))
    assert sum("Seat 1 asked for the next hand." in line for line in lines) == 1
    assert not any("Somebody" in line for line in lines)


async def test_the_proof_holds_hands_that_are_over_and_nothing_of_the_one_in_progress(tables: Tables) -> None:
    """Every draw checks out, from the log alone; the next one's commitment is told, and not its secret."""
    live = await play_hands(tables, await start_table(tables, hands=9), 3)
    result = await read_proof(tables.store, live)
    assert [draw["event"] for draw in result["draws"]] == ["dealer", "0", "1", "2"]
    assert sum("event" in words for words in result["game"]["events"]) == 3
    findings = check_proof(json.loads(json.dumps(result)))
    assert all(finding.holds for finding in findings)
    assert [describe_finding(finding) for finding in findings[:2]] == [
        "The draw of the first dealer matches its secret and contributions.",
        "Shuffle 1 matches its secret and contributions.",
    ]
    assert [line.split(":")[0] for line in waiting_draws(live)] == ["Shuffle 4", "Shuffle 5"]
    await leave_and_end.end(tables, live.id, make_actor(PEOPLE[0], 5), moderator=True)
    ended = await read_proof(tables.store, live)
    assert [draw["event"] for draw in ended["draws"]] == ["dealer", "0", "1", "2", "3"]
    assert sum("event" in words for words in ended["game"]["events"]) == 4
    assert all(finding.holds for finding in check(ended))
    assert waiting_draws(live) == []


@pytest.mark.parametrize("damage", ["kind = 'start'", "seq = (SELECT min(seq) FROM events WHERE kind = 'move')"])
async def test_the_proof_of_a_frozen_table_ends_where_its_last_hand_did(
    tables: Tables, tmp_path: Path, damage: str
) -> None:
    """Wherever its fold broke off, with rows of its hands and without them."""
    live = await play_hands(tables, await start_table(tables, hands=9), 2)
    before = await read_proof(tables.store, live)
    change_stored(tmp_path, "DELETE FROM hands")
    change_stored(
        tmp_path, f"UPDATE events SET text = 'nonsense', public = json_set(public, '$.dealer', -1) WHERE {damage}"
    )
    tables.evict(live.id)
    frozen = await tables.find(live.id)
    assert frozen.record.status == "frozen"
    assert len((await read_proof(tables.store, frozen))["game"]["events"]) == len(before["game"]["events"])


@pytest.mark.parametrize("game", GAMES)
async def test_every_hand_that_is_over_is_in_the_proof(tables: Tables, game: str) -> None:
    """Until the next one has ended nothing more is: asked after every event."""
    live, rng, hands = await start_table(tables, game, GAMES[game].seats[0]), Random(3), 0
    while live.record.status == "playing" and hands < 2:
        live = await make_random_step(tables, live, rng)
        spans = await tables.store.tables.hands(live.id)
        if len(spans) > hands or rng.random() < 0.1:
            log = await tables.store.tables.log(live.id)
            over = [entry for entry in log if entry.kind in PLAYED and spans and entry.seq <= spans[-1].last]
            assert len((await read_proof(tables.store, live))["game"]["events"]) == len(over)
        hands = len(spans)
    assert hands


async def count_most_calls(work: Any) -> int:
    """Return the most Python calls that one turn of the event loop makes while `work` goes on."""
    calls = most = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    task = asyncio.ensure_future(work)
    sys.setprofile(count)
    try:
        while not task.done():
            calls = 0
            await asyncio.sleep(0)
            most = max(most, calls)
    finally:
        sys.setprofile(None)
    await task
    return most


async def test_nothing_about_a_log_holds_the_event_loop(tables: Tables, tmp_path: Path) -> None:
    """Pages, proofs and cold loads of a thousand events, with rows and without them."""
    live = await start_table(tables, seats=10, hands=100)
    step_of_all, rng = Step(live, Random(2).randbytes, tables.clock()), Random(2)
    while step_of_all.next_seq < 1000 and step_of_all.after.state is not None:
        if step_of_all.after.state.expects is not None:
            step_of_all.draw_cards()
        else:
            seat = step_of_all.after.state.to_act[0]
            step_of_all.move(seat, random_of(step_of_all.after.state.legal(seat), rng), None, None)
    await tables._store_step(live, step_of_all)
    for work in (
        read_page(tables, live, -1, -1),
        read_page(tables, live, 3, 0),
        read_proof(tables.store, live),
        reload_cold(tables, live),
    ):
        assert 0 < await count_most_calls(work) < MAX_CALLS_A_TURN
    change_stored(tmp_path, "DELETE FROM hands WHERE number = 5")
    live = await tables.find(live.id)
    for work in (reload_cold(tables, live), read_page(tables, live, 3, 0)):
        assert 0 < await count_most_calls(work) < MAX_CALLS_A_TURN


async def reload_cold(tables: Tables, live: TableState) -> None:
    """A cold load."""
    tables.evict(live.id)
    await tables.find(live.id)
