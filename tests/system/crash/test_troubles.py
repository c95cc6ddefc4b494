"""What goes wrong outside: a clear sentence to the person it concerns, a line for the operator, and nothing is lost."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.tables.services.tables import FROZEN_TEXT
from data.engine.errors import StoreBusy, StoreError, StoreFull, StoreReadOnly, StoreTooNew, StoreUnreachable
from data.store import Store
from data.tables.events import EventKind
from tests.support.clocks import find_awaited
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, text
from tests.support.moves import find_move_buttons, forged_id
from tests.system.crash.process import run_forked
from tests.system.crash.stored_tables import StoredTable, read_looks

HOLDER = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


def path_of(house: House) -> Path:
    return Path(house.settings.database_url.removeprefix("sqlite+aiosqlite:///"))


@contextmanager
def lock_database(path: Path) -> Generator[None]:
    """Hold the database's write lock as another process."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == b"locked\n"
        yield
        holder.stdin.close()


async def assert_refused_then_made(
    house: House, table: Seated, caplog: pytest.LogCaptureFixture, trouble: Any, wanted: type[StoreError]
) -> None:
    """Assert that a move is refused and not stored while there is `trouble`, and made afterwards."""
    who = await find_awaited(house, table)
    hand = await house.hand(who, table)
    before = (await house.live(table)).record.seq
    caplog.clear()
    with trouble:
        answer = await house.click(who, hand, find_move_buttons(hand)["Deal"])
        message = answer.get("message") or {}
        assert text(message) == wanted.sentence
        look = await house.press("Ada", house.board(table), "Log")  # reading goes on
        assert "Log of" in text(look.get("message") or {})
    line = next(log_record for log_record in caplog.records if answer["interaction_id"] in log_record.getMessage())
    assert line.levelno >= logging.ERROR
    assert wanted.hint in line.getMessage()
    assert line.exc_info is None
    assert len(await house.store.tables.log(table.number)) == before
    again = await house.click(who, hand, find_move_buttons(hand)["Deal"])
    assert "You dealt" in text(again.get("message") or {})
    assert len(await house.store.tables.log(table.number)) == before + 1
    assert (await house.play_out(table)).record.status == "over"


async def test_a_database_that_another_process_has_locked(caplog: pytest.LogCaptureFixture) -> None:
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        await assert_refused_then_made(house, table, caplog, lock_database(path_of(house)), StoreBusy)


class BrokenCommits:
    """While entered, the store's commits fail as SQLite says it with this name."""

    def __init__(self) -> None:
        self.name = ""
        self._on = False

    def __call__(self, stage: str) -> None:
        if self._on and stage == "before commit":
            error = sqlite3.OperationalError("as told")
            error.sqlite_errorname = self.name
            raise error

    def __enter__(self) -> None:
        self._on = True

    def __exit__(self, *_: object) -> None:
        self._on = False


@pytest.mark.parametrize(("name", "wanted"), [("SQLITE_FULL", StoreFull), ("SQLITE_READONLY", StoreReadOnly)])
async def test_a_database_that_is_full_or_has_become_read_only(
    caplog: pytest.LogCaptureFixture, name: str, wanted: type[StoreError]
) -> None:
    async with start_house() as house:
        broken = BrokenCommits()
        await house.stop()
        await house.start(store=await Store.open(house.settings.database_url, fault=broken))
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        broken.name = name
        await assert_refused_then_made(house, table, caplog, broken, wanted)


