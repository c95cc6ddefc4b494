"""Hands entered on a pad over the wire: forms, drafts, refusals, twins, corrections, undoing, permissions."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.pads.pads import NO_PAD
from data.engine.errors import StoreBusy
from sandbox import Outcome
from tests.cogs.pads.sheets import (
    CHANNEL,
    choose_in_select,
    enter_hand,
    finish_pad,
    number_of,
    open_form,
    open_pad,
    submit_form,
    wait_for_pad_message,
)
from tests.support.lobbies import user
from tests.support.messages import buttons, components, text
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    OTHER,
    SEATED,
    find_answer_buttons,
    is_private,
    response_text,
    start_room,
)


async def test_a_round_of_five_crowns_takes_the_numbers_and_three_taps() -> None:
    """Opened with guests by name; the answer is the ledger with Strike out, and the pad's message shows the hand."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "five_crowns", name="Friday *club*", guests="Grandma, Uncle Tom")
        assert "Friday \\*club\\*" in text(pad)
        assert f"{HOST} deals the next hand." in text(pad)
        answer = await enter_hand(house, HOST, pad, "Enter hand", dealt=["3"], left="0 15 20")
        assert is_private(answer)
        assert "Hand 1 is entered." in response_text(answer)
        assert "went out" in response_text(answer)
        assert "total **+15**" in response_text(answer)
        assert {"Correct", "Strike out"} <= set(find_answer_buttons(answer))
        assert "Undo" not in find_answer_buttons(answer)
        pad = await wait_for_pad_message(house, pad)
        assert f"{HOST} leads with **0**." in text(pad)
        assert "Grandma deals the next hand." in text(pad)
        second = await open_form(house, HOST, pad, "Enter hand")
        deals = (second.get("modal") or {})["components"][0]["component"]["options"]
        assert [deal["value"] for deal in deals if deal.get("default")] == ["4"]
        answer = await submit_form(house, HOST, second, dealt=["4"], left=f"{HOST}: 5\nGrandma: 0\nUncle Tom: 6")
        assert "Hand 2 is entered." in response_text(answer)
        struck = await house.press(HOST, answer.get("message") or {}, "Strike out")
        assert "Struck out" in response_text(struck)
        pad = await wait_for_pad_message(house, pad)
        assert "Struck out: hand 2." in text(pad)
        restored = await house.press(HOST, struck.get("message") or {}, "Restore")
        assert "Hand 2 of" in response_text(restored)
        assert "Struck out" not in text(await wait_for_pad_message(house, pad))


async def test_hands_are_entered_one_after_another_in_one_private_answer() -> None:
    """The answer to a hand opens the form of the next and becomes the answer to that; not where the pad is finished."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        first = await enter_hand(house, HOST, pad, "Enter points", points="1 2")
        message = first.get("message") or {}
        second = await submit_form(house, HOST, await open_form(house, HOST, message, "Enter points"), points="3 4")
        assert second["state"] == "update"
        assert (second.get("message") or {})["id"] == message["id"]
        assert "Hand 2 is entered." in response_text(second)
        third = await open_form(house, HOST, second.get("message") or {}, "Enter points")
        refused = await submit_form(house, HOST, third, points="x")
        assert "Hand 3" not in response_text(refused)
        label = next(offer for offer in find_answer_buttons(refused) if offer.startswith("Change"))
        changed_form = await open_form(house, HOST, refused.get("message") or {}, label)
        third = await submit_form(house, HOST, changed_form, points="5 6")
        assert "Hand 3 is entered." in response_text(third)
        assert "Grandma leads with **12**" in text(await wait_for_pad_message(house, pad))
        await finish_pad(house, pad)
        late_answer = await house.press(HOST, third.get("message") or {}, "Enter points")
        assert "This pad is finished" in response_text(late_answer)


async def test_impossible_entry_is_refused_and_preserved() -> None:
    """The draft opens filled in with what was typed, over a restart too."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "voren", guests="Grandma, Tom")
        entry_form = await open_form(house, HOST, pad, next(label for label in buttons(pad) if "hand" in label.lower()))
        fields = [part["component"]["custom_id"] for part in (entry_form.get("modal") or {})["components"]]
        values = {key: list[str]() for key in fields}
        values[fields[0]] = ["0", "1"]
        values[fields[1]] = ["2"]
        values[fields[2]] = ["0"]
        values[fields[3]] = ["0"]
        refused = await submit_form(house, HOST, entry_form, **values)
        assert "Tom folded and cannot have won a trick" in response_text(refused), response_text(refused)
        assert "P1" not in response_text(refused)
        await house.restart()
        label = next(offer for offer in find_answer_buttons(refused) if offer.startswith("Change"))
        assert "Submit" not in find_answer_buttons(refused)
        changed_form = await open_form(house, HOST, refused.get("message") or {}, label)
        assert (
            sum(
                option.get("default", False)
                for part in (changed_form.get("modal") or {})["components"]
                for option in part["component"]["options"]
            )
            == 5
        )
        values[fields[1]] = ["1"]
        answer = await submit_form(house, HOST, changed_form, **values)
        assert "Hand 1 is entered." in response_text(answer)


