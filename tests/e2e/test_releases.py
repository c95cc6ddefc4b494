"""What each release left in tests/releases is opened by this version, played on, and its old buttons are answered.

tests/system/postgresql/test_releases.py does the same on PostgreSQL.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

import pytest

from bot.app.router import GONE_TEXT, MISPLACED_TEXT
from bot.pads.pad import game_of
from bot.privacy.export import export_whole
from bot.search.search_processes import Chosen, SearchProcesses
from bot.standings.standings_worker import digest, recount
from bot.tables.services.integrity_check import check_all
from data.tables.work import WorkKind
from rules.contract import Game, View
from rules.players import player_of
from rules.proof import check
from rules.registry import GAMES
from rules.table import Table
from sandbox.server import world
from sandbox.server.errors import Refused
from tests.cogs.pads.sheets import number_of
from tests.support import house as houses
from tests.support.databases import new_place
from tests.support.house import House, start_house
from tests.support.leagues import play_out
from tests.support.messages import Json, a_file, buttons, components
from tests.support.patience import be_patient
from tests.support.releases import EXPORT, NAMES, RELEASES, Release
from tests.support.revisions import NEWEST, NEXT, bring_next_revision
from tests.support.wire_tables import HOST, OTHER, response_text
from tools.published_names import published_names

Version = Literal["this version", "the next"]

PRIVATE_MESSAGES: Final = 10_000
"""All private messages of a release are there, however many a person has."""

SHOWING: Final = ("show_", "turn_", "ask_", "choose_", "export_", "go_to_", "open_", "arrange_", "verify_", "why_")
LASTING: Final = ("delete_", "erase_", "end_", "leave_", "cancel_", "finish_", "restart_")
"""How the custom ids begin that are pressed first, and last: after these there is less to press."""

WRONG: Final = (GONE_TEXT, MISPLACED_TEXT, "Something went wrong")

every_release = pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.version)


async def move_by_heuristics(_: SearchProcesses, game: Game, view: View, seed: int) -> Chosen:
    """Return a move of the heuristic player, for the computer players of tries."""
    return Chosen(player_of(game).choose(view, Random(seed)), "strong", 1)


@asynccontextmanager
async def start_version(release: Release, to: Version = "this version") -> AsyncGenerator[House]:
    """Yield the bot of a version, started on what a release left."""
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as name:
        be_patient(patch)
        patch.setattr(world, "EPHEMERALS_KEPT", PRIVATE_MESSAGES)
        patch.setattr(SearchProcesses, "choose_for_try", move_by_heuristics)
        home = Path(name)
        with new_place(houses.DATABASE, home, "eldest.sqlite3") as place:
            release.lay_rows(place)
            release.lay_messages(home)
            if to == "the next":
                bring_next_revision(home, patch)
            async with start_house(home, place=place) as house:
                house.check_every = 20
                assert place.peek("SELECT version_num FROM alembic_version") == [
                    (NEXT if to == "the next" else NEWEST,)
                ]
                yield house


async def find_faults(house: House) -> list[str]:
    """Return what `python -m bot check` and a recount find wrong."""
    faults = list[str]()
    counts = await check_all(house.store, faults.append)
    assert counts.tables
    assert counts.hands
    await house.wait_until_settled(WorkKind.RECORD, WorkKind.UPDATE_STANDINGS)
    before = await digest(house.store)
    if (await recount(house.store, faults.append)).digest != before:
        faults.append("the standings differ from their results")
    return faults


@every_release
async def test_games_of_a_release_are_played_to_their_ends_by_the_next_version(release: Release) -> None:
    """Whoever has the move makes it by a button of the release; the rest is played by the rules."""
    async with start_version(release, "the next") as house:
        assert await find_faults(house) == []
        played, pressed, tries = set[str](), set[str](), 0
        for number in await house.store.tables.numbers(0, 1000):
            live = await house.services.tables.find(number)
            if live.record.status != "playing":
                continue
            moved = await press_move(house, number)
            if live.record.private:
                tries += moved
                continue
            pressed.update([live.game.id] * moved)
            live = await play_out(house, number)
            assert live.record.status == "over"
            played.add(live.game.id)
        assert played == set(GAMES)
        assert len(pressed) >= 4
        assert tries >= 3  # of a hand of the day, a match, a challenge, a lesson
        assert await find_faults(house) == []


async def press_move(house: House, number: int) -> bool:
    """Make a move by a button of somebody's hand; return whether the hand of whoever is to act has one."""
    live = await house.services.tables.find(number)
    if live.state is None or live.awaits_deal() or live.computers():
        return False
    before, seat = live.record.seq, live.record.seats[live.state.to_act[0]]
    prefix = f"eh:make_move:{number}:"
    hands = [
        one for one in house.sandbox.world.messages.values()
        if one.viewer == str(seat.user) and any(button.startswith(prefix) for button in buttons(one.data).values())
    ]  # fmt: skip
    if hands:
        custom_id = next(one for one in buttons(hands[-1].data).values() if one.startswith(prefix))
        answer = await house.click(seat.name, hands[-1].data, custom_id)
        assert (await house.services.tables.find(number)).record.seq > before, response_text(answer)
    return bool(hands)


