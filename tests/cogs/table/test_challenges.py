"""Challenges: a hand that is over is posted, others play its cards once, and nobody sees a result before their own."""

from __future__ import annotations

from typing import Any

import pytest

from bot.people.bans import BANNED_TEXT
from bot.tables.commands import challenges, tries
from bot.tables.model.table_state import TableState
from bot.tables.services.integrity_check import check_all
from bot.transport.api.channels import Channels
from data.deals.records import CHALLENGE_MS, GRACE_MS, Deal
from data.tables.records import LESSONS_GUILD_ID
from data.tables.work import WorkKind
from sandbox import Outcome
from tests.cogs.hands import open_hand
from tests.cogs.tries import find_newest_try, play_newest_try, read_packs, wait_for_message
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.moves import find_offered_moves
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    end_table,
    find_actor,
    note,
    person,
    play_on,
    response_text,
    set_up_table,
    start_room,
)

PEOPLE = (HOST, SEATED, OTHER)
HEADING = "## Beat this deal: "
BEAT_BUTTON, POST_BUTTON, PLAY_BUTTON, RANKING_BUTTON, END_BUTTON = (
    "Beat this deal",
    "Post it",
    "Play this deal",
    "Ranking",
    "End the challenge",
)


async def play_first_hand(house: House) -> TableState:
    """Return a table of Mitigati whose first hand of three is over."""
    return await set_up_table(house, "waiting", PEOPLE, hands=3, game="mitigati")


async def ask_for_challenge(house: House, live: TableState, who: str = HOST) -> Outcome:
    """Post the hand that is over, as somebody who played it; return the answer."""
    hand = await open_hand(house, live, who)
    question = await house.press(who, hand, BEAT_BUTTON)
    return await house.press(who, question.get("message") or {}, POST_BUTTON)


async def post_challenge(house: House, live: TableState, who: str = HOST) -> tuple[Deal, Json]:
    """Post a challenge; return its deal and its message."""
    await ask_for_challenge(house, live, who)
    (deal,) = await house.store.deals.open_from(live.id)
    await house.until(lambda: list_challenge_messages(house))
    await house.wait_until_settled(WorkKind.CHALLENGE)
    return deal, find_challenge_message(house)


def list_challenge_messages(house: House) -> list[Json]:
    """Return the messages of challenges that stand in the room."""
    return [message for message in house.sandbox.people.messages(MODERATOR, CHANNEL) if HEADING in text(message)]


def find_challenge_message(house: House) -> Json:
    """Return the one message of a challenge."""
    (message,) = list_challenge_messages(house)
    return message


async def begin_try(house: House, who: str) -> Json:
    """Begin a try; return the hand."""
    return await wait_for_message(house, who, await house.press(who, find_challenge_message(house), PLAY_BUTTON))


async def play_try(house: House, who: str) -> Json:
    """Begin a try over the wire, and play it to its end as a good player would; return the message of its end."""
    await begin_try(house, who)
    await play_newest_try(house, who)
    await house.wait_until_settled(WorkKind.COUNT_TRY, WorkKind.CHALLENGE)
    return await begin_try(house, who)


async def end_challenge(house: House, deal: Deal) -> None:
    """Let the challenge end. A hand message cannot be edited once the clock was set forward."""
    house.tolerate = lambda request: request.status == 401
    await house.turn((deal.closes + GRACE_MS - house.services.clock()) / 1000 + 1)
    await wait_until_closed(house, deal)


async def wait_until_closed(house: House, deal: Deal) -> None:
    """Wait until a challenge is closed and its message shows it."""

    async def is_closed() -> bool:
        record = await house.store.deals.find(deal.id)
        return record is not None and record.closed is not None

    await house.until(is_closed)
    await house.wait_until_settled(WorkKind.CLOSE_DEALS, WorkKind.CHALLENGE)


async def test_challenge_is_posted_once_with_the_askers_cards_for_everybody() -> None:
    async with start_room() as house:
        live = await play_first_hand(house)
        deal, message = await post_challenge(house, live, SEATED)
        second_answer = await ask_for_challenge(house, live, OTHER)
        assert "The challenge is in <#" in response_text(second_answer)
        assert len(list_challenge_messages(house)) == 1
        assert PLAY_BUTTON in buttons(message)
        for who in (BYSTANDER, MODERATOR):
            await play_try(house, who)
            attempt = await find_newest_try(house, who)
            assert await read_packs(house, attempt) == await read_packs(house, live)
            assert attempt.seat_of(person(house, who).id) == live.seat_of(person(house, SEATED).id) == deal.plan.seat
            assert {seat.level for seat in attempt.record.seats} == {None, "strong"}
            assert attempt.record.status == "over"
            assert attempt.state is not None
            assert attempt.state.number == 0
        assert "2 people have finished" in text(find_challenge_message(house))
        faults = list[str]()
        await check_all(house.store, faults.append)
        assert not faults


