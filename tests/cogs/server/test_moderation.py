"""`/moderate`, and what moderators do at tables, over the wire: who may, what follows, and where it stands."""

from __future__ import annotations

import asyncio

import pytest

from bot.common.errors import Declined
from bot.tables.commands import lobby
from bot.tables.model.actor import Actor
from data.tables.work import WorkKind, WorkState
from sandbox import Outcome
from sandbox.server.errors import Refused
from tests.support.house import House
from tests.support.lobbies import user
from tests.support.messages import text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    find_actor,
    find_answer_buttons,
    find_awaited,
    is_private,
    note,
    person,
    read_announcements,
    read_event_kinds,
    response_text,
    set_up_table,
    start_room,
    wait_for_announcement,
)

BANNED_TEXT = "Moderators have banned you from all tables here"


async def ban_person(house: House, whom: str, why: str | None = None) -> str:
    """Ban somebody as a moderator, and confirm it; return the words of the answer."""
    answer = await ask_to_ban(house, whom, why)
    if "Ban" in find_answer_buttons(answer):
        answer = await house.press(MODERATOR, answer.get("message") or {}, "Ban")
    return response_text(answer)


async def ask_to_ban(house: House, whom: str, why: str | None = None) -> Outcome:
    """Begin to ban somebody as a moderator; return the question."""
    reason = {} if why is None else {"why": why}
    answer = await house.command(MODERATOR, "moderate ban", CHANNEL, member=user(house, whom), **reason)
    assert is_private(answer)
    return answer


async def test_a_ban_is_asked_once_and_says_what_follows() -> None:
    """Which tables, what holds for pads, whether they are told, and the reason as it was given."""
    async with start_room(max_open=20) as house:
        playing, waiting = await set_up_table(house), await set_up_table(house, "lobby", (SEATED, HOST))
        question = await ask_to_ban(house, SEATED, "slow *play*")
        answer_text = response_text(question)
        assert f"Ban {SEATED} from all tables of this server?" in answer_text
        for live in (playing, waiting):
            channel = live.record.message_channel or live.record.thread or live.record.channel
            assert f"[table {live.id}](https://discord.com/channels/{live.record.guild}/{channel})" in answer_text
        assert "They cannot use score pads here. Their entries stay." in answer_text
        assert "They are told when they lose a seat and when they try to play." in answer_text
        assert "Reason, for the moderators' log only: slow \\*play\\*" in answer_text
        assert set(find_answer_buttons(question)) == {"Ban", "Cancel"}
        assert "Nothing yet." in await read_log(house)
        keep = find_answer_buttons(question)["Ban"]
        answer = await house.press(MODERATOR, question.get("message") or {}, "Cancel")
        assert response_text(answer) == "Nothing changed."
        assert "Nothing yet." in await read_log(house)
        late_answer = await house.forge(MODERATOR, answer.get("message") or {}, keep)
        assert "Use `/moderate ban` again." in response_text(late_answer)
        refused = await house.forge(SEATED, await note(house, playing, SEATED), keep)
        assert "who can time out members can do that" in response_text(refused)

        nowhere = await ask_to_ban(house, OTHER)
        assert "They have no seat at a running table here." in response_text(nowhere)
        assert "No reason given." in response_text(nowhere)
        result = await house.press(MODERATOR, nowhere.get("message") or {}, "Ban")
        assert f"{OTHER} is banned from all tables here." in response_text(result)
        assert find_answer_buttons(result) == {}
        assert "slow \\*play\\*" in await ban_person(house, SEATED, "slow *play*")


async def read_log(house: House) -> str:
    """Return the moderators' log."""
    answer = await house.command(MODERATOR, "moderate log", CHANNEL)
    assert is_private(answer)
    return response_text(answer)


