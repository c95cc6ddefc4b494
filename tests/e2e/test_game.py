"""A whole game of Voren over the wire, through discord.py's real HTTP and gateway code."""

from __future__ import annotations

import asyncio
import json
import re
from copy import deepcopy
from typing import Any

import pytest

from data.tables.events import EventKind
from rules.registry import GAMES
from tests.support.house import Seated, start_house
from tests.support.messages import buttons, text
from tests.support.moves import find_move_buttons


async def test_four_seats_play_to_the_end() -> None:
    """Two people and two computer players: lobby, deal decisions, tricks, settlements, standings, Rematch."""
    async with start_house() as house:
        house.check_every = 10
        table = await house.open("Ada", ("Bela",), computers=2, hands=4)
        live = await house.play_out(table)
        assert live.record.status == "over"
        assert live.state is not None
        assert sum(live.state.score().totals) == 0
        board = await house.fresh(table)
        assert re.search(r"\*\*.+ wins? with \d+\.\*\*", text(board))
        for seat in live.record.seats:
            assert seat.name in text(board)
            assert seat.points == live.state.score().totals[seat.seat]
        assert "Rematch" in buttons(board)
        again = await house.press("Bela", board, "Rematch")
        lobby = again.get("message") or {}
        assert again["state"] == "message"
        assert "3 of 10" in text(lobby)
        assert "1. Bela (host)\n2. Ambrose (computer, normal)\n3. Beatrix (computer, normal)\n-#" in text(lobby)
        assert "\n-# Invited: Ada" in text(lobby)
        seated = await house.press("Ada", board, "Rematch")
        assert "You are seated at Voren, table 2" in text(seated.get("message") or {})
        assert [seat.name for seat in (await house.live(2)).record.seats] == ["Bela", "Ambrose", "Beatrix", "Ada"]


TABLES: tuple[dict[str, Any], ...] = (
    {"ante": 300, "hands": 1, "no_trump_turnup": "unsuited", "limit": 1},
    {"ante": 3, "hands": 100, "no_trump_turnup": "crowns", "limit": 100},
    {"ante": 6},
)
"""Every value of every option, or the least, the greatest and the standard one; of many hands one is played."""


@pytest.mark.parametrize("options", TABLES, ids=str)
async def test_a_hand_is_played_with_these_options(options: dict[str, Any]) -> None:
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), computers=1, **options)
        live = await house.play_a_hand(table)
        (span,) = await house.store.tables.hands(table.number)
        assert sum(span.points) == 0
        assert live.record.options == GAMES["voren"].resolve(options)
        assert live.record.status == ("over" if options.get("hands") == 1 else "playing")


def test_every_value_of_every_option_is_among_these_tables() -> None:
    for name, option in GAMES["voren"].options.items():
        wanted = set(option.allowed) or {option.low, option.high, option.default}
        assert wanted <= {table.get(name, option.default) for table in TABLES}, name


async def test_the_lobby_says_when_a_table_mentions_people_and_a_rematch_keeps_it() -> None:
    """What was chosen with the command is told in the lobby; the standard is not worth a line."""
    async with start_house() as house:
        lobby = (await house.open("Ada", start=False, mention=3600)).lobby
        assert "Mentions come after an hour." in text(lobby)
        table = await house.open("Ada", ("Bela",), hands=1, mention=3600)
        await house.play_out(table)
        again = await house.press("Bela", await house.fresh(table), "Rematch")
        assert "Mentions come after an hour." in text(again.get("message") or {})
        assert "mentioned" not in text((await house.open("Ada", start=False)).lobby)


async def test_the_log_in_memory_is_the_log_that_is_kept() -> None:
    """The state that a table reached while playing equals a fresh fold of the stored log."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), computers=1, hands=2)
        for _ in range(6):
            who = await house.find_awaited(table)
            if who is None:
                break
            await house.act(table, who)
        before = await house.live(table)
        house.services.tables.evict(table.number)
        after = await house.live(table)
        assert after is not before
        assert after.state == before.state
        assert after.hand_start_seq == before.hand_start_seq
        assert after.decisions == before.decisions
        assert after.draws == before.draws
        assert after.record.seats == before.record.seats


async def test_a_restart_in_the_middle_and_the_old_buttons_afterwards() -> None:
    """Buttons of messages from before a restart work, those whose decision is gone say so with a fresh view."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=2)
        first = await house.find_awaited(table)
        assert first is not None
        other = "Bela" if first == "Ada" else "Ada"
        hand, lobby = await house.hand(first, table), table.lobby
        stale = find_move_buttons(hand)["Deal"]
        await house.restart()
        answer = await house.click(first, hand, stale)
        assert answer["state"] == "update"
        assert "You dealt" in text(answer.get("message") or {})
        theirs = await house.hand(other, table)
        stay = find_move_buttons(theirs)["Stay"]
        assert "Fold" in find_move_buttons(theirs)
        await house.restart()
        joined = (
            await house.click("Cleo", lobby, "eh:show_hand:1")
            if "My hand" in buttons(house.sandbox.people.message("Cleo", lobby))
            else None
        )
        assert joined is None or "no seat" in text(joined.get("message") or {})
        assert await house.find_awaited(table) == other
        spoke = await house.click(other, theirs, stay)
        assert "You stayed in" in text(spoke.get("message") or {})
        seq = (await house.live(table)).record.seq
        late = await house.forge(other, theirs, stay)
        assert "You stayed in" not in text(late.get("message") or {})
        assert (await house.live(table)).record.seq == seq
        live = await house.play_out(table)
        assert live.record.status == "over"