async def test_there_is_one_try_which_goes_on_where_it_was_left_over_a_restart() -> None:
    async with start_room() as house:
        await post_challenge(house, await play_first_hand(house))
        await begin_try(house, BYSTANDER)
        number = (await find_newest_try(house, BYSTANDER)).id
        await house.restart()
        second_message = await play_try(house, BYSTANDER)
        assert second_message["flags"] & 64
        assert "Ranking" in buttons(second_message)
        assert (await find_newest_try(house, BYSTANDER)).id == number
        assert len(list_challenge_messages(house)) == 1


async def test_a_ranking_is_seen_after_ones_own_try_and_by_those_who_sat_there() -> None:
    async with start_room() as house:
        deal, _ = await post_challenge(house, await play_first_hand(house))
        await play_try(house, BYSTANDER)
        points = (await find_newest_try(house, BYSTANDER)).record.seats[deal.plan.seat].points
        assert BYSTANDER not in text(find_challenge_message(house))
        refused = await house.press(MODERATOR, find_challenge_message(house), RANKING_BUTTON)
        assert challenges.PLAY_FIRST in response_text(refused)
        await begin_try(house, MODERATOR)
        refused = await house.press(MODERATOR, find_challenge_message(house), RANKING_BUTTON)
        assert challenges.PLAY_FIRST in response_text(refused)
        assert str(abs(points)) not in response_text(refused)
        for who in (BYSTANDER, HOST, SEATED, OTHER):
            answer_text = response_text(await house.press(who, find_challenge_message(house), RANKING_BUTTON))
            assert f"**{BYSTANDER}** {'−' if points < 0 else ''}{abs(points)}" in answer_text, who
            assert "To beat: **" in answer_text


async def test_who_sat_there_has_no_try() -> None:
    async with start_room() as house:
        await post_challenge(house, await play_first_hand(house))
        for who in PEOPLE:
            assert tries.SAT_THERE in response_text(await house.press(who, find_challenge_message(house), PLAY_BUTTON))
            assert not await house.store.tables.of_user(person(house, who).id, LESSONS_GUILD_ID, live=False)


async def test_the_cards_of_the_table_are_shown_to_others_only_after_their_try() -> None:
    async with start_room() as house:
        live = await play_first_hand(house)
        await post_challenge(house, live)
        looks = [f"eh:{verb}:{live.id}:0" for verb in ("show_log", "show_replay", "show_revealed_hands")]
        looks += [f"eh:{verb}:{live.id}" for verb in ("export_table", "verify_shuffles")]
        looks += [f"eh:turn_log_page:{live.id}:0:0", f"eh:go_to_replay_step:{live.id}:0:3"]
        looks += [f"eh:turn_revealed_hands_page:{live.id}:0:0", f"eh:choose_replay_seat:{live.id}:0:0"]

        async def read_refusals(who: str) -> set[bool]:
            answers = [await house.forge(who, await note(house, live, who), look) for look in looks]
            answers += [await house.command(who, f"table {name}", CHANNEL, table=live.id) for name in ("log", "replay")]
            return {challenges.PLAY_FIRST in response_text(answer) for answer in answers}

        assert await read_refusals(BYSTANDER) == {True}
        assert await read_refusals(SEATED) == {False}
        await play_try(house, BYSTANDER)
        assert await read_refusals(BYSTANDER) == {False}


async def test_it_ends_after_a_week_with_a_ranking_and_the_best_hand() -> None:
    async with start_room() as house:
        deal, _ = await post_challenge(house, await play_first_hand(house))
        assert deal.closes - deal.opens == CHALLENGE_MS
        await play_try(house, BYSTANDER)
        await begin_try(house, MODERATOR)
        live = await find_newest_try(house, MODERATOR)
        await end_challenge(house, deal)
        message = find_challenge_message(house)
        assert f"1\\. **{BYSTANDER}**" in text(message)
        assert MODERATOR not in text(message)
        assert set(buttons(message)) == {"Best hand"}
        await house.until(lambda: live.record.status == "ended")
        log = await house.press(OTHER, message, "Best hand")
        assert "### Log of Mitigati, challenge" in response_text(log)


