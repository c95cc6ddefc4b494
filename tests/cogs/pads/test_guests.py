"""Guests as people of the server: known on every pad by their name, and wholly the member's who they turn out to be."""

from __future__ import annotations

from random import Random

from bot.pads import commands
from bot.pads.commands import PadActor
from data.people.records import is_erased
from data.standings.records import Origin
from tests.cogs.pads.consents import wait_for_question
from tests.cogs.pads.sheets import (
    CHANNEL,
    choose_in_select,
    enter_hand,
    number_of,
    open_form,
    open_pad,
    submit_form,
    wait_for_pad_message,
)
from tests.support.house import House
from tests.support.lobbies import user
from tests.support.messages import Json, text
from tests.support.pad_sheets import enter_facts, make_possible_facts
from tests.support.standings import pad_results
from tests.support.wire_tables import HOST, OTHER, SEATED, new_interaction_id, person, response_text, start_room


async def open_finished_pad(house: House, who: str, points: str, guests: str = "Grandma") -> Json:
    """Open a pad as somebody, with one hand, and finish it; return its message."""
    pad = await open_pad(house, who, "free", guests=guests)
    await enter_hand(house, who, pad, "Enter points", points=points)
    keeper = PadActor(person(house, who), new_interaction_id(house))
    await house.services.pads.change(number_of(pad), commands.finish(keeper, over=True))
    return await wait_for_pad_message(house, pad)


async def wait_for_standings(house: House, pad: Json, game: str = "free") -> None:
    """Wait until a pad's results are worked into the standings."""
    await pad_results(house, number_of(pad))

    async def is_done() -> bool:
        return not await house.store.results.is_stale(int(house.sandbox.world.guild_id), game)

    await house.until(is_done)


async def read_hand_users(house: House, pad: Json) -> list[int | None]:
    """Return the users of a pad's first hand."""
    return [part.user for part in (await pad_results(house, number_of(pad)))[0][0].parts]


async def test_a_guest_stands_in_leaderboard_and_hall_of_fame_marked_and_without_a_rating() -> None:
    """The same name, however it is written, is one guest on all pads of the server."""
    async with start_room() as house:
        await open_finished_pad(house, HOST, "1 20", guests="José")
        pad = await open_finished_pad(house, OTHER, "1 30", guests="jose\u0301")
        await wait_for_standings(house, pad)
        board = await house.command(HOST, "leaderboard", CHANNEL, game="free")
        assert "1\\. **José (guest)** 2" in response_text(board)
        fame = response_text(await house.press(HOST, board.get("message") or {}, "Hall of fame"))
        assert "**Most games won:** **José (guest)** 2" in fame
        assert "**José (guest)** 2 in a row" in fame


async def test_guests_have_no_rating_and_change_none() -> None:
    async with start_room() as house:
        message = await open_pad(house, HOST, "voren", guests="Grandma")
        pad = number_of(message)
        keeper = person(house, HOST)
        position = await house.services.pads.find(pad)
        await enter_facts(house, position, message, make_possible_facts(position, Random(5)))
        await house.services.pads.change(pad, commands.finish(PadActor(keeper, new_interaction_id(house)), over=True))
        await wait_for_standings(house, message, "voren")
        guild = int(house.sandbox.world.guild_id)
        standings = await house.store.results.standings(guild, "voren", 0)
        assert sorted((standing.guest, standing.rated, standing.games) for standing in standings) == [
            (False, 0, 1),
            (True, 0, 1),
        ]
        assert "Grandma" not in response_text(
            await house.command(HOST, "leaderboard", CHANNEL, game="voren", order="rating")
        )
        board = await house.command(HOST, "leaderboard", CHANNEL, game="voren", order="points")
        assert "Grandma (guest)" in response_text(board)
        assert "Grandma (guest)" in response_text(await house.press(HOST, board.get("message") or {}, "Hall of fame"))


async def test_names_that_were_used_are_offered_again_but_for_those_who_are_there() -> None:
    """In the form of guests, and as one types them for a new pad; no member who was added and has not agreed."""
    async with start_room() as house:
        await open_pad(house, HOST, "free", guests="Grandma, Tom")
        pad = await open_pad(house, HOST, "free", guests="Tom")
        panel = await house.press(HOST, pad, "Players")
        await choose_in_select(house, HOST, panel, "add_pad_members", user(house, SEATED))
        answer = await open_form(
            house,
            HOST,
            (await house.press(HOST, await wait_for_pad_message(house, pad), "Players")).get("message") or {},
            "Add guests",
        )
        (name_select,) = [
            component["component"]
            for component in (answer.get("modal") or {})["components"]
            if "options" in component["component"]
        ]
        assert [item["label"] for item in name_select["options"]] == ["Grandma"]
        panel = await submit_form(house, HOST, answer, known=["Grandma"], names="Fay, grandma")
        assert "Added: Grandma, Fay." in response_text(panel).replace("grandma", "Grandma")
        assert len((await house.services.pads.find(number_of(pad))).players) == 5
        offered = await house.sandbox.people.autocomplete(
            HOST, CHANNEL, "pad new", {"game": "free", "guests": "Tom, gr"}, "guests"
        )
        assert [option["value"].casefold() for option in offered] == ["tom, grandma"]


