"""What the crash tests check can fail: boards that are none or two, posts that could be doubled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.tables.commands.play import ALREADY_MOVED_TEXT
from data.store import Store
from sandbox import Recorded, Sandbox
from tests.support.messages import Json
from tests.support.waiting import until
from tests.system.crash.players import Witness
from tests.system.crash.stored_tables import has_one_board, read_looks
from tests.system.crash.storm import Storm

POST = "/channels/{channel_id}/messages"


@pytest.fixture
async def sandbox() -> AsyncGenerator[Sandbox]:
    async with await Sandbox.start(None) as started:
        yield started


def post_board(sandbox: Sandbox, table: int, text: str) -> Json:
    """Put a board of a table into the card room, as the bot would have posted it; return its message."""
    data = sandbox.people.say("Ada", "card-room", text)
    log = {"type": 2, "style": 2, "label": "Log", "custom_id": f"eh:show_log:{table}:-1"}
    data["components"] = [{"type": 17, "components": [{"type": 1, "components": [log]}]}]
    return data


def report_post(sandbox: Sandbox, body: dict[str, Any], message: str = "7") -> None:
    """Report a post of the bot's, as the stand-in does when it has answered it."""
    for hook in sandbox.recorder.requests:
        hook(Recorded("POST", "/channels/1/messages", POST, {}, {}, body, (), 200, {"id": message}))


async def test_a_table_without_its_board_or_with_two_is_found_out(sandbox: Sandbox) -> None:
    """Also where one of the two is as it should be, or both are; what shows an older state is none."""
    wanted = read_looks(post_board(sandbox, 2, "Ada's turn"))
    assert not has_one_board(sandbox, 1, wanted)
    assert has_one_board(sandbox, 1, wanted, may_lack=True)
    first = post_board(sandbox, 1, "Bela's turn")
    assert not has_one_board(sandbox, 1, read_looks(first | {"content": "Ada's turn"}))
    assert not has_one_board(sandbox, 1, read_looks(first | {"content": "Ada's turn"}), may_lack=True)
    assert has_one_board(sandbox, 1, read_looks(first))
    second = post_board(sandbox, 1, "Ada's turn")
    for entry in (first, second):
        assert not has_one_board(sandbox, 1, read_looks(entry))
        assert not has_one_board(sandbox, 1, read_looks(entry), may_lack=True)
    sandbox.people.delete("Ada", first)
    again = post_board(sandbox, 1, "Ada's turn")
    assert read_looks(again) == read_looks(second)
    assert not has_one_board(sandbox, 1, read_looks(second))
    assert not has_one_board(sandbox, 1, read_looks(second), may_lack=True)


@pytest.mark.parametrize(
    ("body", "doubtful"),
    [
        ({"content": "Ada", "nonce": "1-0", "enforce_nonce": True}, False),
        ({"content": "Ada", "nonce": "1-0"}, True),
        ({"content": "Ada", "nonce": "1-0", "enforce_nonce": False}, True),
        ({"content": "Ada", "nonce": "", "enforce_nonce": True}, True),
        ({"content": "Ada", "enforce_nonce": True}, True),
        ({"content": "Ada"}, True),
        ({"content": "Ada", "nonce": 9053431523, "enforce_nonce": True}, True),
        ({"content": "Ada", "nonce": "9053431523", "enforce_nonce": True}, True),
    ],
)
async def test_a_post_that_could_be_doubled_is_found_out(
    sandbox: Sandbox, tmp_path: Path, body: dict[str, Any], doubtful: bool
) -> None:
    """Without a nonce, with one that Discord is not told to hold to, with one that discord.py draws for each try."""
    storm = Storm(sandbox, tmp_path, 1)
    report_post(sandbox, body)
    assert bool(storm.without_nonce) == doubtful
    await (await Store.open(storm.database)).close()
    if doubtful:
        with pytest.raises(AssertionError, match="could be doubled"):
            await storm.look()
    else:
        assert await storm.look() == []


async def test_an_answer_is_judged_as_it_was_given(sandbox: Sandbox) -> None:
    """Also where the late answer to an earlier press covers it before it is read."""
    witness, message = Witness(sandbox), post_board(sandbox, 1, "Your turn")
    play: Json = {"type": 2, "style": 1, "id": 2, "label": "Trump 16", "custom_id": "eh:make_move:1:5:0:aa"}
    message["components"] = [{"type": 1, "components": [play]}]
    click = asyncio.create_task(witness.click("Ada", message, play["custom_id"], game="mitigati"))
    await until(lambda: sandbox.world.interactions)
    (interaction,) = sandbox.world.interactions.values()
    sandbox.recorder.requests.append(lambda _: message.update(content="You played trump 16."))
    path = f"/api/v10/interactions/{interaction.id}/{interaction.token}/callback"
    async with aiohttp.ClientSession() as client:
        answer = {"type": 7, "data": {"content": ALREADY_MOVED_TEXT, "components": []}}
        await client.post(f"{sandbox.base}{path}", json=answer)
    outcome = await click
    assert outcome is not None
    assert outcome.get("message", {})["content"] == "You played trump 16."
    (sent,) = witness.sent.values()
    assert (sent.answer, sent.made) == (ALREADY_MOVED_TEXT, False)


async def test_a_decision_that_was_pinged_twice_is_found_out(sandbox: Sandbox, tmp_path: Path) -> None:
    """By two messages of one nonce, asked for at any time; the same message asked for again is one."""
    storm = Storm(sandbox, tmp_path, 1)
    body = {"content": "Ada", "nonce": "1-9-p1", "enforce_nonce": True, "allowed_mentions": {"users": []}}
    for _ in range(2):
        report_post(sandbox, body)
    storm.check_pings([], storm.mentioned)
    report_post(sandbox, body, "8")
    with pytest.raises(AssertionError, match="pinged or told twice"):
        storm.check_pings([], storm.mentioned)