async def test_two_who_enter_the_same_hand_are_both_told() -> None:
    """The second is shown the first's, and may discard their own or say that it is another hand."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        people = await house.press(SEATED, pad, "Players")
        await house.press(SEATED, people.get("message") or {}, "Join")
        pad = await wait_for_pad_message(house, pad)
        forms = [await open_form(house, who, pad, "Enter points") for who in (HOST, SEATED)]
        first = await submit_form(house, HOST, forms[0], points="1 2 3")
        assert "Hand 1 is entered." in response_text(first)
        twin = await submit_form(house, SEATED, forms[1], points="1 2 3")
        assert f"{HOST} entered hand 1 meanwhile" in response_text(twin)

        def is_told() -> bool:
            messages = [
                message for message in house.sandbox.people.messages(HOST, pad["channel_id"]) if message["flags"] & 64
            ]
            return any(f"{SEATED} was entering a hand, too" in text(item) for item in messages)

        await house.until(is_told)
        other = await house.press(SEATED, twin.get("message") or {}, "Enter as another hand")
        assert "Hand 2 is entered." in response_text(other)
        late_answer = await house.forge(SEATED, twin.get("message") or {}, "eh:confirm_entry:2:points:0")
        assert "entry is closed already" in response_text(late_answer)


async def test_hand_is_corrected_by_its_author_and_by_keepers() -> None:
    """In the form as it was; who did what is for all to see; others are told that they may not."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, pad, "Enter points", points="1 2")
        pad = await wait_for_pad_message(house, pad)
        page = await house.press(BYSTANDER, pad, "Hands")
        shown_hand = await choose_in_select(house, BYSTANDER, page, "show_pad_hand", "1")
        assert "entered it" in response_text(shown_hand)
        assert "Correct" not in find_answer_buttons(shown_hand)
        forged = await house.forge(
            BYSTANDER, shown_hand.get("message") or {}, f"eh:strike_pad_hand:{number_of(pad)}:1:2:1"
        )
        assert "Only keepers, or the player who entered" in response_text(forged)
        page = await house.press(HOST, pad, "Hands")
        hand = await choose_in_select(house, HOST, page, "show_pad_hand", "1")
        correction_form = await open_form(house, HOST, hand.get("message") or {}, "Correct")
        assert "Grandma: 2" in str(correction_form.get("modal"))
        draft = await submit_form(house, HOST, correction_form, points="7 8")
        answer = await house.press(HOST, draft.get("message") or {}, "Save")
        assert "Hand 1 is corrected." in response_text(answer)
        more = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "More")
        log = await house.press(BYSTANDER, more.get("message") or {}, "Changes")
        assert f"**{HOST}** corrected hand 1" in response_text(log)
        assert f"before: {HOST}: 1 · Grandma: 2\n" in response_text(log)
        assert f"after: {HOST}: 7 · Grandma: 8\n" in response_text(log)
        assert f"entered: {HOST}: 1 · Grandma: 2 · {HOST} dealt · {HOST} and Grandma played · <t:" in response_text(log)
        refused = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "Enter points")
        assert "only players and keepers enter hands" in response_text(refused)