async def test_all_that_a_guest_played_is_the_members_once_they_say_that_it_is_them() -> None:
    """On other keepers' pads, too, and of pads that are deleted; not where the member played beside them."""
    async with start_room() as house:
        seated, host = person(house, SEATED).id, person(house, HOST).id
        other_pad = await open_finished_pad(house, OTHER, "1 2")
        await pad_results(house, number_of(other_pad))
        assert await house.services.pads.delete(number_of(other_pad), house.services.pads.clock() + 10**9)
        third_pad = await open_finished_pad(house, OTHER, "1 2", guests="GRANDMA")
        beside = await open_pad(house, SEATED, "free", guests="Grandma")
        await enter_hand(house, SEATED, beside, "Enter points", points="1 2")
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, pad, "Enter points", points="1 2")
        (_, guest) = await read_hand_users(house, third_pad)
        assert is_erased(guest)
        panel = await house.press(HOST, await wait_for_pad_message(house, pad), "Players")
        linking = await house.press(HOST, panel.get("message") or {}, "Guests …")
        linking = await choose_in_select(house, HOST, linking, "choose_guest", "2")
        await choose_in_select(house, HOST, linking, "link_guest", user(house, SEATED))
        consent_question = await wait_for_question(house, "Grandma's hands on all pads here become yours")
        assert await read_hand_users(house, pad) == [host, guest]
        answer = response_text(await house.press(SEATED, consent_question, "Join pad"))
        assert "So do the hands of the guest Grandma on other pads here." in answer
        assert await read_hand_users(house, pad) == [host, seated]
        assert (await read_hand_users(house, third_pad))[1] == seated
        assert await read_hand_users(house, beside) == [seated, guest]
        (hand,) = await house.store.results.hands_of(Origin("pad", number_of(other_pad)))
        assert [(part.kind, part.user) for part in hand.parts] == [
            ("person", person(house, OTHER).id), ("person", seated),
        ]  # fmt: skip
        assert f"**{SEATED}** 2\n" in text(await wait_for_pad_message(house, third_pad))
        more = await house.press(HOST, await wait_for_pad_message(house, third_pad), "More")
        log = response_text(await house.press(HOST, more.get("message") or {}, "Changes"))
        assert f"**{SEATED}** was linked to a guest" in log
        await wait_for_standings(house, pad)
        standings = await house.store.results.standings(int(house.sandbox.world.guild_id), "free", 0)
        (member_standing,) = [standing for standing in standings if standing.user == seated]
        assert (member_standing.hands, member_standing.wins) == (4, 2)
        (guest_standing,) = [standing for standing in standings if standing.guest]
        assert guest_standing.hands == 1


async def test_a_look_at_the_pad_takes_nothing_over_but_that_pads_guest() -> None:
    """Nor does a refusal; who wants to be left out of a pad is no guest there."""
    async with start_room() as house:
        other_pad = await open_finished_pad(house, OTHER, "1 2")
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, pad, "Enter points", points="1 2")
        keeper = PadActor(person(house, HOST), new_interaction_id(house))
        seated = person(house, SEATED).id
        await house.services.pads.change(number_of(pad), commands.link(keeper, 2, seated, SEATED))
        await house.press(SEATED, await wait_for_pad_message(house, pad), "Sheet")
        assert (await read_hand_users(house, pad))[1] == seated
        (_, guest) = await read_hand_users(house, other_pad)
        assert is_erased(guest)
        await house.press(SEATED, await wait_for_question(house), "Leave me out")
        assert (await read_hand_users(house, pad))[1] == guest


async def test_guest_named_as_a_player_passes_their_hands_on_after_confirmation() -> None:
    """By the member, or by their name; the log undoes it."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Belinda, Tom")
        keeper = PadActor(person(house, HOST), new_interaction_id(house))
        await house.services.pads.change(number_of(pad), commands.set_states(keeper, [2, 3]))
        await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points="7 2")
        people = await house.press(HOST, await wait_for_pad_message(house, pad), "Players")
        guests = await house.press(HOST, people.get("message") or {}, "Guests …")
        guest = await choose_in_select(house, HOST, guests, "choose_guest", "2")
        answer = await choose_in_select(house, HOST, guest, "link_guest", user(house, HOST))
        assert f"Are Belinda and {HOST} the same person?" in response_text(answer)
        back = await house.press(HOST, answer.get("message") or {}, "Cancel")
        rename_form = await open_form(house, HOST, back.get("message") or {}, "Rename …")
        answer = await submit_form(house, HOST, rename_form, name=HOST.upper())
        assert f"The guest's 1 hand becomes {HOST}'s: together 1 hand and 7 points." in response_text(answer)
        result = await house.press(HOST, answer.get("message") or {}, "Yes, one line")
        assert f"Belinda's hands are {HOST}'s now." in response_text(result)
        assert f"1\\. **{HOST}** 7\n" in text(await wait_for_pad_message(house, pad))
        more = await house.press(HOST, await wait_for_pad_message(house, pad), "More")
        log = await house.press(HOST, more.get("message") or {}, "Changes")
        assert f"gave Belinda's hands to {HOST}" in response_text(log)
        await house.press(HOST, log.get("message") or {}, "Undo for Belinda")
        assert "**Belinda** 7 · guest" in text(await wait_for_pad_message(house, pad))


async def test_guest_with_a_members_name_is_questioned_and_a_listed_name_omitted() -> None:
    async with start_room() as house:
        await open_pad(house, SEATED, "free")
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        people = await house.press(HOST, pad, "Players")
        names = await open_form(house, HOST, people.get("message") or {}, "Add guests")
        panel = await submit_form(house, HOST, names, names=f"grandma, {SEATED}, Tom")
        assert f"Added: {SEATED}, Tom. grandma is on this pad already." in response_text(panel)
        assert f"Is {SEATED} <@{user(house, SEATED)}>?" in response_text(panel)
        await house.press(HOST, panel.get("message") or {}, f"{SEATED} is {SEATED}")
        await wait_for_question(house, f"Are you {SEATED} on")
