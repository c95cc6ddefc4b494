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
    awaited,
    board,
    by,
    is_private,
    kinds,
    note,
    offers,
    person,
    read_announcements,
    response_text,
    room,
    table,
    wait_for_announcement,
)

BANNED = "Moderators have banned you from all tables here"


async def ban(here: House, whom: str, why: str | None = None) -> str:
    """A moderator keeps somebody from the tables, once they are asked; returns what they are told."""
    answer = await ask_to_remove(here, whom, why)
    if "Ban" in offers(answer):
        answer = await here.press(MODERATOR, answer.get("message") or {}, "Ban")
    return response_text(answer)


async def ask_to_remove(here: House, whom: str, why: str | None = None) -> Outcome:
    """A moderator would keep somebody from the tables."""
    reason = {} if why is None else {"why": why}
    answer = await here.command(MODERATOR, "moderate ban", CHANNEL, member=user(here, whom), **reason)
    assert is_private(answer)
    return answer


async def test_a_ban_is_asked_once_and_says_what_follows() -> None:
    """Which tables, what holds for pads, whether they are told, and the reason as it was given."""
    async with room(max_open=20) as here:
        playing, waiting = await table(here), await table(here, "lobby", (SEATED, HOST))
        question = await ask_to_remove(here, SEATED, "slow *play*")
        answer_text = response_text(question)
        assert f"Ban {SEATED} from all tables of this server?" in answer_text
        for live in (playing, waiting):
            place = live.record.message_channel or live.record.thread or live.record.channel
            assert f"[table {live.id}](https://discord.com/channels/{live.record.guild}/{place})" in answer_text
        assert "They cannot use score pads here. Their entries stay." in answer_text
        assert "They are told when they lose a seat and when they try to play." in answer_text
        assert "Reason, for the moderators' log only: slow \\*play\\*" in answer_text
        assert set(offers(question)) == {"Ban", "Cancel"}
        assert "Nothing yet." in await the_log(here)
        keep = offers(question)["Ban"]
        answer = await here.press(MODERATOR, question.get("message") or {}, "Cancel")
        assert response_text(answer) == "Nothing changed."
        assert "Nothing yet." in await the_log(here)
        late = await here.forge(MODERATOR, answer.get("message") or {}, keep)
        assert "Use `/moderate ban` again." in response_text(late)
        refused = await here.forge(SEATED, await note(here, playing, SEATED), keep)
        assert "who can time out members can do that" in response_text(refused)

        nowhere = await ask_to_remove(here, OTHER)
        assert "They have no seat at a running table here." in response_text(nowhere)
        assert "No reason given." in response_text(nowhere)
        result = await here.press(MODERATOR, nowhere.get("message") or {}, "Ban")
        assert f"{OTHER} is banned from all tables here." in response_text(result)
        assert offers(result) == {}
        assert "slow \\*play\\*" in await ban(here, SEATED, "slow *play*")


async def the_log(here: House) -> str:
    """The moderators' log."""
    answer = await here.command(MODERATOR, "moderate log", CHANNEL)
    assert is_private(answer)
    return response_text(answer)


async def test_only_moderators_may(monkeypatch: pytest.MonkeyPatch) -> None:
    async with room() as here:
        with pytest.raises(Refused, match="You may not use /moderate here"):
            await here.command(SEATED, "moderate log", CHANNEL)
        monkeypatch.setattr(here.bot.tree.get_command("moderate"), "default_permissions", None)
        await here.bot.tree.sync()  # a server may give the command to others
        for command, options in (
            ("moderate ban", {"member": user(here, OTHER)}),
            ("moderate allow", {"person": OTHER}),
            ("moderate log", {}),
        ):
            refused = await here.command(SEATED, command, CHANNEL, **options)
            assert ("can see that" if command.endswith("log") else "can time out members can do that") in response_text(
                refused
            )
            assert is_private(refused)
        await ban(here, OTHER)
        for who, offered in ((SEATED, []), (MODERATOR, [{"name": OTHER, "value": user(here, OTHER)}])):
            choices = here.sandbox.people.autocomplete(who, CHANNEL, "moderate allow", {"person": ""}, "person")
            assert await choices == offered, who
        for whom, sentence in (
            (MODERATOR, "You cannot ban yourself."),
            (here.sandbox.world.bot["username"], "You cannot ban a bot."),
        ):
            member = here.sandbox.world.bot["id"] if "bot" in sentence else user(here, whom)
            assert sentence in response_text(await here.command(MODERATOR, "moderate ban", CHANNEL, member=member))