async def test_a_try_ends_with_the_challenge() -> None:
    async with start_room() as house:
        deal, _ = await post_challenge(house, await play_first_hand(house))
        message = await begin_try(house, BYSTANDER)
        posted = find_challenge_message(house)
        house.sandbox.advance((deal.closes - house.services.clock()) / 1000 + 1)  # before its close
        custom_id = next(iter(find_offered_moves(message).values()))[0]
        late_answer = await house.click(BYSTANDER, message, custom_id)
        assert "The challenge is over, so this hand does not count." in text(
            await wait_for_message(house, BYSTANDER, late_answer)
        )
        assert challenges.CHALLENGE_ENDED in response_text(await house.press(MODERATOR, posted, PLAY_BUTTON))


async def test_a_moderator_ends_a_challenge_and_it_stands_in_the_log() -> None:
    async with start_room() as house:
        live = await play_first_hand(house)
        deal, message = await post_challenge(house, live)
        await begin_try(house, BYSTANDER)
        answer = await house.press(BYSTANDER, message, RANKING_BUTTON)
        assert END_BUTTON not in buttons(answer.get("message") or {})
        forged = await house.forge(BYSTANDER, await note(house, live, BYSTANDER), f"eh:end_challenge:{deal.id}")
        assert "Only moderators" in response_text(forged)
        answer = await house.press(MODERATOR, message, RANKING_BUTTON)
        ended_it = await house.press(MODERATOR, answer.get("message") or {}, END_BUTTON)
        assert "The challenge is over." in response_text(ended_it)
        await wait_until_closed(house, deal)
        assert "Nobody has finished it." in text(find_challenge_message(house))
        table_state = await find_newest_try(house, BYSTANDER)
        await house.until(lambda: table_state.record.status == "ended")
        log = response_text(await house.command(MODERATOR, "moderate log", CHANNEL))
        assert f"{MODERATOR} ended the challenge of table {live.id}" in log


async def test_only_who_played_the_hand_to_its_end_can_post_it() -> None:
    async with start_room() as house:
        live = await play_first_hand(house)
        number = live.id
        for custom_id, sentence in (
            (f"eh:open_challenge:{number}:0", challenges.NOT_TO_END),
            (f"eh:open_challenge:{number}:1", challenges.NO_CHALLENGE),
            (f"eh:open_challenge:{number}", challenges.NO_CHALLENGE),
        ):
            answer = await house.forge(BYSTANDER, await note(house, live, BYSTANDER), custom_id)
            assert sentence in response_text(answer), custom_id
        assert not await house.store.deals.open_from(number)


@pytest.mark.parametrize("game", ["conference", "abracadabra"])
async def test_a_hand_of_other_games_is_dealt_as_it_was(game: str) -> None:
    async with start_room() as house:
        people = (HOST, SEATED, OTHER, BYSTANDER) if game == "conference" else PEOPLE
        live = await set_up_table(house, "waiting", people, hands=4, game=game)
        await post_challenge(house, live)
        await begin_try(house, MODERATOR)
        attempt = await find_newest_try(house, MODERATOR)
        assert (await read_packs(house, attempt))[0] == (await read_packs(house, live))[0]
        assert attempt.state is not None
        assert live.state is not None
        dealt = attempt.state.view(None)
        assert dealt["dealer"] == (await house.store.deals.open_from(live.id))[0].plan.dealer
        message = {**dealt["options"], "hands": 0, "deals": 0, "target": 0}
        assert message == {**live.state.view(None)["options"], "hands": 0, "deals": 0, "target": 0}


async def test_voren_is_played_whole_and_five_crowns_not_at_all() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting", PEOPLE, hands=2)
        hand = await open_hand(house, live, HOST)
        assert BEAT_BUTTON not in buttons(hand)
        live = await play_on(house, live)
        assert live.record.status == "over"
        await post_challenge(house, live)
        await play_try(house, BYSTANDER)
        attempt = await find_newest_try(house, BYSTANDER)
        assert await read_packs(house, attempt) == await read_packs(house, live)
        assert len(await read_packs(house, attempt)) == 2
        five_crowns_table = await set_up_table(house, "waiting", (HOST, SEATED), hands=2, game="five_crowns")
        hand = await open_hand(house, five_crowns_table, HOST)
        assert BEAT_BUTTON not in buttons(hand)
        answer = await house.forge(
            HOST, await note(house, five_crowns_table, HOST), f"eh:open_challenge:{five_crowns_table.id}:0"
        )
        assert challenges.NO_CHALLENGE in response_text(answer)