async def test_players_and_day_are_chosen_outside_the_form() -> None:
    """Somebody sits a hand out, another deals, and it was played on another day."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma, Tom")
        draft = await house.press(HOST, pad, "Who played …")
        draft = await choose_in_select(house, HOST, draft, "set_entry_players", "1", "3")
        draft = await choose_in_select(house, HOST, draft, "set_entry_dealer", "1")
        dealt = next(
            component
            for component in components(draft.get("message") or {})
            if "set_entry_dealer" in component.get("custom_id", "")
        )
        assert [option["label"] for option in dealt["options"] if option["default"]] == ["Tom dealt"]
        when = await open_form(house, HOST, draft.get("message") or {}, "When …")
        wrong = await submit_form(house, HOST, when, day="yesterday")
        assert "is not a day" in response_text(wrong)
        when = await open_form(house, HOST, wrong.get("message") or {}, "When …")
        draft = await submit_form(house, HOST, when, day="2026-01-02")
        label = next(offer for offer in find_answer_buttons(draft) if offer == "Fill in: Points")
        answer = await submit_form(
            house, HOST, await open_form(house, HOST, draft.get("message") or {}, label), points="4 5"
        )
        hand = (await house.services.pads.find(number_of(pad))).hands[1]
        assert (hand.players, hand.dealer, hand.points) == ((1, 3), 1, (4, 5))
        assert "Played 2 January 2026" in response_text(answer)
        assert hand.played == 1767355200000


async def test_players_are_brought_linked_and_let_go() -> None:
    """Members by the list of the server, guests by name; a guest becomes a member; nobody else may do it."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free")
        panel = await house.press(HOST, pad, "Add players")
        panel = await choose_in_select(house, HOST, panel, "add_pad_members", user(house, OTHER))
        assert OTHER in response_text(panel)
        guests = await open_form(house, HOST, panel.get("message") or {}, "Add guests")
        panel = await submit_form(house, HOST, guests, names="Grandma\n@everyone, <@1>")
        assert "@everyone" not in response_text(panel).replace("@\u200beveryone", "")
        linking = await house.press(HOST, panel.get("message") or {}, "Guests …")
        linking = await choose_in_select(house, HOST, linking, "choose_guest", "3")
        panel = await choose_in_select(house, HOST, linking, "link_guest", user(house, SEATED))
        assert "Dora and Grandma were asked to join, and play as guests until they join." in response_text(panel)
        players_panel = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "Players")
        assert set(find_answer_buttons(players_panel)) == {"Join"}
        forged = await house.forge(
            BYSTANDER, players_panel.get("message") or {}, f"eh:remove_pad_player:{number_of(pad)}", "2"
        )
        assert "Only this pad's keepers" in response_text(forged)
        panel = await house.press(SEATED, await wait_for_pad_message(house, pad), "Players")
        answer = await house.press(SEATED, panel.get("message") or {}, "Leave this pad")
        assert "You left the pad" in response_text(answer)