async def test_only_moderators_may(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_room() as house:
        with pytest.raises(Refused, match="You may not use /moderate here"):
            await house.command(SEATED, "moderate log", CHANNEL)
        monkeypatch.setattr(house.bot.tree.get_command("moderate"), "default_permissions", None)
        await house.bot.tree.sync()  # a server may give the command to others
        for command, options in (
            ("moderate ban", {"member": user(house, OTHER)}),
            ("moderate allow", {"person": OTHER}),
            ("moderate log", {}),
        ):
            refused = await house.command(SEATED, command, CHANNEL, **options)
            assert ("can see that" if command.endswith("log") else "can time out members can do that") in response_text(
                refused
            )
            assert is_private(refused)
        await ban_person(house, OTHER)
        for who, offered in ((SEATED, []), (MODERATOR, [{"name": OTHER, "value": user(house, OTHER)}])):
            choices = house.sandbox.people.autocomplete(who, CHANNEL, "moderate allow", {"person": ""}, "person")
            assert await choices == offered, who
        for whom, sentence in (
            (MODERATOR, "You cannot ban yourself."),
            (house.sandbox.world.bot["username"], "You cannot ban a bot."),
        ):
            member = house.sandbox.world.bot["id"] if "bot" in sentence else user(house, whom)
            assert sentence in response_text(await house.command(MODERATOR, "moderate ban", CHANNEL, member=member))


async def test_whoever_may_end_tables_reads_the_log_and_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Manage Messages is enough for what is done at a table, and so for the log of it, page by page."""
    async with start_room() as house:
        live = await set_up_table(house)
        for name in ("card-room", "parlour"):
            channel = house.sandbox.world.channels[house.sandbox.people.channel(name)["id"]]
            allow = {"card-room": 1 << 13, "parlour": 1 << 40}[name]  # Manage Messages; Time Out Members
            overwrite = {"id": user(house, BYSTANDER), "type": 1, "allow": str(allow), "deny": "0"}
            channel.data["permission_overwrites"] = [overwrite]
            house.sandbox.world.channel_updated(channel)
        ended = await house.command(BYSTANDER, "table end", CHANNEL, table=live.id)
        await house.press(BYSTANDER, ended.get("message") or {}, "End it")
        log = await house.command(BYSTANDER, "moderate log", CHANNEL)
        assert f"{BYSTANDER} ended table {live.id}" in response_text(log)
        older = await house.forge(BYSTANDER, log.get("message") or {}, "eh:turn_moderation_log_page:1000")
        assert f"{BYSTANDER} ended table {live.id}" in response_text(older)
        refused = await house.command(BYSTANDER, "moderate ban", CHANNEL, member=user(house, OTHER))
        assert "who can time out members can do that" in response_text(refused)
        refused = await house.command(BYSTANDER, "moderate allow", CHANNEL, person=OTHER)
        assert "who can time out members can do that" in response_text(refused)
        with pytest.raises(Refused, match="You may not use /moderate here"):
            await house.command(BYSTANDER, "moderate log", "parlour")
        monkeypatch.setattr(house.bot.tree.get_command("moderate"), "default_permissions", None)
        await house.bot.tree.sync()  # a server gives the command to those who may time out members alone
        log = await house.command(BYSTANDER, "moderate log", "parlour")
        assert f"{BYSTANDER} ended table {live.id}" in response_text(log)


async def test_whoever_is_kept_out_has_no_way_in_and_loses_the_seats_they_have() -> None:
    """In a lobby and in play; those who play there are told; the log says why; they may be let back in."""
    async with start_room(max_open=20) as house:
        playing, waiting = await set_up_table(house), await set_up_table(house, "lobby", (SEATED, HOST))
        alone = await set_up_table(house, "lobby", (SEATED,))
        answer = await ban_person(house, SEATED, "slow *play*")
        assert f"{SEATED} is banned from all tables here." in answer
        assert f"table {playing.id}, table {waiting.id} and table {alone.id}" in answer
        await wait_for_announcement(house, playing, f"{MODERATOR}, a moderator, freed {SEATED}'s seat", "plays on")
        await wait_for_announcement(house, waiting, f"{MODERATOR}, a moderator, freed {SEATED}'s seat")
        await wait_for_announcement(
            house, waiting, f"Voren, table {waiting.id}: {HOST} is the host now.", "They start the game"
        )
        playing, waiting, alone = [await house.live(table_state.id) for table_state in (playing, waiting, alone)]
        assert [seat.kind for seat in playing.record.seats] == ["person", "computer"]
        assert waiting.names() == (HOST,)
        assert waiting.record.host == int(user(house, HOST))
        assert alone.record.status == "ended"
        assert "is already banned here" in await ban_person(house, SEATED)
        for refused in (
            await house.press(SEATED, board(house, waiting), "Join"),
            await house.command(SEATED, "voren new", CHANNEL),
            await house.command(SEATED, "table sit", CHANNEL, table=playing.id, seat=2),
        ):
            assert BANNED_TEXT in response_text(refused)
            assert is_private(refused)
        panel = (await house.press(HOST, board(house, waiting), "Invite and arrange")).get("message") or {}
        invited = await house.click(HOST, panel, f"eh:invite_people:{waiting.id}", [user(house, SEATED)])
        assert f"Moderators have banned {SEATED} from all tables here." in response_text(invited)
        log = await read_log(house)
        assert f"Banned: {SEATED}." in log
        assert f"{MODERATOR} banned {SEATED}: slow \\*play\\*" in log
        for live in (playing, waiting, alone):
            assert f"{MODERATOR} freed the seat of {SEATED} at table {live.id}" in log
        assert f"{MODERATOR}, a moderator, freed {SEATED}'s seat." in response_text(
            await house.command(HOST, "table log", CHANNEL, table=playing.id)
        )
        offered = await house.sandbox.people.autocomplete(
            MODERATOR, CHANNEL, "moderate allow", {"person": ""}, "person"
        )
        assert offered == [{"name": SEATED, "value": user(house, SEATED)}]
        allowed = await house.command(MODERATOR, "moderate allow", CHANNEL, person=user(house, SEATED))
        assert f"{SEATED} may play here again." in response_text(allowed)
        assert "Nobody of that name" in response_text(
            await house.command(MODERATOR, "moderate allow", CHANNEL, person=SEATED)
        )
        assert "Nobody is banned." in await read_log(house)
        assert BANNED_TEXT not in response_text(await house.command(SEATED, "voren new", CHANNEL))


@pytest.mark.parametrize("first", ["ban", "join"])
async def test_of_a_ban_and_a_join_at_the_same_instant_neither_is_missed(
    first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the bot read before counts for nothing: the transaction that would seat somebody looks again."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")

        async def find_nobody(*_: object) -> None:
            return None

        monkeypatch.setattr(lobby, "check_not_banned", find_nobody)
        join = lobby.join(house.services.tables, live.id, find_actor(house, OTHER))
        if first == "ban":
            await ban_person(house, OTHER)
            with pytest.raises(Declined, match="The moderators of this server keep that player from its tables"):
                await join
            other = lobby.open_table(
                house.services.tables,
                live.game,
                {},
                (live.record.guild, live.record.channel),
                Actor(person(house, OTHER).id, OTHER, None),
            )
            with pytest.raises(Declined, match="keep that player"):
                await other
        else:
            await asyncio.gather(join, ban_person(house, OTHER), return_exceptions=True)
        live = await house.live(live.id)
        await house.until(lambda: live.names() == (HOST, SEATED))


async def test_a_process_that_was_killed_frees_the_seats_afterwards_unless_they_were_let_back_in() -> None:
    async with start_room() as house:
        first, second = await set_up_table(house), await set_up_table(house)
        await house.services.scheduler.close()
        await ban_person(house, SEATED)
        live = await house.live(second.id)
        assert live.seat_of(int(user(house, SEATED))) is not None
        await house.restart()
        await house.until(lambda: _is_nothing_owed(house, first.id, second.id))
        for table_state in (first, second):
            assert (await house.live(table_state.id)).seat_of(int(user(house, SEATED))) is None
        await house.services.store.moderation.allow(live.record.guild, int(user(house, SEATED)), (1, MODERATOR))
        third = await set_up_table(house)
        await house.services.scheduler.close()
        await ban_person(house, SEATED)
        await house.services.store.moderation.allow(live.record.guild, int(user(house, SEATED)), (1, MODERATOR))
        await house.restart()
        await house.until(lambda: _is_nothing_owed(house, third.id))
        assert (await house.live(third.id)).seat_of(int(user(house, SEATED))) is not None


async def _is_nothing_owed(house: House, *tables: int) -> bool:
    return not [
        work_item
        for table in tables
        for work_item in await house.store.work.of_table(table, WorkKind.FREE_BANNED_SEAT)
        if work_item.state == WorkState.DUE
    ]


async def test_a_moderator_frees_a_seat_and_ends_a_table_at_the_table() -> None:
    """Asked first; whoever may not is told so; a button that comes late does nothing."""
    async with start_room() as house:
        live = await set_up_table(house)
        who = find_awaited(live)
        seat = live.names().index(who) + 1
        refused = await house.command(BYSTANDER, "table release", CHANNEL, table=live.id, seat=seat)
        assert "You have no seat at this table" in response_text(refused)
        offered = await house.sandbox.people.autocomplete(
            MODERATOR, CHANNEL, "table release", {"table": live.id, "seat": 0}, "seat"
        )
        assert [option["name"] for option in offered] == list(live.names())
        answer = await house.command(MODERATOR, "table release", CHANNEL, table=live.id, seat=seat)
        assert f"Free the seat of {who} at Voren" in response_text(answer)
        assert "release" not in await read_event_kinds(house, live)
        elsewhere = await house.command(MODERATOR, "table release", "parlour", table=live.id, seat=seat)
        assert "Do this at the table" in response_text(elsewhere)
        own_note = await note(house, live, BYSTANDER)
        forged = await house.forge(BYSTANDER, own_note, f"eh:free_seat:{live.id}:{user(house, who)}")
        assert "Only moderators who can manage messages can do that." in response_text(forged)
        freed = await house.press(MODERATOR, answer.get("message") or {}, "Free the seat")
        assert "The seat is freed. The others at Voren" in response_text(freed)
        assert find_answer_buttons(freed) == {}
        await wait_for_announcement(house, live, f"{MODERATOR}, a moderator, freed {who}'s seat")
        second_answer = await house.forge(
            MODERATOR, freed.get("message") or {}, f"eh:free_seat:{live.id}:{user(house, who)}"
        )
        assert "They no longer sit at this table." in response_text(second_answer)
        ended = await house.command(MODERATOR, "table end", CHANNEL, table=live.id)
        await house.press(MODERATOR, ended.get("message") or {}, "End it")
        await wait_for_announcement(
            house, live, f"Voren, table {live.id}: {MODERATOR} ended this table early, as a moderator."
        )
        log = await read_log(house)
        assert log.index(f"{MODERATOR} ended table {live.id}") < log.index(
            f"freed the seat of {who} at table {live.id}"
        )


async def test_a_moderator_who_plays_there_is_a_player_like_others() -> None:
    """A seat is not freed by somebody who would win by it."""
    async with start_room() as house:
        live = await set_up_table(house, people=(MODERATOR, SEATED))
        answer = await house.command(MODERATOR, "table release", CHANNEL, table=live.id, seat=2)
        assert "as a moderator" not in response_text(answer)
        own_note = await note(house, live, MODERATOR)
        forged = await house.forge(MODERATOR, own_note, f"eh:free_seat:{live.id}:{user(house, SEATED)}")
        assert "You play at this table" in response_text(forged)
        assert "release" not in await read_event_kinds(house, live)


async def test_a_host_who_may_moderate_ends_their_own_table_as_its_host() -> None:
    """A friendly one: it is no act of a moderator, and stands in no log."""
    async with start_room() as house:
        live = await set_up_table(house, people=(MODERATOR, SEATED), friendly=True)
        ended = await house.command(MODERATOR, "table end", CHANNEL, table=live.id)
        await house.press(MODERATOR, ended.get("message") or {}, "End it")
        await house.until(lambda: read_announcements(house, live))
        assert "as a moderator" not in str(await read_announcements(house, live))
        assert "Nothing yet." in await read_log(house)


async def test_the_log_goes_back_page_by_page_and_its_reasons_can_be_forgotten() -> None:
    """The largest of it fits a message."""
    async with start_room() as house:
        moderation_repository, guild = house.store.moderation, int(house.sandbox.world.guild_id)
        for number in range(30):
            await moderation_repository.ban(guild, (1000 + number, "W" * 32), (1, "*" * 32), f"r{number:03}" + "_" * 96)
        first = await house.command(MODERATOR, "moderate log", CHANNEL)
        assert "and 15 more" in response_text(first)
        assert "r029" in response_text(first)
        older = await house.press(MODERATOR, first.get("message") or {}, "Older")
        assert older["state"] == "update"
        assert "r022" in text(older.get("message") or {})
        assert "r029" not in text(older.get("message") or {})
        oldest = older
        for _ in range(3):
            oldest = await house.press(MODERATOR, oldest.get("message") or {}, "Older")
        assert "r000" in response_text(oldest)
        assert "Older" not in find_answer_buttons(oldest)
        await house.store.privacy.erase_words(1)
        assert "r029" not in await read_log(house)
