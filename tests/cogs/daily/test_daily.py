"""`/daily`: one try at the same hand for everybody, in one private message."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.people.bans import BANNED_TEXT
from bot.tables.commands import tries
from bot.tables.model.table_state import TableState
from bot.tables.model.tries import person_mark
from bot.tables.services.integrity_check import check_all
from cogs.daily.plans import plan_of
from data.deals.records import DAY_MS, GRACE_MS, NewTry, day_of, end_of
from data.tables.errors import DealTried
from data.tables.events import ChanceCards, EventKind, MoveSecret
from data.tables.records import LESSONS_GUILD_ID, NewTable, SeatRecord
from data.tables.work import WorkKind
from rules.registry import GAMES
from rules.shuffle import Draw, commitment, order_for
from tests.cogs.daily.hands_of_day import BEGIN_BUTTON, begin_try, list_move_labels, play_try
from tests.cogs.tries import find_newest_try, wait_for_message
from tests.support.house import House
from tests.support.messages import buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    in_private,
    is_private,
    person,
    response_text,
    start_room,
)


async def read_cards_and_moves(house: House, who: str) -> list[tuple[Any, ...]]:
    """Return all cards and moves of somebody's try, in order, with who chose them."""
    events = await house.store.tables.log((await find_newest_try(house, who)).id)
    return [
        (event.kind, event.seat, event.text, None if event.kind == EventKind.MOVE else event.hidden)
        for event in events
        if event.kind in {EventKind.COMMIT, EventKind.CHANCE, EventKind.MOVE}
    ]


@pytest.mark.parametrize("game", ["voren", "mitigati", "five_crowns"])
async def test_everybody_gets_the_same_cards_and_the_same_answers_to_the_same_moves(game: str) -> None:
    async with start_room() as house:
        lines = list[Sequence[Any]]()
        for who in (HOST, SEATED):
            texts = await play_try(house, await begin_try(house, who, game), who)
            assert "The day's end: <t:" in texts[-1], texts[-1]
            lines.append(await read_cards_and_moves(house, who))
        assert lines[0] == lines[1]
        assert len([entry for entry in lines[0] if entry[0] == EventKind.CHANCE]) >= (3 if game == "voren" else 1)


async def test_the_computer_players_are_strong_and_their_seeds_are_not_shown() -> None:
    async with start_room() as house:
        texts = await play_try(house, await begin_try(house))
        live = await find_newest_try(house, HOST)
        moves = [event for event in await house.store.tables.log(live.id) if event.kind == EventKind.MOVE]
        players = [
            player_secret
            for event in moves
            if (player_secret := event.read_hidden(MoveSecret).get("player")) is not None
        ]
        assert {player["level"] for player in players} == {"strong"}
        assert not any(str(player["seed"]) in sentence for player in players for sentence in texts)


async def test_the_first_message_commits_to_the_days_secret_and_nothing_has_begun() -> None:
    async with start_room() as house:
        answer = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        assert is_private(answer)
        (hand,) = await house.store.deals.hands_of_day(day_of(house.services.clock()))
        page = await house.press(HOST, answer.get("message") or {}, "Check the cards")
        assert f"`{commitment(hand.secret)}`" in response_text(page)
        assert hand.secret.hex() not in response_text(page)
        assert hand.secret.hex() not in response_text(answer)
        assert not await house.store.tables.of_user(person(house, HOST).id, LESSONS_GUILD_ID, live=False)


async def test_the_days_secret_gives_all_cards_of_the_hand() -> None:
    """As docs/developers/hidden-information.md says, so that anybody can check it once the secret is published."""
    async with start_room() as house:
        await play_try(house, await begin_try(house, game="five_crowns"), most=1)
        live, day = await find_newest_try(house, HOST), day_of(house.services.clock())
        (hand,) = await house.store.deals.hands_of_day(day)
        secret = hmac.digest(hand.secret, b"draw 0", "sha256")
        dealt = next(event for event in await house.store.tables.log(live.id) if event.kind == EventKind.CHANCE)
        plan = plan_of(live.game, day)
        expects = live.game.new(plan.seats, live.record.options, plan.dealer).expects
        assert expects is not None
        name = f"five_crowns {datetime.fromtimestamp(day * DAY_MS / 1000, UTC):%Y-%m-%d}"
        assert dealt.read_hidden(ChanceCards)["cards"] == order_for(Draw(secret, name, "0", ()), expects)


