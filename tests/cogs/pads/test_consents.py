"""People who are made players by others, over the wire: the one message that asks them, its buttons, and who is asked
elsewhere.
"""

from __future__ import annotations

from data.people.records import is_erased
from data.tables.work import WorkKind
from tests.bot.standings.test_recorder import pad_results
from tests.cogs.member.test_privacy import forgotten
from tests.cogs.pads.sheets import chosen, entered, fresh, number_of, opened
from tests.support.house import House
from tests.support.lobbies import user
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import BYSTANDER, HOST, OTHER, SEATED, is_private, mentioned, person, response_text, room

SECRET = 1 << 10
"""The permission to see a channel."""


async def bring(here: House, pad: Json, *names: str) -> str:
    """The keeper adds members; what the keeper is told."""
    message = await fresh(here, pad)
    panel = await here.press(HOST, message, "Add players" if "Add players" in buttons(message) else "Players")
    return response_text(await chosen(here, HOST, panel, "add_pad_members", *[user(here, name) for name in names]))


def questions(here: House) -> list[Json]:
    """The public messages that ask people, or asked them, oldest first."""
    public = [message.data for message in here.sandbox.world.messages.values() if message.viewer is None]
    return [
        message
        for message in public
        if "Do you play there" in text(message) or "Are you " in text(message) or " joined." in text(message)
    ]


async def question(here: House, *words: str) -> Json:
    """The one message that asks people, once it says all this."""

    def find_message() -> Json | None:
        matches = questions(here)
        return matches[0] if len(matches) == 1 and all(word in text(matches[0]) for word in words) else None

    message: Json = await here.until(find_message)
    return message


async def played(here: House, pad: Json) -> set[int | None]:
    """Whose the first hand of a pad is, as it is recorded."""
    hands, _ = await pad_results(here, number_of(pad))
    return {None if is_erased(part.user) else part.user for part in hands[0].parts}


def hide(here: House, pad: Json, *names: str) -> None:
    """Let these people not see the pad's channel."""
    where = here.sandbox.world.channels[pad["channel_id"]]
    where.data["permission_overwrites"] = [
        {"id": user(here, name), "type": 1, "allow": "0", "deny": str(SECRET)} for name in names
    ]
    here.sandbox.world.channel_updated(where)


async def test_added_member_is_asked_once_and_counts_from_consent() -> None:
    """It mentions those alone, and says afterwards what was answered; nobody else can answer it."""
    async with room() as here:
        pad = await opened(here, HOST, "free")
        assert "Members are asked first." in await bring(here, pad, SEATED, OTHER)
        message = await question(here, f"{HOST} added you to **", "counts for you until you join")
        assert mentioned(message) == {SEATED, OTHER}
        assert message["channel_id"] == pad["channel_id"]
        assert set(buttons(message)) == {"Join pad", "Leave me out"}
        assert f"**{SEATED}** 0 · asked" in text(await fresh(here, pad))
        await entered(here, HOST, await fresh(here, pad), "Enter points", points="1 2 3")
        host, seated = (person(here, name).id for name in (HOST, SEATED))
        assert await played(here, pad) == {host, None}
        assert "You were not asked" in response_text(await here.press(BYSTANDER, message, "Join pad"))
        answer = await here.press(SEATED, message, "Join pad")
        assert is_private(answer)
        assert response_text(answer).startswith("You joined **")
        assert await played(here, pad) == {host, seated, None}
        message = await question(here, f"{SEATED} joined.")
        assert f"<@{seated}>" not in text(message)
        assert "You are left out of **" in response_text(await here.press(OTHER, message, "Leave me out"))
        message = await question(here, f"{OTHER} is left out.", f"{SEATED} joined.")
        assert not buttons(message)
        assert f"**{OTHER}** 3 · guest" in text(await fresh(here, pad))
        assert await played(here, pad) == {host, seated, None}
        more = await here.press(BYSTANDER, await fresh(here, pad), "More")
        log = response_text(await here.press(BYSTANDER, more.get("message") or {}, "Changes"))
        assert f"**{SEATED}** joined the pad" in log
        assert f"**{OTHER}** asked to be left out" in log
        assert f"{OTHER} does not want to play on this pad." in await bring(here, pad, OTHER)
        assert len(questions(here)) == 1


async def test_finishing_a_pad_names_who_has_not_joined() -> None:
    """Nothing counts for them yet; once they have joined nothing is said of it."""
    async with room() as here:
        pad = await opened(here, HOST, "free")
        await bring(here, pad, SEATED)
        consent_question = await question(here, f"{HOST} added you to **")
        await entered(here, HOST, await fresh(here, pad), "Enter points", points="1 2")
        apart = f"{SEATED} has not joined yet. The pad counts for {SEATED} only after *Join pad*."
        more = (await here.press(HOST, await fresh(here, pad), "More")).get("message") or {}
        assert apart in response_text(await here.press(HOST, more, "Finish pad"))
        await here.press(SEATED, consent_question, "Join pad")
        more = (await here.press(HOST, await fresh(here, pad), "More")).get("message") or {}
        assert "not joined" not in response_text(await here.press(HOST, more, "Finish pad"))


async def test_the_players_of_conference_are_told_who_plays_with_whom() -> None:
    """Of another game, or where a seat is free, nothing is said of partners."""
    async with room() as here:
        pad = await opened(here, HOST, "conference", guests="Ann\nBob")
        panel = await here.press(HOST, await fresh(here, pad), "Add players")
        assert "Partners:" not in response_text(panel)
        pad = await opened(here, HOST, "conference", guests="Ann\nBob\nCarl")
        panel = await here.press(HOST, await fresh(here, pad), "Players")
        assert f"Partners: {HOST} and Ann; Bob and Carl." in response_text(panel)


