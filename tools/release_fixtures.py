"""Write tests/releases/VERSION: what this version leaves to later ones, from which these are tested.

    .venv/bin/python -m tools.release_fixtures

All games in mid-hand, a lobby, a finished table, pads, a club night, a hand of the day, a match, a challenge, a league,
messages of many kinds, a person's export, a log with its proof, and a pad's file. The time and all chance are fixed, so
each run writes the same.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import shutil
import sys
import time
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from bot.common.version import VERSION
from bot.privacy.export import export_whole
from bot.search.search_processes import Chosen, SearchProcesses
from bot.tables.commands import play
from bot.tables.model.actor import Actor
from data.databases import database_of
from data.tables.work import WorkKind
from rules import shuffle
from rules.contract import Game, View
from rules.players import player_of
from sandbox.server import world
from sandbox.server.records import Message
from tests.cogs.pads.contests import contest_hand, open_pad_of_two
from tests.cogs.pads.sheets import number_of, open_pad, wait_for_pad_message
from tests.support.house import House, Seated, start_house
from tests.support.leagues import wait_until_dealt
from tests.support.messages import Json, buttons, text
from tests.support.pad_sheets import enter_facts, make_possible_facts
from tests.support.patience import be_patient
from tests.support.places import set_absence
from tests.support.releases import DISCORD, EXPORT, FOLDER, NAMES, ROWS, dump_rows
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, MODERATOR, OTHER, SEATED, new_interaction_id, play_on
from tests.virtual.loop import VirtualLoop
from tests.virtual.world import virtual_loop, virtual_world
from tools.published_names import published_names

SHOWING_PREFIXES: Final = (
    "show_",
    "ask_",
    "arrange_",
    "export_",
    "open_premoves",
    "why_not",
    "verify_",
    "turn_",
    "choose_pad_hand_players",
)
"""How the custom ids of buttons begin that show something, and decide nothing."""

COMPUTER_COUNTS: Final = {"abracadabra": 0, "conference": 2, "five_crowns": 1, "mitigati": 1, "voren": 1}
"""The games, and how many computer players sit at a table with two people."""

COMMAND_NAMES: Final = {"five_crowns": "fivecrowns"}
"""The commands that are not called like their games."""

SHORT_GAME_OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "voren": {"hands": 1},
    "five_crowns": {"first": 3, "last": 3},
}
"""Options with which a game ends with its first hand."""

SECOND_HAND_MOVES: Final = 5
"""Moves of the second hand before a release's bot stops."""

MAX_PRIVATE_MESSAGES: Final = 1000
"""Private messages that the sandbox keeps of a person."""

SETTLED_SECONDS: Final = 120
"""Seconds in which what is owed at the end is done."""


async def quick(_: SearchProcesses, game: Game, view: View, seed: int) -> Chosen:
    """Have the computer players of tries move by rules of thumb: searches take long."""
    return Chosen(player_of(game).choose(view, Random(seed)), "strong", 1)


async def look(house: House, who: str, shown: Json | None, depth: int = 3) -> None:
    """Press each kind of button that shows something, below a message and what comes of it.

    An answer may change the message itself. Then a copy of it stands there as it was.
    """
    if shown is None or depth == 0:
        return
    message, seen, first = deepcopy(shown), set[str](), house.sandbox.world.messages[shown["id"]]
    for custom_id in buttons(message).values():
        word = custom_id.split(":")[1]
        if word in seen or not word.startswith(SHOWING_PREFIXES):
            continue
        seen.add(word)
        if custom_id not in offered(house, message):
            if first.viewer is None:
                return
            message = copy_of(house, first, message)
        answer = await house.click(who, message, custom_id)
        await house.until(lambda: not house.services.responder.under_way)
        interaction = house.sandbox.world.interactions[answer["interaction_id"]]
        found = house.sandbox.world.messages.get(interaction.original_id or "")
        if found is not None:
            await look(house, who, found.data, depth - 1)
    if first.viewer is not None and not set(buttons(message).values()) <= offered(house, message):
        copy_of(house, first, message)