async def test_a_pad_is_named_finished_opened_again_listed_and_posted_anew() -> None:
    """One message a pad: the older goes away."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "voren", guests="Grandma")
        more = await house.press(HOST, pad, "More")
        options = await open_form(house, HOST, more.get("message") or {}, "Options")
        parts = [part["component"] for part in (options.get("modal") or {})["components"]]
        fields = {part["custom_id"]: part for part in parts}
        values = {
            key: [next(o["value"] for o in value["options"] if o.get("default"))]
            if "options" in value
            else value["value"]
            for key, value in fields.items()
        }
        values["0.0"] = "6"
        more = await submit_form(house, HOST, options, **values)
        assert "The options are changed." in response_text(more)
        renamed = await submit_form(
            house, HOST, await open_form(house, HOST, more.get("message") or {}, "Rename"), name="Club"
        )
        assert "Club" in response_text(renamed)
        question = await house.press(HOST, renamed.get("message") or {}, "Finish pad")
        answer = await house.press(HOST, question.get("message") or {}, "Finish pad")
        assert "The pad is finished." in response_text(answer)
        assert "This pad is finished." in text(await wait_for_pad_message(house, pad))
        pad_list = await house.command(BYSTANDER, "pad list", "parlour")
        assert "Club" in response_text(pad_list)
        refused = await house.command(BYSTANDER, "pad show", "parlour", pad=number_of(pad))
        assert "can post it here" in response_text(refused)
        anew = await house.command(HOST, "pad show", "parlour", pad=number_of(pad))
        assert "Club" in response_text(anew)
        await house.until(lambda: pad["id"] not in house.sandbox.world.messages)
        back = await house.press(HOST, answer.get("message") or {}, "Reopen pad")
        assert "The pad is open again." in response_text(back)
        assert "finished" not in text(await wait_for_pad_message(house, pad))


async def test_a_pad_of_a_channel_that_one_does_not_see_is_none_for_them() -> None:
    """Neither listed nor shown, nor reached by a button of one's own; whoever plays on it finds it everywhere."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        panel = await house.press(HOST, pad, "Players")
        await choose_in_select(house, HOST, panel, "add_pad_members", user(house, OTHER))
        channel = house.sandbox.world.channels[pad["channel_id"]]
        everybody = {"id": house.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": str(1 << 10)}
        channel.data["permission_overwrites"] = [everybody]
        house.sandbox.world.channel_updated(channel)
        assert "Open the first pad" in response_text(await house.command(BYSTANDER, "pad list", "parlour"))
        answer = await house.command(BYSTANDER, "pad show", "parlour", pad=number_of(pad))
        assert response_text(answer) == NO_PAD
        message = (await house.command(BYSTANDER, "help", "parlour")).get("message") or {}
        for verb in ("turn_pad_sheet_page", "show_pad_log", "export_pad"):
            assert response_text(await house.forge(BYSTANDER, message, f"eh:{verb}:{number_of(pad)}:0")) == NO_PAD, verb
        assert f"**{number_of(pad)}**" in response_text(await house.command(OTHER, "pad list", "parlour"))


async def test_pressing_an_unknown_pad_message_adopts_it_and_removes_older_ones() -> None:
    """As after a process that was killed before it noted what it had posted, or before it removed the one before."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        number = number_of(pad)
        await house.services.pads.note_message_gone(number, int(pad["id"]))
        await enter_hand(house, HOST, pad, "Enter points", points="1 2")
        assert "1 hand" in text(await wait_for_pad_message(house, pad))
        house.tolerate = lambda request: request.method == "DELETE"
        house.sandbox.faults.add("status", path="/channels/.*/messages/", method="DELETE", status=403)
        anew = (await house.command(HOST, "pad show", CHANNEL, pad=number)).get("message") or {}
        assert anew["id"] != pad["id"]
        await house.until(lambda: house.sandbox.faults.idle)
        assert pad["id"] in house.sandbox.world.messages
        answer = await house.press(HOST, pad, "Sheet")
        assert "Points of each hand" in response_text(answer)
        await house.until(lambda: pad["id"] not in house.sandbox.world.messages)
        other = await open_pad(house, HOST, "free")
        forged = await house.forge(HOST, other, f"eh:show_pad_sheet:{number}:0")
        assert "Points of each hand" in response_text(forged)
        assert other["id"] in house.sandbox.world.messages
        assert (await house.services.pads.find(number)).record.message == int(anew["id"])


async def test_entry_survives_the_leave_of_a_player() -> None:
    """Who never played is off the pad when they leave: the form that names them comes back, and is not lost."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma, *Zed*")
        page = await open_form(house, HOST, pad, "Enter points")
        people = await house.press(HOST, pad, "Players")
        people = await house.press(HOST, people.get("message") or {}, "Remove …")
        await choose_in_select(house, HOST, people, "remove_pad_player", "3")
        answer = await submit_form(house, HOST, page, points=f"{HOST}: 12\nGrandma: -5\n*Zed*: 31")
        answer_text = response_text(answer)
        assert "Choose again who played. Your entry is kept." in answer_text
        assert f"{HOST}: 12, Grandma: -5, \\*Zed\\*: 31" in answer_text
        assert await house.store.pads.draft_of(number_of(pad), int(user(house, HOST)), 0) is not None
        dealt = await house.forge(
            HOST, answer.get("message") or {}, f"eh:set_entry_dealer:{_read_draft_number(answer)}", "1"
        )
        assert "Choose again who played." in response_text(dealt)
        second_answer = await choose_in_select(house, HOST, answer, "set_entry_players", "1", "2")
        assert "The players changed, so the forms start empty." in response_text(second_answer)
        assert "Grandma: -5" in response_text(second_answer)
        result = await enter_hand(house, HOST, second_answer.get("message") or {}, "Fill in: Points", points="12 -5")
        assert "Hand 1 is entered." in response_text(result)


