"""Nothing that was typed on a pad is thrown away unasked, by whatever button; over the wire."""

from __future__ import annotations

from typing import Any

from sandbox import Outcome
from tests.cogs.pads.sheets import (
    choose_in_select,
    enter_hand,
    number_of,
    open_form,
    open_pad,
    submit_form,
    wait_for_pad_message,
)
from tests.support.house import House
from tests.support.messages import Json, components
from tests.support.wire_tables import HOST, find_answer_buttons, response_text, start_room

FIRST_FORM = {"0": ["2", "7", "11"], "1": list[str](), "2": list[str](), "exposed": list[str]()}
"""What is chosen in the first form of Abracadabra."""
SECOND_FORM = {"0": list[str](), "1": list[str](), "2": list[str](), "tricks": "4 4 4", "own": "2 2 2"}
"""What is put into the second."""


async def open_abracadabra_pad(house: House) -> Json:
    """Open a pad of Abracadabra of three; return its message."""
    return await open_pad(house, HOST, "abracadabra", guests="Lina, Mira")


async def fill_form(house: House, answer: Outcome, label: str, **values: Any) -> Outcome:
    """Fill in the form of that button; return the answer."""
    return await submit_form(house, HOST, await open_form(house, HOST, answer.get("message") or {}, label), **values)


async def test_all_passed_is_offered_only_while_nothing_is_typed() -> None:
    """With one player's form filled in it goes, and an older message's does nothing but say so."""
    async with start_room() as house:
        pad = await open_abracadabra_pad(house)
        question = await house.press(HOST, pad, "All passed")
        passed = find_answer_buttons(question)["Submit: All passed"]
        assert "Fill in: Tricks named" not in find_answer_buttons(question)  # it was said already that nobody bid
        who = await house.press(HOST, pad, "Who played …")
        filled_form = await fill_form(house, who, "Fill in: Tricks named", **FIRST_FORM)
        assert "✓ Change: Tricks named" in find_answer_buttons(filled_form)
        assert not [label for label in find_answer_buttons(filled_form) if label.startswith("Submit")]
        stale = await house.forge(HOST, filled_form.get("message") or {}, passed)
        assert "Your entry is kept." in response_text(stale)
        assert "✓ Change: Tricks named" in find_answer_buttons(stale)
        assert "Submit: All passed" not in find_answer_buttons(await house.press(HOST, pad, "All passed"))
        assert not (await house.services.pads.find(number_of(pad))).hands
        answer = await house.press(HOST, stale.get("message") or {}, "Cancel entry")
        assert "Delete what you typed?" in response_text(answer)
        assert "2, 7, 11 (J)" in response_text(answer)
        record = await house.press(HOST, answer.get("message") or {}, "Keep it")
        assert "✓ Change: Tricks named" in find_answer_buttons(record)
        answer = await house.press(HOST, record.get("message") or {}, "Cancel entry")
        response = await house.press(HOST, answer.get("message") or {}, "Delete it")
        assert "Entry cancelled" in response_text(response)
        passed = await house.press(HOST, await wait_for_pad_message(house, pad), "All passed")
        result = await house.press(HOST, passed.get("message") or {}, "Submit: All passed")
        assert "Hand 1 is entered." in response_text(result)


async def test_a_played_deal_is_corrected_to_a_void_one_until_something_is_typed() -> None:
    """The forms hold what the hand was told to be: that is nothing that was typed."""
    async with start_room() as house:
        pad = await open_abracadabra_pad(house)
        passed = await house.press(HOST, pad, "All passed")
        answer = await house.press(HOST, passed.get("message") or {}, "Submit: All passed")
        redone = await house.press(HOST, answer.get("message") or {}, "Correct")
        assert "Save: All passed" in find_answer_buttons(redone)
        redone = await fill_form(house, redone, "Fill in: Tricks named", **(FIRST_FORM | {"0": ["7"]}))
        redone = await fill_form(house, redone, "Fill in: Result", **SECOND_FORM)
        answer = await house.press(HOST, redone.get("message") or {}, "Save")
        assert "Hand 1 is corrected." in response_text(answer), response_text(answer)
        redone = await house.press(HOST, answer.get("message") or {}, "Correct")
        assert {"Save", "Save: All passed"} <= set(find_answer_buttons(redone))
        redone = await fill_form(house, redone, "✓ Change: Tricks named", **(FIRST_FORM | {"0": ["7", "9"]}))
        assert "Save: All passed" not in find_answer_buttons(redone)


