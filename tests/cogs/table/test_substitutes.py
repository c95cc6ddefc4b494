"""`/table substitute` and its buttons: who is asked what, who is told, and what is said to those who may not."""

from __future__ import annotations

import pytest

from bot.tables.commands import leave_and_end, pause
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.tables.services import absence
from sandbox import Outcome
from tests.support.house import House
from tests.support.messages import buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    confirm_in_private,
    end_table,
    find_actor,
    find_answer_buttons,
    is_private,
    read_event_kinds,
    read_mentions,
    response_text,
    set_up_table,
    silent,
    start_room,
    too_late,
    wait_for_announcement,
)

PEOPLE = (HOST, SEATED, OTHER)


async def ask_for_substitute(
    house: House, who: str, live: TableState, channel: str = CHANNEL, **options: int
) -> Outcome:
    """Use `/table substitute`; return the answer."""
    return await house.command(who, "table substitute", channel=channel, table=live.id, **options)


async def test_ones_own_seat_is_offered_from_anywhere_after_a_question_and_kept_after_all() -> None:
    """The question says what follows; the table is told, and nobody is mentioned."""
    async with start_room() as house:
        live = await set_up_table(house, people=PEOPLE)
        events_before = await read_event_kinds(house, live)
        question = await ask_for_substitute(house, SEATED, live, channel="parlour")
        assert f"**Offer your seat at Voren, table {live.id} to a substitute?**" in response_text(question)
        assert "this game counts as one you left" in response_text(question)
        assert await read_event_kinds(house, live) == events_before
        answer = await confirm_in_private(house, SEATED, question, "Offer the seat")
        assert is_private(answer)
        assert f"Your seat at Voren, table {live.id} is on offer. The players are told." in response_text(answer)
        offer = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {SEATED} looks for a substitute.**"
        )
        assert "its cards and points, 0 so far" in text(offer)
        assert "Hand 1 of 2" in text(offer)
        assert not read_mentions(offer)
        assert "already on offer" in response_text(await ask_for_substitute(house, SEATED, live))
        for who, label, expected in (
            (BYSTANDER, "Keep my seat", "Only the player in seat 2 can do that."),
            (OTHER, "Keep my seat", "Only the player in seat 2 can do that."),
            (OTHER, "Take the seat", "You are already seated at this table."),
            (SEATED, "Take the seat", "That is your own seat."),
        ):
            refused = await house.press(who, offer, label)
            assert expected in response_text(refused), (who, label)
            assert is_private(refused)
        assert "You keep your seat." in response_text(await house.press(SEATED, offer, "Keep my seat"))
        await wait_for_announcement(house, live, f"**Voren, table {live.id}: {SEATED} keeps their seat.**")
        late_answer = await too_late(house, BYSTANDER, offer, "Take the seat")
        assert "no longer on offer" in response_text(late_answer)
        assert is_private(late_answer)


async def test_host_offers_the_seat_of_an_overdue_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whose seat it is is mentioned, also where nobody is otherwise, and says with a press that they are here."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room() as house:
        live = await set_up_table(house, people=PEOPLE, waits_for=SEATED)
        await silent(house, live)
        away = await ask_for_substitute(house, HOST, live, channel="parlour", seat=2)
        assert f"<#{live.record.channel}>" in response_text(away)
        question = await ask_for_substitute(house, HOST, live, seat=2)
        assert "you decide as the host" in response_text(question)
        assert f"The seat of {SEATED} at" in response_text(
            await confirm_in_private(house, HOST, question, "Offer the seat")
        )
        offer = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {HOST} offers {SEATED}'s seat to a substitute.**"
        )
        assert read_mentions(offer) == {SEATED}
        assert set(buttons(offer)) == {"Take the seat", "I am here"}
        assert "You keep your seat." in response_text(await house.press(SEATED, offer, "I am here"))
        await house.until(lambda: not buttons(house.sandbox.people.message(HOST, offer)))
        assert offer_of(live, 1) is None


async def test_others_vote_and_the_question_says_how_it_stands() -> None:
    """Without any absence it takes all of them; at a table of two there is nobody to ask."""
    async with start_room() as house:
        live = await set_up_table(house, people=(*PEOPLE, BYSTANDER))
        question = await ask_for_substitute(house, OTHER, live, seat=2)
        assert "all the others must agree" in response_text(question)
        answer = await confirm_in_private(house, OTHER, question, "Offer the seat")
        assert f"You voted to offer {SEATED}'s seat. The others are asked at the table." in response_text(answer)
        message = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {OTHER} wants to offer {SEATED}'s seat to"
        )
        assert read_mentions(message) == {SEATED, HOST, BYSTANDER}, "whose seat it is, and whose answers are missing"
        assert "1 so far." in text(message)
        assert "All the others must." in response_text(await house.press(OTHER, message, "I agree"))
        assert "no seat" in response_text(await house.press(MODERATOR, message, "I agree"))
        assert "This is your own seat." in response_text(await house.press(SEATED, message, "I agree"))
        assert offer_of(live, 1) is None, "nobody gives their own seat away by a press on what others ask"
        await house.press(HOST, message, "I agree")
        await house.until(lambda: "2 so far." in text(house.sandbox.people.message(HOST, message)))
        assert offer_of(live, 1) is None
        result = await house.press(BYSTANDER, message, "I agree")
        assert f"The seat of {SEATED} at Voren, table {live.id} is on offer." in response_text(result)
        assert offer_of(live, 1) is not None
        assert "already on offer" in response_text(await too_late(house, HOST, message, "I agree"))
        offer = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {SEATED}'s seat is offered to a substitute.**"
        )
        assert f"{HOST}, {OTHER} and {BYSTANDER} agree." in text(offer)
        assert set(buttons(offer)) == {"Take the seat", "I am here"}
        assert not read_mentions(offer), "they have been mentioned by the question a moment ago"
        await house.until(lambda: "3 of the others agreed" in text(house.sandbox.people.message(HOST, message)))
        assert "so far" not in text(house.sandbox.people.message(HOST, message))
        assert not buttons(house.sandbox.people.message(HOST, message))
        await pause.pause(house.services.tables, live.id, find_actor(house, SEATED))  # they are there
        head = f"**Voren, table {live.id}: {SEATED}'s seat is offered to a substitute.**"
        off = f"{head} It was called off: {SEATED} plays on."
        await house.until(lambda: house.sandbox.people.message(HOST, offer)["content"] == off)
        assert not buttons(house.sandbox.people.message(HOST, offer))
        table_of_two = await set_up_table(house)
        question = await ask_for_substitute(house, HOST, table_of_two, seat=2)
        assert "at least two" in response_text(await confirm_in_private(house, HOST, question, "Offer the seat"))


