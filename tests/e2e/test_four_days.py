"""A table left for four days, while others played on and the process was another: what the first look tells."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest

from bot.ui.game.players import players_of
from bot.ui.table.story import last_passage
from tests.support.house import House, Seated, start_house
from tests.support.messages import text
from tests.support.moves import find_move_buttons

DAYS = 4 * 24 * 3600 * 1000


def shift_four_days(house: House) -> None:
    """Move all that has happened four days into the past; the bot is stopped."""
    database = sqlite3.connect(Path(house.settings.database_url.removeprefix("sqlite+aiosqlite:///")))
    with database:
        assert database.execute("UPDATE events SET at = at - ?", (DAYS,)).rowcount
        for table, settings in database.execute("SELECT id, settings FROM tables").fetchall():
            data = json.loads(settings)
            for look in data["last_looks"].values():
                look[0] -= DAYS
            database.execute("UPDATE tables SET settings = ? WHERE id = ?", (json.dumps(data), table))
        database.execute("UPDATE tables SET created = created - ?, updated = updated - ?", (DAYS, DAYS))
    database.close()


async def play_until_away(house: House, table: Seated, away: str) -> int:
    """Play until the table waits for whoever is away, over the end of a hand; return how many moves that took."""
    result = 0
    while (who := await house.find_awaited(table)) != away:
        live = await house.live(table)
        assert live.record.status == "playing"
        if who is None:
            await house.fresh(table)
            await house.press("Ada", house.board(table), "Next hand")
        else:
            await house.act(table, who)
            result += 1
    return result


@pytest.mark.parametrize("across", [False, True], ids=["in this hand", "in the next"])
async def test_the_first_look_tells_what_happened_whose_turn_it_is_and_what_is_at_stake(across: bool) -> None:
    """In the hand, on the board and in the log, of a process that knows nothing but what was kept."""
    async with start_house(ping_quiet=0, ping_delay=86400) as house:
        table = await house.open("Ada", ("Bela",), 2, hands=12, ante=6)
        while True:  # Bela moves, in play, and is away; the others come to her again in this hand, or after it
            await play_until_away(house, table, "Bela")
            live = await house.live(table)
            seq = live.record.seq
            label = await house.act(table, "Bela")
            began = live.hand_start_seq
            await play_until_away(house, table, "Bela")
            alone = live.record.seq == seq + 1  # with her card she won the trick, and leads
            in_play = label not in {"Stay", "Fold"} and "Deal" not in label
            if in_play and not alone and (live.hand_start_seq != began) == across:
                break
        await house.stop()
        shift_four_days(house)
        await house.start()
        live = await house.live(table)
        answer = await house.command("Bela", "table hand", channel=table.place)
        hand = answer.get("message") or {}
        message_text = text(hand)
        assert find_move_buttons(hand)
        news, _, rest = message_text.partition("It is your turn.")
        (ago,) = re.findall(r"Since you were here\*\* <t:(\d+):R>", news)
        assert abs(house.services.tables.clock() - DAYS - int(ago) * 1000) < 60_000
        assert bool(re.search(r"\*\*Hand \d+:\*\* .*\byou ([+−]\d+|0) \(", news)) is across
        if not across:
            assert re.search(r"(Ada|Ambrose|Beatrix) (led|played|won|dealt|stayed|folded|took)", news)
        else:  # what the hand in which she moved brought, and what was dealt since
            assert "was turned up" in news
        assert re.search(r"A(nother)? trick wins \d+( plus matches)?[.;]|Poke: ", rest), rest
        assert live.state is not None
        again = text((await house.command("Bela", "table hand", channel=table.place)).get("message") or {})
        assert "**Since you were here" not in again
        presenter, view = house.services.presenters.of(live), live.state.view(None)
        last = last_passage(live, presenter, view, players_of(live)).sentences
        board = text(await house.fresh(table))
        assert "It is **Bela**'s turn." in board
        assert all(sentence in board for sentence in last)
        log = text((await house.command("Bela", "table log", channel=table.place)).get("message") or {})
        ago = [int(number) for number in re.findall(r"<t:(\d+):R>", log)]
        now = house.services.tables.clock() // 1000
        assert ago
        assert all(now - number >= DAYS // 1000 for number in ago)