async def test_there_is_one_try_which_goes_on_where_it_was_left_over_a_restart() -> None:
    async with start_room() as house:
        message = await begin_try(house)
        await wait_for_message(house, HOST, await house.press(HOST, message, list_move_labels(message)[0]))
        number = (await find_newest_try(house, HOST)).id
        await house.restart()
        second_answer = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        assert BEGIN_BUTTON not in buttons(second_answer.get("message") or {})
        await play_try(house, await wait_for_message(house, HOST, second_answer))
        over = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        assert "The day's end: <t:" in text(await wait_for_message(house, HOST, over))
        assert (await find_newest_try(house, HOST)).id == number
        faults = list[str]()
        await check_all(house.store, faults.append)
        assert not faults


async def test_two_presses_at_the_same_instant_begin_one_try() -> None:
    async with start_room() as house:
        answers = [await house.command(HOST, "daily", channel=CHANNEL, game="voren") for _ in range(2)]
        await asyncio.gather(*(house.press(HOST, outcome.get("message") or {}, BEGIN_BUTTON) for outcome in answers))
        await house.until(lambda: not house.services.responder.under_way)
        assert len(await house.store.tables.of_user(person(house, HOST).id, LESSONS_GUILD_ID, live=False)) == 1


async def test_the_database_refuses_a_second_try_of_another_process() -> None:
    async with start_room() as house:
        await begin_try(house)
        live, who = await find_newest_try(house, HOST), person(house, HOST)
        (hand,) = await house.store.deals.hands_of_day(day_of(house.services.clock()))
        attempt = NewTry(hand.id, who.id, None, person_mark(hand.secret, who.id))
        draft = NewTable("voren", 1, live.record.options, LESSONS_GUILD_ID, LESSONS_GUILD_ID, who.id)
        with pytest.raises(DealTried):
            await house.store.tables.create(draft, seats=[SeatRecord(0, 0, who.id, "person", HOST)], attempt=attempt)
        assert len(await house.store.tables.of_user(who.id, LESSONS_GUILD_ID, live=False)) == 1


async def test_a_try_gives_no_hint_and_takes_no_move_back() -> None:
    async with start_room() as house:
        message = await begin_try(house)
        assert not {"Hint", "Follow the hint", "To the end", "Undo"} & set(buttons(message))
        assert "Hint" not in text(message)
        live = await find_newest_try(house, HOST)
        before = await read_cards_and_moves(house, HOST)
        for verb in ("show_hint", "follow_hint", "skip_to_end", "take_back_move", "claim_tricks", "open_premoves"):
            answer = await house.forge(HOST, message, f"eh:{verb}:{live.id}:{max(live.decisions.values())}")
            assert "**Hint" not in response_text(answer), verb
            await house.until(lambda: not house.services.responder.under_way)
        assert await read_cards_and_moves(house, HOST) == before


async def test_nobody_else_reaches_a_try_and_no_list_names_it() -> None:
    async with start_room(max_open=1) as house:
        message = await begin_try(house)
        number = (await find_newest_try(house, HOST)).id
        for who in (MODERATOR, OTHER, HOST):
            for name in ("show", "log", "end", "hand", "replay"):
                answer = await house.command(who, f"table {name}", channel=CHANNEL, table=number)
                assert "There is no table" in response_text(answer), (who, name)
        new_try = (await house.command(OTHER, "daily", channel=CHANNEL, game="mitigati")).get("message") or {}
        for custom_id in buttons(message).values():
            if not custom_id.startswith("eh:show_rules"):
                assert "There is no table for this button" in response_text(
                    await house.forge(OTHER, new_try, custom_id)
                ), custom_id
        assert "You sit at no table." in response_text(await house.command(HOST, "table mine", channel=CHANNEL))
        assert (await house.open(HOST, start=False)).number != number