async def test_the_same_click_delivered_twice_is_one_move() -> None:
    """Discord may deliver an interaction more than once; the second is answered as the first."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=2)
        who = await house.find_awaited(table)
        assert who is not None
        hand = await house.hand(who, table)
        house.sandbox.faults.add("twice")
        house.tolerate = lambda request: request.answer.get("code") in {40060, 10062}
        before = (await house.live(table)).record.seq
        answer = await house.click(who, hand, find_move_buttons(hand)["Deal"])
        assert "You dealt" in text(answer.get("message") or {})
        await house.until(lambda: house.answers_to(answer) == 2)
        live = await house.live(table)
        assert live.record.seq == before + 1
        events = await house.store.tables.log(table.number)
        assert [event.seq for event in events] == list(range(1, live.record.seq + 1))


async def test_one_player_clicks_twice_at_the_same_instant() -> None:
    """In two windows: of two clicks on one decision one is made; the other is told, and loses nothing."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=2)
        for label, did in (("Deal", "You dealt"), ("Stay", "You stayed in")):
            who = await house.find_awaited(table)
            assert who is not None
            hand, count = await house.hand(who, table), len(house.requests)
            move = find_move_buttons(hand)[label]
            last_move_seq = (await house.live(table)).last_move_seq
            await asyncio.gather(house.click(who, hand, move), house.click(who, hand, move))
            # What was answered, not what stands there: it goes with the next state.
            texts = [
                json.dumps(request.body)
                for request in house.requests[count:]
                if request.path.startswith("/interactions/")
            ]
            assert sum(did in words for words in texts) == 1
            assert sum("You have moved since" in words or "That choice is gone" in words for words in texts) == 1
            live = await house.live(table)
            assert sum(seq != last_move_seq.get(seat) for seat, seq in live.last_move_seq.items()) == 1


async def test_buttons_of_another_players_hand_are_refused() -> None:
    """Whoever takes it to their own hand is told that it is not their turn."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=2)
        dealer = await house.find_awaited(table)
        assert dealer is not None
        deal = find_move_buttons(await house.hand(dealer, table))["Deal"]
        seq = (await house.live(table)).record.seq
        for who in {"Ada", "Bela", "Cleo"} - {dealer}:
            hand = await house.hand(who, table)
            assert not find_move_buttons(hand)
            answer = await house.forge(who, hand, deal)
            assert "not your turn" in text(answer.get("message") or {})
        assert (await house.live(table)).record.seq == seq


async def test_clicks_of_those_who_have_no_seat_and_on_tables_that_are_over() -> None:
    """A bystander and a late click each get a plain sentence, and change nothing."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        board = deepcopy(await house.fresh(table))
        answer = await house.press("Cleo", board, "My hand")
        assert "no seat" in text(answer.get("message") or {})
        who = await house.find_awaited(table)
        assert who is not None
        deal = find_move_buttons(await house.hand(who, table))["Deal"]
        live = await house.play_out(table)
        seq = live.record.seq
        await house.fresh(table)
        house.as_it_was(board)
        for label, custom_id in buttons(board).items():
            answer = await house.click("Ada", board, custom_id)
            assert answer["state"] == "message", label
        over = await house.command(who, "table hand", channel=table.place, table=table.number)
        late = await house.forge(who, over.get("message") or {}, deal)
        assert "has ended" in text(late.get("message") or {})
        ended = await house.command("Ada", "table end", channel=table.place)
        assert "The table here has ended." in text(ended.get("message") or {})
        assert (await house.live(table)).record.seq == seq


async def test_a_last_trick_plays_itself_and_is_told_in_the_log() -> None:
    """At a table as people open it; nobody is asked for their last card, and the board shows the hand's ledger."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=2, auto_last_card=True)
        chosen: list[str] = []

        async def act(where: Seated, who: str) -> None:
            live = await house.live(where)
            assert live.state is not None
            assert not live.game.conduct.is_forced(live.state.view(None))
            chosen.append(await house.act(where, who))

        live = await house.play_out(table, act=act)
        assert live.record.status == "over"
        moves_made = [event for event in await house.store.tables.log(table.number) if event.kind == EventKind.MOVE]
        forced = [event for event in moves_made if event.public]
        assert len(chosen) + len(forced) == len(moves_made)
        logs = [text((await house.press("Ada", await house.fresh(table), "Log")).get("message") or {})]
        older = [message for message in house.sandbox.people.messages("Ada", table.place) if "Log of" in text(message)][
            -1
        ]
        answer = await house.press("Ada", older, "Older")
        logs.append(text(answer.get("message") or {}))
        sentence = "\n".join(logs)
        assert sentence.count("the last card") + sentence.count("had to stay in") == len(forced)
        assert "= **net**" in sentence