async def test_a_table_that_ended_early_gives_its_finished_hands() -> None:
    async with start_room() as house:
        live = await play_first_hand(house)
        await end_table(house, live)
        deal = await challenges.open_challenge(house.services.tables, live, 0, {"hands": 1}, find_actor(house, HOST))
        assert deal.packs == (await read_packs(house, live))[:1]


async def test_so_many_challenges_are_open_in_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MAX_OPEN", 1)
    async with start_room() as house:
        await post_challenge(house, await play_first_hand(house))
        other = await play_first_hand(house)
        assert challenges.TOO_MANY in response_text(await ask_for_challenge(house, other))


async def test_who_is_banned_from_tables_neither_posts_nor_plays() -> None:
    async with start_room() as house:
        live = await play_first_hand(house)
        await house.meant(MODERATOR, "moderate ban", "Ban", CHANNEL, member=str(person(house, BYSTANDER).id))
        await post_challenge(house, live)
        assert BANNED_TEXT in response_text(await house.press(BYSTANDER, find_challenge_message(house), PLAY_BUTTON))


async def test_who_deletes_their_data_is_in_no_ranking_and_has_no_second_try() -> None:
    async with start_room() as house:
        deal, _ = await post_challenge(house, await play_first_hand(house))
        await play_try(house, BYSTANDER)
        await house.meant(BYSTANDER, "privacy delete", "Delete my data", CHANNEL)
        refusal = response_text(await house.press(BYSTANDER, find_challenge_message(house), PLAY_BUTTON))
        assert tries.ERASED_TRY_TEXTS["challenge"] in refusal
        assert BYSTANDER not in response_text(await house.press(HOST, find_challenge_message(house), RANKING_BUTTON))
        await house.wait_until_settled(WorkKind.CHALLENGE)
        assert "finished." not in text(find_challenge_message(house))
        await end_challenge(house, deal)
        assert "Nobody has finished it." in text(find_challenge_message(house))


async def test_a_message_that_was_posted_before_a_crash_is_not_posted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_room() as house:
        live = await play_first_hand(house)
        send = Channels.send_parts

        async def send_and_fail(self: Channels, *args: Any, **parts: Any) -> int:
            await send(self, *args, **parts)
            raise ConnectionResetError

        with monkeypatch.context() as patch:
            patch.setattr(Channels, "send_parts", send_and_fail)
            await ask_for_challenge(house, live)
            await house.until(lambda: list_challenge_messages(house))
            await house.stop()
        await house.start()
        await house.turn(10)
        await house.wait_until_settled(WorkKind.CHALLENGE)
        assert len(list_challenge_messages(house)) == 1
        await play_try(house, BYSTANDER)
        assert "1 person has finished." in text(find_challenge_message(house))


async def test_a_challenge_whose_channel_is_deleted_ends_all_the_same() -> None:
    async with start_room() as house:
        deal, _ = await post_challenge(house, await play_first_hand(house))
        await play_try(house, BYSTANDER)
        house.tolerate = lambda request: request.status in {401, 403, 404}
        house.sandbox.people.delete_channel(MODERATOR, house.sandbox.people.channel(CHANNEL)["id"])
        await house.turn((deal.closes + GRACE_MS - house.services.clock()) / 1000 + 1)
        await wait_until_closed(house, deal)
        (result,) = await house.store.deals.results([deal.id], int(house.sandbox.world.guild_id))
        assert result.name == BYSTANDER


async def test_a_challenge_of_another_server_is_none() -> None:
    async with start_room() as house:
        live = await play_first_hand(house)
        deal, _ = await post_challenge(house, live)
        await house.execute("UPDATE deals SET guild = guild + 1 WHERE id = ?", deal.id)
        for verb, on in (
            ("play_challenge", find_challenge_message(house)),
            ("show_challenge_ranking", find_challenge_message(house)),
        ):
            assert challenges.CHALLENGE_GONE in response_text(await house.forge(BYSTANDER, on, f"eh:{verb}:{deal.id}"))