async def test_it_needs_no_server_and_says_what_that_means() -> None:
    async with start_room() as house:
        with in_private(house):
            answer = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
            assert "Begun here, it is in no ranking." in response_text(answer)
            message = await wait_for_message(
                house, HOST, await house.press(HOST, answer.get("message") or {}, BEGIN_BUTTON)
            )
            texts = await play_try(house, message)
        assert "this is in no ranking" in texts[-1]


async def test_somebody_who_is_banned_from_tables_begins_none() -> None:
    async with start_room() as house:
        await house.meant(MODERATOR, "moderate ban", "Ban", CHANNEL, member=str(person(house, HOST).id))
        question = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        answer = await house.press(HOST, question.get("message") or {}, BEGIN_BUTTON)
        assert BANNED_TEXT in response_text(answer)


async def test_a_lesson_and_a_try_are_no_way_into_each_other() -> None:
    """A lesson is gone on with as a lesson; a finished try is no first lesson."""
    async with start_room() as house:
        await play_try(house, await begin_try(house))
        lesson = await house.command(HOST, "learn", channel=CHANNEL, game="voren")
        assert house.services.presenters["voren"].lesson.goal in response_text(lesson)
        assert (await find_newest_try(house, HOST)).record.lesson


async def test_the_computer_players_go_on_after_a_crash_as_they_would_have(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play_no_moves(_tables: object, _search: object, table: TableState) -> TableState:
        return table

    async with start_room() as house:
        await play_try(house, await begin_try(house))
        with monkeypatch.context() as patch:
            patch.setattr(tries, "play_computer_moves", play_no_moves)
            await begin_try(house, SEATED)
        live = await find_newest_try(house, SEATED)
        assert live.computers()
        (work_item,) = await house.store.work.of_table(live.id, WorkKind.COMPUTER)
        await house.turn((work_item.due - house.services.clock()) / 1000 + 1)
        await house.until(lambda: not live.computers())
        second_answer = await house.command(SEATED, "daily", channel=CHANNEL, game="voren")
        await play_try(house, await wait_for_message(house, SEATED, second_answer), SEATED)
        assert await read_cards_and_moves(house, SEATED) == await read_cards_and_moves(house, HOST)


async def test_a_try_ends_with_its_day() -> None:
    async with start_room() as house:
        message = await begin_try(house)
        live = await find_newest_try(house, HOST)
        label, day = list_move_labels(message)[0], day_of(house.services.clock())
        house.sandbox.advance((end_of(day) - house.services.clock()) / 1000 + 1)  # before its close
        late_answer = await house.press(HOST, message, label)
        assert "The day is over" in text(await wait_for_message(house, HOST, late_answer))
        await house.turn(GRACE_MS / 1000)
        await house.until(lambda: live.record.status == "ended")
        (ended,) = await house.store.deals.hands_of_day(day)
        assert not await house.store.deals.results([ended.id], int(house.sandbox.world.guild_id))
        anew = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        assert BEGIN_BUTTON in buttons(anew.get("message") or {})
        (hand,) = await house.store.deals.hands_of_day(day + 1)
        assert hand.secret != ended.secret


async def test_a_try_of_voren_that_ends_with_its_day_pays_the_matches_owed() -> None:
    """Its points and its last hand are as its log has them."""
    async with start_room() as house:
        house.tolerate = lambda request: request.status == 401  # the hand's token is too old by then
        message = await begin_try(house)
        live = await find_newest_try(house, HOST)
        while live.record.status == "playing" and not has_debts(live):
            message = await wait_for_message(
                house, HOST, await house.press(HOST, message, list_move_labels(message)[0])
            )
        assert has_debts(live)
        await house.turn((end_of(day_of(house.services.clock())) + GRACE_MS - house.services.clock()) / 1000 + 1)
        await house.until(lambda: live.record.status == "ended")
        faults = list[str]()
        await check_all(house.store, faults.append)
        assert not faults


def has_debts(live: TableState) -> bool:
    """Check whether somebody owes what is paid with the next hand."""
    assert live.state is not None
    return live.state.score().totals != live.game.settled(live.state).score().totals


async def test_a_form_of_yesterdays_try_says_that_the_day_is_over_when_it_is_opened() -> None:
    async with start_room() as house:
        message = await begin_try(house, game="mitigati")
        form_press = next(
            button_id for button_id in buttons(message).values() if button_id.startswith("eh:open_move_form:")
        )
        submitted = form_press.replace("open_move_form", "submit_move_form", 1)
        day = day_of(house.services.clock())
        house.sandbox.advance((end_of(day) - house.services.clock()) / 1000 + 1)  # before its close
        for custom_id in (form_press, submitted):
            late_answer = await house.forge(HOST, message, custom_id)
            assert late_answer.get("modal") is None
            assert "The day is over" in text(await wait_for_message(house, HOST, late_answer))


async def test_who_confirms_moves_is_told_that_the_day_is_over_before_they_are_asked() -> None:
    async with start_room() as house:
        message = await begin_try(house)
        await house.services.people.change(person(house, HOST), confirms=True)
        day = day_of(house.services.clock())
        house.sandbox.advance((end_of(day) - house.services.clock()) / 1000 + 1)  # before its close
        late_answer = await wait_for_message(
            house, HOST, await house.press(HOST, message, list_move_labels(message)[0])
        )
        assert "Confirm" not in buttons(late_answer)
        assert "The day is over" in text(late_answer)


async def test_a_hand_of_ones_own_try_has_no_review_before_the_try_is_over() -> None:
    async with start_room() as house:
        message = await begin_try(house)
        live = await find_newest_try(house, HOST)
        while "eh:deal_next_hand" not in " ".join(buttons(message).values()):
            message = await wait_for_message(
                house, HOST, await house.press(HOST, message, list_move_labels(message)[0])
            )
        assert live.record.status == "playing"
        for hand in ("0", "-1"):
            page = (await house.command(HOST, "daily", channel=CHANNEL, game="mitigati")).get("message") or {}
            answer = await house.forge(HOST, page, f"eh:show_review:{live.id}:{hand}")
            assert "once your try is over" in response_text(answer)
        second_answer = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        await play_try(house, await wait_for_message(house, HOST, second_answer))
        answer = await house.forge(HOST, page, f"eh:show_review:{live.id}:0")
        assert "once your try is over" not in response_text(answer)


async def test_yesterdays_button_begins_nothing() -> None:
    async with start_room() as house:
        question = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        await house.turn(DAY_MS / 1000)
        answer = await house.press(HOST, question.get("message") or {}, BEGIN_BUTTON)
        today = day_of(house.services.clock())
        assert buttons(answer.get("message") or {})[BEGIN_BUTTON] == f"eh:begin_daily_hand:voren:{today}"
        assert not await house.store.tables.of_user(person(house, HOST).id, LESSONS_GUILD_ID, live=False)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_day_has_a_plan_that_the_game_allows(game: str) -> None:
    for day in range(20785, 20785 + 11):
        plan = plan_of(GAMES[game], day)
        state = GAMES[game].new(plan.seats, GAMES[game].resolve(plan.options, plan.seats), plan.dealer)
        assert state.number == 0
        assert plan.seat < plan.seats


def test_five_crowns_has_each_of_its_deals_in_eleven_days() -> None:
    plans = [plan_of(GAMES["five_crowns"], day) for day in range(11)]
    assert sorted(plan.options["first"] for plan in plans) == list(range(3, 14))
    assert all(plan.options["first"] == plan.options["last"] for plan in plans)


async def test_who_has_begun_elsewhere_is_shown_their_try_everywhere() -> None:
    async with start_room() as house:
        await begin_try(house, BYSTANDER)
        with in_private(house):
            answer = await house.command(BYSTANDER, "daily", channel=CHANNEL, game="voren")
            assert BEGIN_BUTTON not in buttons(await wait_for_message(house, BYSTANDER, answer))
        live = await find_newest_try(house, BYSTANDER)
        assert live.record.settings.get("attempt", {}).get("guild") == int(house.sandbox.world.guild_id)