async def test_whoever_may_end_tables_reads_the_log_and_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Manage Messages is enough for what is done at a table, and so for the log of it, page by page."""
    async with room() as here:
        live = await table(here)
        for name in ("card-room", "parlour"):
            where = here.sandbox.world.channels[here.sandbox.people.channel(name)["id"]]
            allow = {"card-room": 1 << 13, "parlour": 1 << 40}[name]  # Manage Messages; Time Out Members
            theirs = {"id": user(here, BYSTANDER), "type": 1, "allow": str(allow), "deny": "0"}
            where.data["permission_overwrites"] = [theirs]
            here.sandbox.world.channel_updated(where)
        ended = await here.command(BYSTANDER, "table end", CHANNEL, table=live.id)
        await here.press(BYSTANDER, ended.get("message") or {}, "End it")
        log = await here.command(BYSTANDER, "moderate log", CHANNEL)
        assert f"{BYSTANDER} ended table {live.id}" in response_text(log)
        older = await here.forge(BYSTANDER, log.get("message") or {}, "eh:turn_moderation_log_page:1000")
        assert f"{BYSTANDER} ended table {live.id}" in response_text(older)
        refused = await here.command(BYSTANDER, "moderate ban", CHANNEL, member=user(here, OTHER))
        assert "who can time out members can do that" in response_text(refused)
        refused = await here.command(BYSTANDER, "moderate allow", CHANNEL, person=OTHER)
        assert "who can time out members can do that" in response_text(refused)
        with pytest.raises(Refused, match="You may not use /moderate here"):
            await here.command(BYSTANDER, "moderate log", "parlour")
        monkeypatch.setattr(here.bot.tree.get_command("moderate"), "default_permissions", None)
        await here.bot.tree.sync()  # a server gives the command to those who may time out members alone
        log = await here.command(BYSTANDER, "moderate log", "parlour")
        assert f"{BYSTANDER} ended table {live.id}" in response_text(log)


async def test_whoever_is_kept_out_has_no_way_in_and_loses_the_seats_they_have() -> None:
    """In a lobby and in play; those who play there are told; the log says why; they may be let back in."""
    async with room(max_open=20) as here:
        playing, waiting = await table(here), await table(here, "lobby", (SEATED, HOST))
        alone = await table(here, "lobby", (SEATED,))
        answer = await ban(here, SEATED, "slow *play*")
        assert f"{SEATED} is banned from all tables here." in answer
        assert f"table {playing.id}, table {waiting.id} and table {alone.id}" in answer
        await wait_for_announcement(here, playing, f"{MODERATOR}, a moderator, freed {SEATED}'s seat", "plays on")
        await wait_for_announcement(here, waiting, f"{MODERATOR}, a moderator, freed {SEATED}'s seat")
        await wait_for_announcement(
            here, waiting, f"Voren, table {waiting.id}: {HOST} is the host now.", "They start the game"
        )
        playing, waiting, alone = [await here.live(each_table.id) for each_table in (playing, waiting, alone)]
        assert [seat.kind for seat in playing.record.seats] == ["person", "computer"]
        assert waiting.names() == (HOST,)
        assert waiting.record.host == int(user(here, HOST))
        assert alone.record.status == "ended"
        assert "is already banned here" in await ban(here, SEATED)
        for refused in (
            await here.press(SEATED, board(here, waiting), "Join"),
            await here.command(SEATED, "voren new", CHANNEL),
            await here.command(SEATED, "table sit", CHANNEL, table=playing.id, seat=2),
        ):
            assert BANNED in response_text(refused)
            assert is_private(refused)
        panel = (await here.press(HOST, board(here, waiting), "Invite and arrange")).get("message") or {}
        invited = await here.click(HOST, panel, f"eh:invite_people:{waiting.id}", [user(here, SEATED)])
        assert f"Moderators have banned {SEATED} from all tables here." in response_text(invited)
        log = await the_log(here)
        assert f"Banned: {SEATED}." in log
        assert f"{MODERATOR} banned {SEATED}: slow \\*play\\*" in log
        for live in (playing, waiting, alone):
            assert f"{MODERATOR} freed the seat of {SEATED} at table {live.id}" in log
        assert f"{MODERATOR}, a moderator, freed {SEATED}'s seat." in response_text(
            await here.command(HOST, "table log", CHANNEL, table=playing.id)
        )
        offered = await here.sandbox.people.autocomplete(MODERATOR, CHANNEL, "moderate allow", {"person": ""}, "person")
        assert offered == [{"name": SEATED, "value": user(here, SEATED)}]
        allowed = await here.command(MODERATOR, "moderate allow", CHANNEL, person=user(here, SEATED))
        assert f"{SEATED} may play here again." in response_text(allowed)
        assert "Nobody of that name" in response_text(
            await here.command(MODERATOR, "moderate allow", CHANNEL, person=SEATED)
        )
        assert "Nobody is banned." in await the_log(here)
        assert BANNED not in response_text(await here.command(SEATED, "voren new", CHANNEL))


@pytest.mark.parametrize("first", ["ban", "join"])
async def test_of_a_ban_and_a_join_at_the_same_instant_neither_is_missed(
    first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the bot read before counts for nothing: the transaction that would seat somebody looks again."""
    async with room() as here:
        live = await table(here, "lobby")

        async def nobody(*_: object) -> None:
            return None

        monkeypatch.setattr(lobby, "check_not_banned", nobody)
        join = lobby.join(here.services.tables, live.id, by(here, OTHER))
        if first == "ban":
            await ban(here, OTHER)
            with pytest.raises(Declined, match="The moderators of this server keep that player from its tables"):
                await join
            other = lobby.open_table(
                here.services.tables,
                live.game,
                {},
                (live.record.guild, live.record.channel),
                Actor(person(here, OTHER).id, OTHER, None),
            )
            with pytest.raises(Declined, match="keep that player"):
                await other
        else:
            await asyncio.gather(join, ban(here, OTHER), return_exceptions=True)
        live = await here.live(live.id)
        await here.until(lambda: live.names() == (HOST, SEATED))