async def test_change_of_players_is_asked_when_input_exists() -> None:
    """And nothing has changed until it is answered."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "abracadabra", guests="Lina, Mira, Nils")
        first_form = await open_form(house, HOST, pad, "Enter hand")
        filled_form = await submit_form(house, HOST, first_form, **FIRST_FORM, **{"3": list[str]()})
        answer = await choose_in_select(house, HOST, filled_form, "set_entry_players", "1", "2", "4")
        assert "The forms would start empty." in response_text(answer)
        assert "2, 7, 11 (J)" in response_text(answer)
        record = await house.press(HOST, answer.get("message") or {}, "Keep what I typed")
        assert "✓ Change: Tricks named" in find_answer_buttons(record)
        answer = await choose_in_select(house, HOST, record, "set_entry_players", "1", "2", "4")
        anew = await house.press(HOST, answer.get("message") or {}, "Start over")
        assert "Fill in: Tricks named" in find_answer_buttons(anew)
        players_button = next(
            component
            for component in components(anew.get("message") or {})
            if "set_entry_players" in component.get("custom_id", "")
        )
        assert [item["value"] for item in players_button["options"] if item["default"]] == ["1", "2", "4"]
        assert "2, 7, 11 (J)" in response_text(anew)
        same = await choose_in_select(house, HOST, anew, "set_entry_players", "1", "2", "4")
        assert "start empty" not in response_text(same)


async def test_two_ways_to_tell_of_a_hand_are_both_kept_until_one_is_submitted() -> None:
    """Mitigati: what was typed of a hand that was played stays when it is told as bought off."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "mitigati", guests="Lina, Mira")
        answer = await open_form(house, HOST, pad, "Enter hand")
        refused = await submit_form(house, HOST, answer, points_0="60", points_1="60", points_2="60", bonuses="")
        bought = await fill_form(
            house, refused, "Fill in: Words", word_0="offer 20", word_1="ask 20", word_2="", order=[]
        )
        assert not (await house.services.pads.find(number_of(pad))).hands
        assert "✓ Change: Card points" in find_answer_buttons(bought)
        result = await house.press(HOST, bought.get("message") or {}, "Submit: Bought off")
        assert "Hand 1 is entered." in response_text(result)


async def test_a_correction_that_was_begun_is_shown_again() -> None:
    """With what was typed; and where the hand has been changed meanwhile, that is said in words."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, pad, "Enter points", points="1 2")

        async def open_hand_page() -> Outcome:
            hands = await house.press(HOST, await wait_for_pad_message(house, pad), "Hands")
            return await choose_in_select(house, HOST, hands, "show_pad_hand", "1")

        redone = await open_form(house, HOST, (await open_hand_page()).get("message") or {}, "Correct")
        wrong = await submit_form(house, HOST, redone, points="17 x")
        assert "“x” in “17 x” is neither a number nor a player." in response_text(wrong)
        assert "Save" not in find_answer_buttons(wrong)
        correction = await house.press(HOST, (await open_hand_page()).get("message") or {}, "Correct")
        assert "You began to correct this hand." in response_text(correction)
        label = next(offer for offer in find_answer_buttons(correction) if offer.endswith("Points"))
        answer = await open_form(house, HOST, correction.get("message") or {}, label)
        assert "17 x" in str(answer.get("modal"))
        hand = await open_hand_page()
        await house.press(HOST, hand.get("message") or {}, "Strike out")
        anew = await house.press(HOST, (await open_hand_page()).get("message") or {}, "Correct")
        assert "This hand has changed since you began." in response_text(anew)
        assert "17 x" in response_text(anew)


async def test_a_form_that_cannot_be_taken_any_more_says_again_what_was_typed() -> None:
    """The hand was discarded on another message; a guest's name is taken; the pad is finished meanwhile."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        draft = await house.press(HOST, pad, "Who played …")
        answer = await open_form(house, HOST, draft.get("message") or {}, "Fill in: Points")
        await house.press(HOST, draft.get("message") or {}, "Cancel entry")
        late_answer = await submit_form(house, HOST, answer, points="117 -204")
        assert "You typed: `117 -204`" in response_text(late_answer)
        people = await house.press(HOST, pad, "Players")
        names = await open_form(house, HOST, people.get("message") or {}, "Add guests")
        refused_names = await submit_form(house, HOST, names, names=f"grandma, {HOST}")
        assert f"grandma and {HOST} are on this pad already." in response_text(refused_names)
        assert f"`grandma, {HOST}`" in response_text(refused_names)