async def test_a_guest_who_is_said_to_be_a_member_stays_one_until_that_member_says_so() -> None:
    async with room() as here:
        pad = await opened(here, HOST, "free", guests="Grandma")
        await entered(here, HOST, pad, "Enter points", points="1 2")
        panel = await here.press(HOST, await fresh(here, pad), "Players")
        linking = await here.press(HOST, panel.get("message") or {}, "Guests …")
        linking = await chosen(here, HOST, linking, "choose_guest", "2")
        panel = await chosen(here, HOST, linking, "link_guest", user(here, SEATED))
        assert "until they agree" in response_text(panel)
        message = await question(here, "Are you Grandma on **", f"{HOST} says so.")
        assert mentioned(message) == {SEATED}
        assert None in await played(here, pad)
        await here.press(SEATED, message, "Join pad")
        assert await played(here, pad) == {person(here, HOST).id, person(here, SEATED).id}
        assert f"**{SEATED}** 2\n" in text(await fresh(here, pad))


async def test_pressing_a_button_is_consent_with_a_way_out() -> None:
    async with room() as here:
        pad = await opened(here, HOST, "free")
        await bring(here, pad, SEATED)
        await question(here)
        await entered(here, HOST, await fresh(here, pad), "Enter points", points="1 2")
        await here.press(SEATED, await fresh(here, pad), "Sheet")
        assert await played(here, pad) == {person(here, HOST).id, person(here, SEATED).id}
        message = await line(here, SEATED, "by using it: its hands count for you.")
        assert set(buttons(message)) == {"Leave me out"}
        await here.press(SEATED, message, "Leave me out")
        assert await played(here, pad) == {person(here, HOST).id, None}


async def line(here: House, who: str, words: str, channel: str = "card-room") -> Json:
    """What somebody alone is told below an answer."""

    def find_message() -> Json | None:
        messages = here.sandbox.people.messages(who, channel)
        return next((item for item in reversed(messages) if words in text(item)), None)

    message: Json = await here.until(find_message)
    assert message["flags"] & 64
    return message


async def test_member_outside_the_channel_is_asked_at_their_next_use() -> None:
    """Below their answer, once; not below a form; the same after a restart. The others are asked in the channel."""
    async with room() as here:
        pad = await opened(here, HOST, "free")
        hide(here, pad, SEATED)
        await bring(here, pad, SEATED, OTHER)
        message = await question(here)
        assert mentioned(message) == {OTHER}
        number = number_of(pad)
        await here.until(lambda: _decided(here, number))
        await here.restart()
        await here.command(SEATED, "help", "parlour")
        own_message = await line(here, SEATED, f"{HOST} added you to **", "parlour")
        assert set(buttons(own_message)) == {"Join pad", "Leave me out"}

        async def read_message() -> bool:
            return (await here.services.pads.find(number)).consents[person(here, SEATED).id].informed_at is not None

        await here.until(read_message)
        before = len(here.sandbox.people.messages(SEATED, "parlour"))
        await here.command(SEATED, "help", "parlour")
        assert len(here.sandbox.people.messages(SEATED, "parlour")) == before + 1
        await here.press(SEATED, own_message, "Join pad")
        pad_now = await here.services.pads.find(number)
        assert [player.user for player in pad_now.record.players if player.user is not None] == [
            person(here, HOST).id, person(here, SEATED).id,
        ]  # fmt: skip
        assert mentioned(await question(here, "Do you play there")) == {OTHER}


async def _decided(here: House, pad: int) -> bool:
    return pad not in {work.pad for work in await here.store.work.due(2**62, 100, [WorkKind.CONSENT_REQUEST])}


async def test_blocking_member_or_leaver_is_not_mentioned() -> None:
    async with room() as here:
        pad = await opened(here, HOST, "free")
        here.sandbox.faults.add("status", path="/guilds/.*/members/", method="GET", status=403, code=50013)
        here.tolerate = lambda request: request.method == "GET"
        people = {name: person(here, name) for name in (HOST, SEATED)}
        await bring(here, pad, SEATED, OTHER, BYSTANDER)
        await here.until(lambda: here.sandbox.faults.idle)
        await here.sandbox.act({"kind": "leave", "user_id": user(here, BYSTANDER)})
        await here.store.blocks.add((people[SEATED].id, SEATED), (people[HOST].id, HOST))
        await here.press(HOST, await fresh(here, pad), "Sheet")
        await here.until(lambda: _decided(here, number_of(pad)))
        assert mentioned(await question(here)) == {OTHER}


async def test_a_keeper_who_is_blocked_is_told_what_they_would_be_told_of_a_refusal() -> None:
    async with room() as here:
        pad = await opened(here, HOST, "free")
        host, seated = person(here, HOST), person(here, SEATED)
        await here.store.blocks.add((seated.id, SEATED), (host.id, HOST))
        assert f"{SEATED} does not want to play on this pad." in await bring(here, pad, SEATED)
        assert questions(here) == []


async def test_erased_member_is_no_longer_mentioned_or_named() -> None:
    """Nor is the guest, whose name was theirs."""
    async with room() as here:
        pad = await opened(here, HOST, "free")
        await bring(here, pad, SEATED, OTHER)
        await question(here)
        await entered(here, HOST, await fresh(here, pad), "Enter points", points="1 2 3")
        seated = person(here, SEATED).id
        await forgotten(here, SEATED)
        other = person(here, OTHER).id
        await here.until(lambda: f"<@{seated}>" not in text(questions(here)[0]))
        assert text(await question(here)).startswith(f"<@{other}> {HOST} added you to **")
        assert SEATED not in text(await fresh(here, pad))
        assert await played(here, pad) == {person(here, HOST).id, None}