def _read_draft_number(outcome: Outcome) -> str:
    """Return the number of the draft of a panel."""
    return buttons(outcome.get("message") or {})["Cancel entry"].split(":")[2]


async def test_entry_survives_a_failure_of_the_store(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In the draft if that can be kept; said again if not even that can, nor be read."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")

        async def raise_busy(*_: object) -> Any:
            raise StoreBusy("a test")

        points_text = f"{HOST}: 12\nGrandma: -5"
        page = await open_form(house, HOST, pad, "Enter points")
        with monkeypatch.context() as patch:
            patch.setattr(house.store.pads, "write", raise_busy)
            answer = await submit_form(house, HOST, page, points=points_text)
        assert "My records are busy just now." in response_text(answer)
        assert "Your entry is kept." in response_text(answer)
        result = await house.press(HOST, answer.get("message") or {}, "Submit")
        assert "Hand 1 is entered." in response_text(result)
        for broken in (("write", "save_draft"), ("draft",)):
            page = await open_form(house, HOST, await wait_for_pad_message(house, pad), "Enter points")
            with monkeypatch.context() as patch:
                for words in broken:
                    patch.setattr(house.store.pads, words, raise_busy)
                answer = await submit_form(house, HOST, page, points=points_text)
            assert is_private(answer)
            assert "My records are busy just now." in response_text(answer)
            assert f"{HOST}: 12, Grandma: -5" in response_text(answer)
    logged = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(logged) == 4
    assert not any("Grandma" in line for line in logged)
    caplog.clear()


async def test_a_new_pad_asks_for_players_first_and_finish_says_who_wins() -> None:
    """One button is blue; the question before the end names the winner as the last hand leaves it."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "voren")
        blue = [part["label"] for part in components(pad) if part.get("type") == 2 and part["style"] == 1]
        assert blue == ["Add players"]
        panel = await house.press(HOST, pad, "Add players")
        answer = await open_form(house, HOST, panel.get("message") or {}, "Add guests")
        await submit_form(house, HOST, answer, names="Lina, Mira")
        pad = await wait_for_pad_message(house, pad)
        blue = [part["label"] for part in components(pad) if part.get("type") == 2 and part["style"] == 1]
        assert blue == ["Enter hand"]
        free = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, free, "Enter points", points="1 2")
        more = await house.press(HOST, await wait_for_pad_message(house, free), "More")
        question = await house.press(HOST, more.get("message") or {}, "Finish pad")
        assert "1 hand. Grandma wins with **2**." in response_text(question)