def start_up(folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    """Run the bot on this database, which it cannot use. `folder` is for what it writes."""
    return run_forked(folder, token="none", database_url=url, api_base="http://127.0.0.1:9/")


def test_start_up_with_a_database_that_cannot_be_used(tmp_path: Path) -> None:
    newer, plain = tmp_path / "newer.sqlite3", tmp_path / "plain.sqlite3"
    for path in (newer, plain):
        asyncio.run(read_moves(path))
    with sqlite3.connect(newer) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    shopping = tmp_path / "list.txt"
    shopping.write_text("I am a shopping list.\n" * 500)
    with lock_database(plain):
        busy = start_up(tmp_path / "busy", f"sqlite+aiosqlite:///{plain}")
    for process, words in (
        (start_up(tmp_path / "newer", f"sqlite+aiosqlite:///{newer}"), StoreTooNew.hint),
        (start_up(tmp_path / "read_only", f"sqlite+aiosqlite:///file:{plain}?mode=ro&uri=true"), StoreReadOnly.hint),
        (
            start_up(tmp_path / "list", f"sqlite+aiosqlite:///{tmp_path / 'list.txt'}"),
            "it is not a database of Eldest Hand",
        ),
        (start_up(tmp_path / "other", "mysql://somebody:secret@example.org/eldest"), "is not supported"),
        (start_up(tmp_path / "away", "postgresql://somebody:secret@127.0.0.1:9/eldest"), StoreUnreachable.hint),
        (busy, StoreBusy.hint),
    ):
        lines = [
            line for line in process.stderr.splitlines() if not line.startswith("20")
        ]  # our log has a date in front
        assert process.returncode == 1, process
        assert len(lines) == 1, process.stderr
        assert lines[0].startswith("Eldest Hand cannot start. ")
        assert words in lines[0]
        assert "Traceback" not in process.stderr
        assert "secret" not in process.stderr
        assert not process.stdout


async def read_moves(path: Path) -> None:
    await (await Store.open(f"sqlite+aiosqlite:///{path}")).close()


# -- permissions -------------------------------------------------------------------------------------------------------


async def test_without_the_permission_to_make_threads_a_table_plays_in_its_channel(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "bot")
    async with start_house() as house:
        house.sandbox.set_bot_permissions("card-room", create_public_threads=False)
        table = await house.open("Ada", ("Bela",), hands=1)
        live = await house.live(table)
        assert live.record.thread is None
        assert f"table {table.number}: no permission for a thread" in caplog.text
        live = await house.play_out(table)
        assert live.record.status == "over"
        assert (
            read_looks(await house.fresh(table))
            == await StoredTable(live.record, await house.store.tables.log(live.id), []).looks()
        )


async def test_without_the_permission_to_attach_files_a_table_is_told_in_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with start_house(pictures=True) as house:
        house.sandbox.set_bot_permissions("card-room", attach_files=False)
        house.tolerate = lambda request: request.answer.get("code") == 50013
        table = await house.open("Ada", ("Bela",), hands=1)
        lobby = house.sandbox.people.messages("Ada", "card-room")
        assert any("I need the permission Attach Files." in text(message) for message in lobby if message["flags"] & 64)
        assert "the bot may not attach files" in caplog.text
        await house.fresh(table)
        live = await house.play_out(table)
        assert live.record.status == "over"
        ended = text(await house.fresh(table)).splitlines()
        assert all(any(f". **{who}** · **" in line for line in ended) for who in ("Ada", "Bela"))  # the standings


@pytest.mark.parametrize(
    ("permission", "named"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")]
)
async def test_without_the_permission_to_post_no_table_is_opened(
    caplog: pytest.LogCaptureFixture, permission: str, named: str
) -> None:
    async with start_house() as house:
        house.sandbox.set_bot_permissions("card-room", **{permission: False})
        opened = await house.command("Ada", "voren new")
        assert named in text(opened.get("message") or {})
        assert f"the bot lacks {named}" in caplog.text
        assert await house.store.tables.numbers(0, 1) == []
        house.sandbox.set_bot_permissions("card-room", **{permission: None})
        await house.open("Ada", ("Bela",))


async def test_a_table_whose_bot_may_no_longer_post_is_played_by_its_hands(caplog: pytest.LogCaptureFixture) -> None:
    """Hands are answers, which need no permission: the game goes on, and the message follows when it may."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        hands = {who: await house.hand(who, table) for who in ("Ada", "Bela")}
        house.tolerate = lambda request: request.answer.get("code") in {50001, 50013}
        house.sandbox.set_bot_permissions("card-room", send_messages_in_threads=False, view_channel=False)
        who = await find_awaited(house, table)
        answer = await house.click(who, hands[who], find_move_buttons(hands[who])["Deal"])
        assert "You dealt" in text(answer.get("message") or {})
        live = await house.live(table)
        await house.until(lambda: "no more tries for an hour" in caplog.text)
        page = await house.command("Ada", "table show", channel=table.place)
        assert "I cannot post there" in text(page.get("message") or {})
        house.sandbox.set_bot_permissions("card-room", send_messages_in_threads=None, view_channel=None)
        page = await house.command("Ada", "table show", channel=table.place)
        assert "Here it is" in text(page.get("message") or {})
        assert (await house.play_out(table)).record.status == "over"
        ended = text(await house.fresh(table)).splitlines()
        assert all(any(f". **{who}** · **" in line for line in ended) for who in ("Ada", "Bela"))  # the standings
        assert live.id == table.number


# -- forged and stale --------------------------------------------------------------------------------------------------


FORGED = [
    "eh:show_hand:999999", "eh:show_hand:-1", "eh:show_hand:٣", "eh:show_hand:one", "eh:show_hand:", "eh:show_hand",
    "eh:show_hand:99999999999999999999999", "eh:make_move:1", "eh:make_move:1:0", "eh:make_move:1:0:",
    "eh:make_move:1:x:stay", "eh:make_move:one:0:stay", "eh:make_move:999:0:stay",
    "eh:make_move:1:99999999999999999999:stay", "eh:make_move:1:{d}:deal twice", "eh:make_move:1:{d}: deal",
    "eh:make_move:1:{d}:DEAL", "eh:make_move:1:{d}:play 3C", "eh:make_move:1:{d}:'; DROP TABLE events; --",
    "eh:make_move:1:{d}:deal\x00", "eh:make_move:1:{d}:💥", "eh:make_move:1:{d}:0", "eh:make_move:1:{d}:0:",
    "eh:make_move:1:{d}:0:0000", "eh:make_move:1:{d}:99999:0000", "eh:make_move:1:{d}:-1:0000",
    "eh:make_move:1:{d}:²:0000", "eh:make_move:1:{d}:999999999999:0000", "eh:make_move:1:{d}:0:0000:0",
    "eh:go:1:0:dealer:{d}:deal", "eh:go:1:{d}:stay:stay", "eh:deal_next_hand:1:0", "eh:deal_next_hand:1:77",
    "eh:deal_next_hand:1", "eh:deal_next_hand:x:y", "eh:show_log:1:x", "eh:show_log:1:999999", "eh:show_log:1:--5",
    "eh:show_log:1:99999999999999999999999999", "eh:show_log:²:1", "eh:turn_log_page:1:-7", "eh:show_log:1:²",
    "eh:show_rules:nothing:0", "eh:show_rules:voren:x", "eh:show_rules:voren:-4", "eh:show_rules:voren:9999",
    "eh:show_rules", "eh:show_more:0", "eh:show_table:77", "eh:ask_to_leave:77", "eh:agree:77", "eh:join_table:77",
    "eh:join_table:x", "eh:start_game:1", "eh:add_computer:1", "eh:leave_table", "eh:leave_table:77",
    "eh:leave_table:1", "eh:leave_table:1:", "eh:leave_table:1:x", "eh:leave_table:1:7", "eh:end_table:77",
    "eh:remove_computer:77:Ambrose", "eh:remove_computer:1:Ambrose", "eh:remove_computer:1", "eh:remove_computer:1:x:y",
    "eh:accept_invitation:77", "eh:accept_invitation:1", "eh:ask_for_seat:77:0", "eh:ask_for_seat:1:0",
    "eh:ask_for_seat:1", "eh:ask_for_seat:1:x", "eh:ask_for_seat:1:-1", "eh:ask_for_seat:1:77",
    "eh:ask_for_seat:1:999999999999", "eh:agree_to_seat:77:1", "eh:agree_to_seat:1", "eh:agree_to_seat:1:x",
    "eh:agree_to_seat:1:0", "eh:agree_to_seat:1:1", "eh:agree_to_seat:1:99999999999999999999", "eh:join_table:1",
    "eh:leave_lobby:77", "eh:open_rematch:77", "eh:open_rematch:1", "eh:unheard:1", "eh:", "eh::", "eh:::::",
    "es:pick:1", "something else", "x",
]  # fmt: skip

AT_THE_BOARD = tuple(
    f"eh:{verb}:"
    for verb in (
        "go",
        "show_log",
        "show_more",
        "agree",
        "join_table",
        "start_game",
        "leave_lobby",
        "open_rematch",
        "remove_computer",
        "accept_invitation",
        "agree_to_seat",
    )
)
"""On a hand these would do nothing, whatever stands behind the verb."""


def offer(house: House, message: Json, custom_id: str) -> None:
    """Let a message hold a button of this id, as a modified client would pretend."""
    record = house.sandbox.world.messages[message["id"]]
    parts = record.interactive()
    part = parts.get(custom_id) or next(part for part in parts.values() if part["type"] == 2)
    part["custom_id"] = custom_id
    part.pop("disabled", None)
    record.changed()


async def test_forged_ids_get_a_sentence_and_change_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        who = await find_awaited(house, table)
        other = "Bela" if who == "Ada" else "Ada"
        live = await house.live(table)
        decision = max(live.decisions.values())
        before = await house.store.tables.log(table.number)
        board, hand = await house.fresh(table), await house.hand(other, table)
        for forged in FORGED:
            for clicker in (other, "Cleo") if ":play:" not in forged else (other,):
                if hand["id"] not in house.sandbox.world.messages:  # a newer one has taken its place
                    hand = await house.hand(other, table)
                message = board if clicker == "Cleo" or forged.startswith(AT_THE_BOARD) else hand
                custom_id = forged.replace("{d}", str(decision))[:100]
                offer(house, message, custom_id)
                answer = await house.click(clicker, message, custom_id)
                assert answer["state"] in {"message", "update"}, (forged, answer)
                message_text = text(answer.get("message") or {})
                assert message_text, forged
                assert "went wrong" not in message_text, (forged, message_text, caplog.text[-3000:])
        assert await house.store.tables.log(table.number) == before
        assert "Traceback" not in caplog.text
        house.services.tables.evict(table.number)
        await house.services.board.post(await house.live(table))
        assert (await house.play_out(table)).record.status == "over"


async def test_moves_that_the_rules_refuse_say_why() -> None:
    """The person whose turn it is presses ids of their own making."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        who = await find_awaited(house, table)
        hand = await house.hand(who, table)
        live = await house.live(table)
        decision = max(live.decisions.values())
        before = await house.store.tables.log(table.number)
        for move in ("", " ", "stay", "play 3C", "deal deal", "deal poke poke", "fold\n", "deal" * 15, "💥"):
            for custom_id in (f"eh:make_move:{table.number}:{decision}:{move}"[:100], forged_id(live, move)):
                offer(house, hand, custom_id)
                answer = await house.click(who, hand, custom_id)
                message_text = text(answer.get("message") or {})
                assert answer["state"] == "update", (move, answer)
                assert "You dealt" not in message_text.splitlines()[0]
                hand = answer.get("message") or {}
        assert await house.store.tables.log(table.number) == before
        assert "Deal" in find_move_buttons(hand)


async def test_an_unknown_option_is_refused_with_a_sentence() -> None:
    async with start_house() as house:
        wrong: tuple[dict[str, Any], ...] = ({"ante": 4}, {"ante": 5, "hands": 1})
        for options in wrong:
            opened = await house.command("Ada", "voren new", **options)
            message_text = text(opened.get("message") or {})
            assert opened["state"] == "message"
            assert "ante" in message_text.lower()
            assert "went wrong" not in message_text
        assert await house.store.tables.numbers(0, 1) == []


async def test_too_few_seats() -> None:
    async with start_house() as house:
        table = await house.open("Ada", start=False)
        offer(house, table.lobby, f"eh:start_game:{table.number}")
        answer = await house.click("Ada", table.lobby, f"eh:start_game:{table.number}")
        assert "needs at least 2 players; 1 is seated" in text(answer.get("message") or {})


# -- a log that no longer replays --------------------------------------------------------------------------------------


async def test_a_log_that_no_longer_replays_freezes_its_table_and_loses_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with start_house() as house:
        table, sound = await house.open("Ada", ("Bela",), hands=2), await house.open("Ada", ("Cleo",), hands=1)
        for _ in range(4):
            await house.act(table, await find_awaited(house, table))
        await house.fresh(table)
        board = house.board(table)
        before = await house.store.tables.log(table.number)
        await house.stop()
        with sqlite3.connect(path_of(house)) as database:
            last = max(event.seq for event in before if event.kind == EventKind.MOVE)
            changed = "UPDATE events SET text = 'play 99X' WHERE table_id = ? AND seq = ?"
            assert database.execute(changed, (table.number, last)).rowcount == 1
        database.close()
        caplog.clear()
        await house.start()
        pressed = await house.press("Ada", board, "My hand")
        assert pressed["state"] == "message"
        await house.until(lambda: "This table is frozen" in text(house.sandbox.people.message("Ada", board)))
        line = next(log_record for log_record in caplog.records if "is frozen" in log_record.getMessage())
        assert line.levelno == logging.ERROR
        assert f"table {table.number} " in line.getMessage()
        assert line.exc_info is None
        assert "99X" not in caplog.text
        offer(house, pressed.get("message") or {}, f"eh:make_move:{table.number}:1:0:0000")
        answer = await house.click("Ada", pressed.get("message") or {}, f"eh:make_move:{table.number}:1:0:0000")
        assert FROZEN_TEXT in text(answer.get("message") or {})
        response = await house.press("Bela", house.sandbox.people.message("Bela", board), "Log")
        assert "frozen" in text(response.get("message") or {})
        after = await house.store.tables.log(table.number)
        assert [event.seq for event in after] == list(range(1, len(before) + 2))
        assert after[-1].kind == EventKind.FREEZE
        assert [event for event in after[:-1] if event.seq != last] == [event for event in before if event.seq != last]
        assert (await house.play_out(sound)).record.status == "over"
        assert "Rematch" in buttons(await house.fresh(sound))