async def test_a_process_that_was_killed_frees_the_seats_afterwards_unless_they_were_let_back_in() -> None:
    async with room() as here:
        first, second = await table(here), await table(here)
        await here.services.scheduler.close()
        await ban(here, SEATED)
        live = await here.live(second.id)
        assert live.seat_of(int(user(here, SEATED))) is not None
        await here.restart()
        await here.until(lambda: _is_settled(here, first.id, second.id))
        for each_table in (first, second):
            assert (await here.live(each_table.id)).seat_of(int(user(here, SEATED))) is None
        await here.services.store.moderation.allow(live.record.guild, int(user(here, SEATED)), (1, MODERATOR))
        third = await table(here)
        await here.services.scheduler.close()
        await ban(here, SEATED)
        await here.services.store.moderation.allow(live.record.guild, int(user(here, SEATED)), (1, MODERATOR))
        await here.restart()
        await here.until(lambda: _is_settled(here, third.id))
        assert (await here.live(third.id)).seat_of(int(user(here, SEATED))) is not None


async def _is_settled(here: House, *tables: int) -> bool:
    return not [
        work_item
        for table in tables
        for work_item in await here.store.work.of_table(table, WorkKind.FREE_BANNED_SEAT)
        if work_item.state == WorkState.DUE
    ]


