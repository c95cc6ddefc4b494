"""A table that began under older rules goes on where its log replays the same, and else says why it cannot."""

from __future__ import annotations

import logging

import pytest

from bot.common.errors import Declined
from bot.tables.commands import lobby, play
from bot.tables.services.integrity_check import check_all
from bot.tables.services.tables import FROZEN_TEXT, Tables, frozen_text
from tests.support.messages import buttons
from tests.support.people import ADA, BELA, make_actor
from tests.support.random_tables import play_hands, reload_cold, start_table
from tests.support.tables import VOREN, open_lobby
from tests.support.wire_tables import HOST, board, response_text, set_up_table, start_room

OLD, NEW = 1, 2


def change_rules(patch: pytest.MonkeyPatch, *, replays: bool) -> None:
    """Let Voren have newer rules, which replay the older ones or not."""
    assert VOREN.version == OLD
    patch.setattr(type(VOREN), "version", NEW)
    if replays:
        patch.setattr(type(VOREN), "replayed_versions", frozenset({OLD}))


async def test_a_table_whose_log_replays_the_same_is_played_to_its_end(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await play_hands(tables, await start_table(tables, hands=2), 1)
    change_rules(monkeypatch, replays=True)
    live = await play_hands(tables, await reload_cold(tables, live), 2)
    assert (live.record.status, live.record.rules_version) == ("over", OLD)
    counts = await check_all(tables.store, pytest.fail)
    assert (counts.hands, counts.older) == (2, 0)


async def test_another_is_frozen_with_its_points_and_says_why(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator reads under which versions, and the check does not call it a fault."""
    live = await play_hands(tables, await start_table(tables, hands=3), 1)
    points = [seat.points for seat in live.record.seats]
    change_rules(monkeypatch, replays=False)
    with caplog.at_level(logging.ERROR):
        live = await reload_cold(tables, live)
    assert live.record.status == "frozen"
    assert "under rules version 2 of voren (it began under version 1)" in caplog.text
    assert [seat.points for seat in live.record.seats] == points
    with pytest.raises(Declined, match="began under older rules of Voren and cannot go on") as declined:
        await play.next_hand(tables, live.id, make_actor(ADA))
    assert all(str(one) in str(declined.value) for one in points)
    faults = list[str]()
    counts = await check_all(tables.store, faults.append)
    assert (faults, counts.older, counts.tables) == ([], 1, 1)
    assert "1 of the tables began under older rules" in counts.sentence


async def test_a_table_frozen_for_its_log_says_so(tables: Tables) -> None:
    live = await start_table(tables, hands=2)
    assert frozen_text(live.record) == FROZEN_TEXT


async def test_a_lobby_begins_under_the_rules_of_its_start(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await open_lobby(tables, BELA)
    change_rules(monkeypatch, replays=False)
    await lobby.start(tables, live.id, make_actor(ADA))
    live = await reload_cold(tables, live)
    assert (live.record.status, live.record.rules_version) == ("playing", NEW)


async def test_people_at_a_frozen_table_read_why_and_look_up_what_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting")
        change_rules(monkeypatch, replays=False)
        house.services.tables.evict(live.id)
        live = await house.services.tables.find(live.id)
        await house.services.board.refresh(live)
        message = board(house, live)
        assert "began under older rules of Voren" in response_text(
            {"interaction_id": "", "state": "message", "message": message}
        )
        more = await house.press(HOST, message, "More")
        assert "began under older rules of Voren" in response_text(more)
        for label in buttons(more.get("message") or {}):
            answer = await house.press(HOST, (await house.press(HOST, message, "More")).get("message") or {}, label)
            assert answer["state"] in {"message", "update"}, label
            assert "Something went wrong" not in response_text(answer), label