def offered(house: House, message: Json) -> set[str]:
    """Return the buttons of a message as it is now; none if it is gone."""
    now = house.sandbox.world.messages.get(message["id"])
    return set() if now is None else set(buttons(now.data).values())


def copy_of(house: House, first: Message, message: Json) -> Json:
    """Return a new private message in the place of `first`, as that was."""
    sandbox_world = house.sandbox.world
    copy = {**deepcopy(message), "id": sandbox_world.ids.new(), "nonce": None}
    sandbox_world.add_message(sandbox_world.channels[message["channel_id"]], Message(copy, first.viewer, first.token))
    return deepcopy(copy)


async def agreed(house: House, who: str, words: str, label: str, **options: Any) -> Json:
    """Type a command and press that button of its question, of which a copy stays; returns the answer's message."""
    asked = (await house.sandbox.people.command(who, CHANNEL, words, options)).get("message") or {}
    copy_of(house, house.sandbox.world.messages[asked["id"]], asked)
    return (await house.press(who, asked, label)).get("message") or {}


async def seated(house: House, game: str, *, start: bool = True, **options: Any) -> Seated:
    """Return a table with two people."""
    name = COMMAND_NAMES.get(game, game)
    return await house.open(HOST, (SEATED,), COMPUTER_COUNTS[game], game=name, start=start, **options)


async def some_moves(house: House, table: Seated, count: int) -> None:
    """Make moves by the buttons of people's hands, or where a form is needed as a computer player would."""
    for _ in range(count):
        live = await house.live(table)
        if live.awaits_deal() or live.record.status != "playing":
            return
        who = await house.find_awaited(table)
        assert who is not None
        hand = await house.hand(who, table)
        ids = sorted(one for one in buttons(hand).values() if one.startswith("eh:make_move:"))
        if ids:
            await house.click(who, hand, ids[0])
        else:
            await one_move(house, table)


async def one_move(house: House, table: Seated) -> None:
    """Make the move of a computer player in the place of the person who is to act."""
    live = await house.live(table)
    assert live.state is not None
    seat = live.state.to_act[0]
    user = live.record.seats[seat].user
    assert user is not None
    move = player_of(live.game).choose(live.state.view(seat), house.rng)
    await play.act(house.services.tables, live.id, move, Actor(user, "", new_interaction_id(house)))


async def of_tables(house: House) -> None:
    """Make tables of all games in mid-hand, with open hands; a lobby, and some that are over."""
    for game in SHORT_GAME_OPTIONS:
        table = await seated(house, game, **SHORT_GAME_OPTIONS[game])
        await play_on(house, await house.live(table))
        await look(house, HOST, await house.fresh(table))
    lobby = await seated(house, "conference", start=False)
    await look(house, HOST, lobby.lobby)
    panel = (await house.press(HOST, lobby.lobby, "Invite and arrange")).get("message") or {}
    await house.choose(HOST, panel, "Invite people to play", house.sandbox.people.user(OTHER)["id"])
    for game in COMPUTER_COUNTS:
        table = await seated(house, game, clock=24 * 3600)
        await play_on(house, await house.live(table))
        word = house.services.presenters.of(await house.live(table)).hand_word.lower()
        await house.fresh(table)
        await house.press(HOST, house.board(table), f"Next {word}")
        await some_moves(house, table, SECOND_HAND_MOVES)
        await house.find_awaited(table)
        for who in (HOST, SEATED):
            await look(house, who, await house.hand(who, table))
        await look(house, HOST, await house.fresh(table))


async def of_questions(house: House) -> None:
    """Make a friendly table with hints, at which people ask to take a move back, to pause, to give up a seat and to
    end.
    """
    table = await seated(house, "voren", friendly=True)
    await some_moves(house, table, 2)
    who = await house.find_awaited(table) or HOST
    await look(house, who, await house.hand(who, table))
    for words in ("table pause", "table substitute", "table end", "table leave"):
        answer = await house.sandbox.people.command(HOST, table.place, words, {})
        asked = answer.get("message") or {}
        await look(house, HOST, asked)
        if "Offer the seat" in buttons(asked):
            await house.press(HOST, asked, "Offer the seat")