def press_order(custom_id: str) -> tuple[int, str]:
    """Return when a button is pressed: those that show something first, those that end something last."""
    word = custom_id.split(":")[1]
    return (0 if word.startswith(SHOWING) else 2 if word.startswith(LASTING) else 1), custom_id


def list_presses(house: House) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield each custom id on the messages once for each person: who presses what, and what they choose."""
    seen = set[tuple[str, str]]()
    host = house.sandbox.people.user(HOST)["id"]
    for message in reversed(house.sandbox.world.messages.values()):
        who = message.viewer or host
        for one in components(message.data):
            custom_id = one.get("custom_id")
            if custom_id is None or one.get("disabled") or (who, custom_id) in seen:
                continue
            seen.add((who, custom_id))
            yield who, message.id, custom_id, choose_values(house, one)


def choose_values(house: House, component: Json) -> list[str]:
    """Return a choice in a select; nothing for a button."""
    if component["type"] == 2:
        return []
    if component["type"] == 3:
        return [one["value"] for one in component["options"]][: max(1, component.get("min_values", 1))]
    return [house.sandbox.people.user(OTHER)["id"]]


@every_release
async def test_every_button_of_a_release_does_its_thing_or_says_why_not(release: Release) -> None:
    async with start_version(release) as house:
        parts = sorted(list_presses(house), key=lambda part: press_order(part[2]))
        assert len({custom_id.split(":")[1] for _, _, custom_id, _ in parts}) > 150
        silent = list[str]()
        for who, message, custom_id, values in parts:
            kept = house.sandbox.world.messages.get(message)
            if kept is None:
                continue
            try:
                answer = await house.forge(who, kept.data, custom_id, *values)
            except Refused:  # its channel was deleted or archived meanwhile
                continue
            await house.until(lambda: not house.services.responder.under_way)
            if answer["state"] == "failed" or any(wrong in response_text(answer) for wrong in WRONG):
                silent.append(f"{custom_id}: {answer['state']} {response_text(answer)}")
        assert silent == []


@every_release
async def test_pad_files_of_a_release_are_imported(release: Release) -> None:
    """The numbers of a pad come out as they were."""
    async with start_version(release) as house:
        pads = {pad.record.game: pad for pad in [await house.services.pads.find(number) for number in range(1, 7)]}
        assert {*GAMES} < set(pads)
        for path in (*release.folder.glob("*-pad-*.json"), *release.folder.glob("*-pad-*.csv")):
            answer = await house.command(HOST, "pad import", file=a_file(path.name, path.read_bytes()))
            if "Import again" in buttons(answer.get("message") or {}):
                answer = await house.press(HOST, answer.get("message") or {}, "Import again")
            pad = await house.services.pads.find(number_of(answer.get("message") or {}))
            before = pads[pad.record.game]
            assert list(pad.totals.values()) == list(before.totals.values())
            assert len(pad.hands) == len(before.hands)
            assert game_of(pad.record.game).id == before.record.game


@every_release
def test_logs_and_proofs_of_a_release_hold(release: Release) -> None:
    written = json.loads(release.file("-proof.json"))
    assert {finding.holds for finding in check(written)} == {True}
    (path,) = [one for one in release.folder.glob("table-*.json") if not one.name.endswith("-proof.json")]
    log = json.loads(path.read_bytes())
    assert list(Table.load(log["game"]).state.score().totals) == log["scores"]


@every_release
async def test_a_name_that_others_rely_on_stays(release: Release) -> None:
    """Settings, commands, exit codes and metrics of a release are there, with their options and labels."""
    before, now = json.loads((release.folder / NAMES).read_bytes()), await published_names()
    gone = {kind: some for kind, names in before.items() if (some := sorted(set(names) - set(now[kind])))}
    assert gone == {}
    assert all(len(names) > 3 for names in before.values())


@every_release
async def test_export_of_a_release_has_no_row_or_name_that_a_later_one_lacks(release: Release) -> None:
    """Programs that read it go on working: sections and names may come, and none goes or changes its kind."""
    before: dict[str, Any] = json.loads((release.folder / EXPORT).read_bytes())
    async with start_version(release) as house:
        user = int(house.sandbox.people.user(HOST)["id"])
        after = json.loads(await export_whole(house.store, user, house.services.clock()) or b"{}")
    assert (after["format"], after["version"]) == (before["format"], before["version"])
    for section, rows in before.items():
        if isinstance(rows, list):
            assert len(after[section]) >= len(rows), section
            assert find_lacking(rows, after[section]) == set(), section


def find_lacking(before: list[Json], after: list[Json]) -> set[tuple[str, str]]:
    """Return the names of rows' fields, with the kinds of their values, that later rows do not have."""
    return find_names(before) - find_names(after)


def find_names(rows: list[Json]) -> set[tuple[str, str]]:
    """Return the names of rows' fields with the kinds of their values."""
    return {(name, type(value).__name__) for row in rows for name, value in row.items()}