async def test_a_moderator_frees_a_seat_and_ends_a_table_at_the_table() -> None:
    """Asked first; whoever may not is told so; a button that comes late does nothing."""
    async with room() as here:
        live = await table(here)
        who = awaited(live)
        seat = live.names().index(who) + 1
        refused = await here.command(BYSTANDER, "table release", CHANNEL, table=live.id, seat=seat)
        assert "You have no seat at this table" in response_text(refused)
        offered = await here.sandbox.people.autocomplete(
            MODERATOR, CHANNEL, "table release", {"table": live.id, "seat": 0}, "seat"
        )
        assert [option["name"] for option in offered] == list(live.names())
        answer = await here.command(MODERATOR, "table release", CHANNEL, table=live.id, seat=seat)
        assert f"Free the seat of {who} at Voren" in response_text(answer)
        assert "release" not in await kinds(here, live)
        elsewhere = await here.command(MODERATOR, "table release", "parlour", table=live.id, seat=seat)
        assert "Do this at the table" in response_text(elsewhere)
        own = await note(here, live, BYSTANDER)
        forged = await here.forge(BYSTANDER, own, f"eh:free_seat:{live.id}:{user(here, who)}")
        assert "Only moderators who can manage messages can do that." in response_text(forged)
        freed = await here.press(MODERATOR, answer.get("message") or {}, "Free the seat")
        assert "The seat is freed. The others at Voren" in response_text(freed)
        assert offers(freed) == {}
        await wait_for_announcement(here, live, f"{MODERATOR}, a moderator, freed {who}'s seat")
        again = await here.forge(MODERATOR, freed.get("message") or {}, f"eh:free_seat:{live.id}:{user(here, who)}")
        assert "They no longer sit at this table." in response_text(again)
        ended = await here.command(MODERATOR, "table end", CHANNEL, table=live.id)
        await here.press(MODERATOR, ended.get("message") or {}, "End it")
        await wait_for_announcement(
            here, live, f"Voren, table {live.id}: {MODERATOR} ended this table early, as a moderator."
        )
        log = await the_log(here)
        assert log.index(f"{MODERATOR} ended table {live.id}") < log.index(
            f"freed the seat of {who} at table {live.id}"
        )


async def test_a_moderator_who_plays_there_is_a_player_like_others() -> None:
    """A seat is not freed by somebody who would win by it."""
    async with room() as here:
        live = await table(here, people=(MODERATOR, SEATED))
        answer = await here.command(MODERATOR, "table release", CHANNEL, table=live.id, seat=2)
        assert "as a moderator" not in response_text(answer)
        own = await note(here, live, MODERATOR)
        forged = await here.forge(MODERATOR, own, f"eh:free_seat:{live.id}:{user(here, SEATED)}")
        assert "You play at this table" in response_text(forged)
        assert "release" not in await kinds(here, live)


async def test_a_host_who_may_moderate_ends_their_own_table_as_its_host() -> None:
    """A friendly one: it is no act of a moderator, and stands in no log."""
    async with room() as here:
        live = await table(here, people=(MODERATOR, SEATED), friendly=True)
        ended = await here.command(MODERATOR, "table end", CHANNEL, table=live.id)
        await here.press(MODERATOR, ended.get("message") or {}, "End it")
        await here.until(lambda: read_announcements(here, live))
        assert "as a moderator" not in str(await read_announcements(here, live))
        assert "Nothing yet." in await the_log(here)


async def test_the_log_goes_back_page_by_page_and_its_reasons_can_be_forgotten() -> None:
    """The largest of it fits a message."""
    async with room() as here:
        moderation_repository, guild = here.store.moderation, int(here.sandbox.world.guild_id)
        for number in range(30):
            await moderation_repository.ban(guild, (1000 + number, "W" * 32), (1, "*" * 32), f"r{number:03}" + "_" * 96)
        first = await here.command(MODERATOR, "moderate log", CHANNEL)
        assert "and 15 more" in response_text(first)
        assert "r029" in response_text(first)
        older = await here.press(MODERATOR, first.get("message") or {}, "Older")
        assert older["state"] == "update"
        assert "r022" in text(older.get("message") or {})
        assert "r029" not in text(older.get("message") or {})
        oldest = older
        for _ in range(3):
            oldest = await here.press(MODERATOR, oldest.get("message") or {}, "Older")
        assert "r000" in response_text(oldest)
        assert "Older" not in offers(oldest)
        await here.store.privacy.erase_words(1)
        assert "r029" not in await the_log(here)