@pytest.mark.parametrize(("minutes", "again"), [(9, False), (11, True)])
async def test_decided_vote_mentions_the_seats_owner_once(minutes: int, *, again: bool) -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=PEOPLE)
        await confirm_in_private(house, OTHER, await ask_for_substitute(house, OTHER, live, seat=2), "Offer the seat")
        message = await wait_for_announcement(house, live, f"{OTHER} wants to offer")
        assert read_mentions(message) == {SEATED, HOST}
        await house.turn(minutes * 60)
        await house.press(HOST, message, "I agree")
        offer = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {SEATED}'s seat is offered to a substitute.**"
        )
        assert read_mentions(offer) == ({SEATED} if again else set())


async def test_seat_offer_names_its_taker_and_closes_with_the_table() -> None:
    """Whoever reads it days later is not told what holds no longer."""
    async with start_room() as house:
        for is_taken in (True, False):
            live = await set_up_table(house, people=PEOPLE)
            await confirm_in_private(house, SEATED, await ask_for_substitute(house, SEATED, live), "Offer the seat")
            head = f"**Voren, table {live.id}: {SEATED} looks for a substitute.**"
            offer = await wait_for_announcement(house, live, head)
            if is_taken:
                await house.press(MODERATOR, offer, "Take the seat")
                outcome_text = f"{MODERATOR} has taken it."
            else:
                await leave_and_end.end(house.services.tables, live.id, find_actor(house, HOST), moderator=True)
                outcome_text = "It was called off: the table has ended."
            await house.until(
                lambda offer=offer, wanted=f"{head} {outcome_text}": (
                    house.sandbox.people.message(HOST, offer)["content"] == wanted
                )
            )


async def test_a_seat_that_is_offered_is_found_without_its_message() -> None:
    """In the list of tables, under More, and by `/table sit`, which gives it at once."""
    async with start_room() as house:
        live = await set_up_table(house, people=PEOPLE)
        table_list = response_text(await house.command(BYSTANDER, "table list"))
        assert "a seat is offered" not in table_list
        await confirm_in_private(house, SEATED, await ask_for_substitute(house, SEATED, live), "Offer the seat")
        assert "a seat is on offer: `/table sit`" in response_text(await house.command(BYSTANDER, "table list"))
        more = await house.press(BYSTANDER, board(house, live), "More")
        assert f"Take {SEATED}'s seat" in find_answer_buttons(more)
        choices = await house.sandbox.people.autocomplete(
            BYSTANDER, CHANNEL, "table sit", {"seat": "", "table": live.id}, "seat"
        )
        assert choices == [{"name": f"{SEATED}, seat 2", "value": 2}]
        sit_answer = await house.command(BYSTANDER, "table sit", channel=CHANNEL, table=live.id, seat=2)
        assert "is yours, with this hand" in response_text(sit_answer)
        assert live.names() == (HOST, BYSTANDER, OTHER)
        late_answer = await house.forge(
            MODERATOR, board(house, live), find_answer_buttons(more)[f"Take {SEATED}'s seat"]
        )
        assert "no longer on offer" in response_text(late_answer)


async def test_refused_offers_have_a_reason() -> None:
    """Before the game, after it, without a seat, a computer player's, none."""
    async with start_room() as house:
        lobby = await set_up_table(house, "lobby", PEOPLE)
        assert "not started yet" in response_text(await ask_for_substitute(house, SEATED, lobby))
        live = await set_up_table(house, people=PEOPLE)
        assert "You have no seat" in response_text(await ask_for_substitute(house, BYSTANDER, live))
        await house.meant(OTHER, "table leave", "Leave", table=live.id)
        for seat in (3, 9):
            assert "No person sits there" in response_text(await ask_for_substitute(house, HOST, live, seat=seat)), seat
        question = await ask_for_substitute(house, SEATED, live)
        await end_table(house, live)
        assert "has ended" in response_text(await ask_for_substitute(house, SEATED, live))
        late_answer = await confirm_in_private(house, SEATED, question, "Offer the seat")
        assert "has ended" in response_text(late_answer)


async def test_the_name_that_is_offered_for_a_seat_is_that_of_a_person() -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=PEOPLE)
        await house.meant(OTHER, "table leave", "Leave", table=live.id)
        choices = await house.sandbox.people.autocomplete(
            HOST, CHANNEL, "table substitute", {"seat": "", "table": live.id}, "seat"
        )
        assert choices == [{"name": HOST, "value": 1}, {"name": SEATED, "value": 2}]
