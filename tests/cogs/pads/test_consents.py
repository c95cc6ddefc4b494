"""Members whom others make players, over the wire: the one message that asks them, and who is asked elsewhere."""

from __future__ import annotations

from data.people.records import is_erased
from data.tables.work import WorkKind
from tests.cogs.member.erasure import erase_person
from tests.cogs.pads.consents import (
    add_members,
    hide_channel,
    list_questions,
    wait_for_private_message,
    wait_for_question,
)
from tests.cogs.pads.sheets import choose_in_select, enter_hand, number_of, open_pad, wait_for_pad_message
from tests.support.house import House
from tests.support.lobbies import user
from tests.support.messages import Json, buttons, text
from tests.support.standings import pad_results
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    OTHER,
    SEATED,
    is_private,
    person,
    read_mentions,
    response_text,
    start_room,
)


async def read_hand_users(house: House, pad: Json) -> set[int | None]:
    """Return the users of a pad's first hand, as it is recorded."""
    hands, _ = await pad_results(house, number_of(pad))
    return {None if is_erased(part.user) else part.user for part in hands[0].parts}


async def test_added_member_is_asked_once_and_counts_from_consent() -> None:
    """It mentions those alone, and says afterwards what was answered; nobody else can answer it."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free")
        assert "Members are asked first." in await add_members(house, pad, SEATED, OTHER)
        message = await wait_for_question(house, f"{HOST} added you to **", "counts for you until you join")
        assert read_mentions(message) == {SEATED, OTHER}
        assert message["channel_id"] == pad["channel_id"]
        assert set(buttons(message)) == {"Join pad", "Leave me out"}
        assert f"**{SEATED}** 0 · asked" in text(await wait_for_pad_message(house, pad))
        await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points="1 2 3")
        host, seated = (person(house, name).id for name in (HOST, SEATED))
        assert await read_hand_users(house, pad) == {host, None}
        assert "You were not asked" in response_text(await house.press(BYSTANDER, message, "Join pad"))
        answer = await house.press(SEATED, message, "Join pad")
        assert is_private(answer)
        assert response_text(answer).startswith("You joined **")
        assert await read_hand_users(house, pad) == {host, seated, None}
        message = await wait_for_question(house, f"{SEATED} joined.")
        assert f"<@{seated}>" not in text(message)
        assert "You are left out of **" in response_text(await house.press(OTHER, message, "Leave me out"))
        message = await wait_for_question(house, f"{OTHER} is left out.", f"{SEATED} joined.")
        assert not buttons(message)
        assert f"**{OTHER}** 3 · guest" in text(await wait_for_pad_message(house, pad))
        assert await read_hand_users(house, pad) == {host, seated, None}
        more = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "More")
        log = response_text(await house.press(BYSTANDER, more.get("message") or {}, "Changes"))
        assert f"**{SEATED}** joined the pad" in log
        assert f"**{OTHER}** asked to be left out" in log
        assert f"{OTHER} does not want to play on this pad." in await add_members(house, pad, OTHER)
        assert len(list_questions(house)) == 1


async def test_finishing_a_pad_names_who_has_not_joined() -> None:
    """Nothing counts for them yet; once they have joined nothing is said of it."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free")
        await add_members(house, pad, SEATED)
        consent_question = await wait_for_question(house, f"{HOST} added you to **")
        await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points="1 2")
        apart = f"{SEATED} has not joined yet. The pad counts for {SEATED} only after *Join pad*."
        more = (await house.press(HOST, await wait_for_pad_message(house, pad), "More")).get("message") or {}
        assert apart in response_text(await house.press(HOST, more, "Finish pad"))
        await house.press(SEATED, consent_question, "Join pad")
        more = (await house.press(HOST, await wait_for_pad_message(house, pad), "More")).get("message") or {}
        assert "not joined" not in response_text(await house.press(HOST, more, "Finish pad"))