async def of_pads(house: House) -> None:
    """Make a club night with a pad of each game and of another, with hands, guests and an entry that is begun."""
    night = await house.sandbox.people.command(HOST, CHANNEL, "night begin", {"name": "Friday club"})
    for game in (*COMPUTER_COUNTS, "free"):
        seats = 4 if game == "conference" else 3
        message = await open_pad(house, HOST, game, guests=", ".join(f"Guest {one}" for one in range(1, seats)))
        rng = Random(game)
        for _ in range(2):
            pad = await house.services.pads.find(number_of(message))
            await enter_facts(house, pad, message, make_possible_facts(pad, rng))
            message = await wait_for_pad_message(house, message)
        await look(house, HOST, message)
        await house.click(HOST, message, next(one for one in buttons(message).values() if "add_pad_hand" in one))
    await look(house, HOST, night.get("message"))


async def of_agreements(house: House) -> None:
    """Make a pad that somebody joins, on which a hand is contested and a member is to agree; and a deleted one."""
    await open_pad_of_two(house)
    pad = await open_pad_of_two(house, MODERATOR)
    await look(house, SEATED, (await contest_hand(house, SEATED, pad)).get("message"))
    panel = (await house.press(HOST, await wait_for_pad_message(house, pad), "Players")).get("message") or {}
    await look(house, HOST, panel)
    panel = (await house.press(HOST, await wait_for_pad_message(house, pad), "Players")).get("message") or {}
    await house.choose(HOST, panel, "Add members …", house.sandbox.people.user(OTHER)["id"])
    gone = await open_pad(house, OTHER, "free")
    more = (await house.press(OTHER, gone, "More")).get("message") or {}
    question = (await house.press(OTHER, more, "Delete pad …")).get("message") or {}
    await house.press(OTHER, question, "Delete pad")


async def of_deals(house: House) -> None:
    """Make a hand of the day in mid-hand, a match, a lesson, and a table between two hands with a challenge from it."""
    begun = await agreed(house, HOST, "daily", "Begin my try", game="voren")
    await house.until(lambda: not house.services.responder.under_way)
    await look(house, HOST, begun)
    await agreed(house, MODERATOR, "match open", "Open match", game="mitigati", boards=4)
    await house.wait_until_settled(WorkKind.MATCH)
    match = posted(house, "## Match ")
    await house.press(SEATED, match, "Play")
    await house.until(lambda: not house.services.responder.under_way)
    waiting = await seated(house, "mitigati")
    await play_on(house, await house.live(waiting))
    shown = (await house.press(HOST, await house.fresh(waiting), "My hand")).get("message") or {}
    question = await house.press(HOST, shown, "Beat this deal")
    await house.press(HOST, question.get("message") or {}, "Post it")
    await house.wait_until_settled(WorkKind.CHALLENGE)
    await house.press(OTHER, posted(house, "## Beat this deal"), "Play this deal")
    lesson = await house.command(OTHER, "learn", game="voren")
    begun = await house.press(OTHER, lesson.get("message") or {}, "Begin")
    await look(house, OTHER, begun.get("message"))


def posted(house: House, heading: str) -> Json:
    """Return the newest public message with a heading."""
    found = house.sandbox.people.messages(MODERATOR, CHANNEL)
    return next(one for one in reversed(found) if heading in text(one) and not one["flags"] & 64)


async def of_league(house: House) -> None:
    """Make a season of a league in play, and one that people may enter."""
    people = (MODERATOR, HOST, SEATED, OTHER)
    for name in (MODERATOR, OTHER):  # whoever enters has finished a table
        await play_on(house, await house.live(await house.open(name, computers=1, hands=1)))
    for number_of_league in range(2):
        named = {"name": f"League {number_of_league + 1}", "game": "mitigati", "seats": 3}
        league = await agreed(house, MODERATOR, "league open", "Open season", **named)
        for name in people:
            await house.press(name, league, "Enter")
        if number_of_league == 0:
            await agreed(house, MODERATOR, "league start", "Start season")
            await wait_until_dealt(house)