async def test_the_players_of_conference_are_told_who_plays_with_whom() -> None:
    """Of another game, or where a seat is free, nothing is said of partners."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "conference", guests="Ann\nBob")
        panel = await house.press(HOST, await wait_for_pad_message(house, pad), "Add players")
        assert "Partners:" not in response_text(panel)
        pad = await open_pad(house, HOST, "conference", guests="Ann\nBob\nCarl")
        panel = await house.press(HOST, await wait_for_pad_message(house, pad), "Players")
        assert f"Partners: {HOST} and Ann; Bob and Carl." in response_text(panel)


async def test_guest_becomes_a_member_only_after_that_member_agrees() -> None:
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, pad, "Enter points", points="1 2")
        panel = await house.press(HOST, await wait_for_pad_message(house, pad), "Players")
        linking = await house.press(HOST, panel.get("message") or {}, "Guests …")
        linking = await choose_in_select(house, HOST, linking, "choose_guest", "2")
        panel = await choose_in_select(house, HOST, linking, "link_guest", user(house, SEATED))
        assert "until they agree" in response_text(panel)
        message = await wait_for_question(house, "Are you Grandma on **", f"{HOST} says so.")
        assert read_mentions(message) == {SEATED}
        assert None in await read_hand_users(house, pad)
        await house.press(SEATED, message, "Join pad")
        assert await read_hand_users(house, pad) == {person(house, HOST).id, person(house, SEATED).id}
        assert f"**{SEATED}** 2\n" in text(await wait_for_pad_message(house, pad))


async def test_pressing_a_button_is_consent_with_a_way_out() -> None:
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free")
        await add_members(house, pad, SEATED)
        await wait_for_question(house)
        await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points="1 2")
        await house.press(SEATED, await wait_for_pad_message(house, pad), "Sheet")
        assert await read_hand_users(house, pad) == {person(house, HOST).id, person(house, SEATED).id}
        message = await wait_for_private_message(house, SEATED, "by using it: its hands count for you.")
        assert set(buttons(message)) == {"Leave me out"}
        await house.press(SEATED, message, "Leave me out")
        assert await read_hand_users(house, pad) == {person(house, HOST).id, None}


async def test_member_outside_the_channel_is_asked_at_their_next_use() -> None:
    """Below their answer, once; not below a form; the same after a restart. The others are asked in the channel."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free")
        hide_channel(house, pad, SEATED)
        await add_members(house, pad, SEATED, OTHER)
        message = await wait_for_question(house)
        assert read_mentions(message) == {OTHER}
        number = number_of(pad)
        await house.until(lambda: _decided(house, number))
        await house.restart()
        await house.command(SEATED, "help", "parlour")
        private_message = await wait_for_private_message(house, SEATED, f"{HOST} added you to **", "parlour")
        assert set(buttons(private_message)) == {"Join pad", "Leave me out"}

        async def is_informed() -> bool:
            return (await house.services.pads.find(number)).consents[person(house, SEATED).id].informed_at is not None

        await house.until(is_informed)
        before = len(house.sandbox.people.messages(SEATED, "parlour"))
        await house.command(SEATED, "help", "parlour")
        assert len(house.sandbox.people.messages(SEATED, "parlour")) == before + 1
        await house.press(SEATED, private_message, "Join pad")
        pad_now = await house.services.pads.find(number)
        assert [player.user for player in pad_now.record.players if player.user is not None] == [
            person(house, HOST).id, person(house, SEATED).id,
        ]  # fmt: skip
        assert read_mentions(await wait_for_question(house, "Do you play there")) == {OTHER}


async def _decided(house: House, pad: int) -> bool:
    return pad not in {work.pad for work in await house.store.work.due(2**62, 100, [WorkKind.CONSENT_REQUEST])}


async def test_blocking_member_or_leaver_is_not_mentioned() -> None:
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free")
        house.sandbox.faults.add("status", path="/guilds/.*/members/", method="GET", status=403, code=50013)
        house.tolerate = lambda request: request.method == "GET"
        people = {name: person(house, name) for name in (HOST, SEATED)}
        await add_members(house, pad, SEATED, OTHER, BYSTANDER)
        await house.until(lambda: house.sandbox.faults.idle)
        await house.sandbox.act({"kind": "leave", "user_id": user(house, BYSTANDER)})
        await house.store.blocks.add((people[SEATED].id, SEATED), (people[HOST].id, HOST))
        await house.press(HOST, await wait_for_pad_message(house, pad), "Sheet")
        await house.until(lambda: _decided(house, number_of(pad)))
        assert read_mentions(await wait_for_question(house)) == {OTHER}


async def test_a_keeper_who_is_blocked_is_told_what_they_would_be_told_of_a_refusal() -> None:
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free")
        host, seated = person(house, HOST), person(house, SEATED)
        await house.store.blocks.add((seated.id, SEATED), (host.id, HOST))
        assert f"{SEATED} does not want to play on this pad." in await add_members(house, pad, SEATED)
        assert list_questions(house) == []


async def test_erased_member_is_no_longer_mentioned_or_named() -> None:
    """Nor is the guest, whose name was theirs."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free")
        await add_members(house, pad, SEATED, OTHER)
        await wait_for_question(house)
        await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points="1 2 3")
        seated = person(house, SEATED).id
        await erase_person(house, SEATED)
        other = person(house, OTHER).id
        await house.until(lambda: f"<@{seated}>" not in text(list_questions(house)[0]))
        assert text(await wait_for_question(house)).startswith(f"<@{other}> {HOST} added you to **")
        assert SEATED not in text(await wait_for_pad_message(house, pad))
        assert await read_hand_users(house, pad) == {person(house, HOST).id, None}