async def of_people(house: House) -> None:
    """Look at settings, statistics, rules and lists as a person and as a moderator."""
    await set_absence(house, OTHER)
    await house.sandbox.people.command(MODERATOR, CHANNEL, "season begin", {"name": "Winter"})
    await agreed(house, MODERATOR, "moderate ban", "Ban", member=house.sandbox.people.user(BYSTANDER)["id"])
    for who, words, options in (
        (OTHER, "settings me", {}),
        (HOST, "help", {}),
        (HOST, "settings me", {}),
        (HOST, "settings quiet", {"zone": "Europe/Vienna", "begin": "23", "end": "7"}),
        (HOST, "privacy show", {}),
        (HOST, "privacy delete", {}),
        (HOST, "stats", {}),
        (HOST, "leaderboard", {"game": "voren"}),
        (HOST, "rules voren", {}),
        (HOST, "table mine", {}),
        (HOST, "table list", {}),
        (HOST, "pad list", {}),
        (HOST, "night list", {}),
        (HOST, "league list", {}),
        (HOST, "match list", {}),
        (MODERATOR, "settings server", {}),
        (MODERATOR, "moderate log", {}),
        (MODERATOR, "season list", {}),
    ):
        answer = await house.sandbox.people.command(who, CHANNEL, words, options)
        await look(house, who, answer.get("message"))


async def files(house: House, folder: Path) -> None:
    """Write the names to rely on; a person's export; the log, the proof and the pads' files that people were sent."""
    names = json.dumps(await published_names(), indent=1)
    (folder / NAMES).write_text(names + "\n", encoding="utf-8")
    user = int(house.sandbox.people.user(HOST)["id"])
    exported = await export_whole(house.store, user, house.services.clock())
    (folder / EXPORT).write_bytes(exported or b"")
    kept = set[str]()
    for message in list(house.sandbox.world.messages.values()):
        for name, data in (await house.files(message.data)).items():
            kind = name.rpartition("-")[2] if name.endswith("-proof.json") else Path(name).suffix + name.split("-")[0]
            if name.endswith((".json", ".csv")) and kind not in kept:
                kept.add(kind)
                (folder / name).write_bytes(data)


def compress(path: Path, lines: Iterable[Any]) -> None:
    """Write lines of JSON."""
    written = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    path.write_bytes(gzip.compress(written.encode(), mtime=0))


def journal(path: Path) -> Iterable[Any]:
    """Yield the lines of the sandbox's journal, the last of each thing, without what is of no use later."""
    last = dict[tuple[str, str], Any]()
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, key, body = json.loads(line)
        last[kind, key] = body
    for (kind, key), body in sorted(last.items()):
        if body is not None and kind != "interaction":
            yield [kind, key, {**body, "now": time.time() + body["offset"]} if kind == "meta" else body]


async def write(folder: Path) -> None:
    """Play all of it, and write the files."""
    with virtual_world(virtual_loop(), "release"), TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        be_patient(patch)
        patch.setattr(SearchProcesses, "choose_for_try", quick)
        patch.setattr(world, "EPHEMERALS_KEPT", MAX_PRIVATE_MESSAGES)
        home, stream = Path(name), shuffle.Stream
        async with start_house(home) as house:
            patch.setattr(shuffle, "Stream", stream)  # as everybody can check it, with the ids of interactions
            for person in (OTHER, BYSTANDER):
                house.sandbox.people.add_user(person)
            for scene in (of_tables, of_questions, of_pads, of_agreements, of_deals, of_league, of_people):
                await scene(house)
                sys.stdout.write(f"{scene.__name__}\n")
            await asyncio.sleep(SETTLED_SECONDS)
            await files(house, folder)
        compress(folder / DISCORD, journal(home / "sandbox.jsonl"))
        compress(folder / ROWS, dump_rows(database_of(f"sqlite+aiosqlite:///{home / 'eldest.sqlite3'}")))


def main() -> int:
    """Write the folder of this version anew. Returns the exit code."""
    argparse.ArgumentParser(description="Write tests/releases/VERSION anew.").parse_args()  # --help writes nothing
    folder = FOLDER / VERSION
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(write(folder))
    for path in sorted(folder.iterdir()):
        sys.stdout.write(f"{path.name}: {path.stat().st_size // 1024} KiB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
