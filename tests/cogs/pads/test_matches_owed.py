"""Matches of Voren that are owed on a pad: its message, the question before its end and the answer name who pays."""

from __future__ import annotations

from tests.cogs.pads.sheets import choose_in_select, enter_hand, open_pad, wait_for_pad_message
from tests.support.messages import text
from tests.support.wire_tables import HOST, find_answer_buttons, response_text, start_room

PLAYED = {"stayed": ["0", "1", "2"], "first": ["1"], "second": ["1"], "third": ["2"], "wolf": []}


async def test_pad_names_debts_and_finishing_names_payments_and_winner() -> None:
    """One who was in took no trick, so they owe the pot of 12; its shares are paid as the pad is finished."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "voren", guests="Grandma, Tom")
        answer = await enter_hand(house, HOST, pad, "Enter hand", **PLAYED)
        assert f"{HOST} owes 12 to the next pot." in response_text(answer)
        pad = await wait_for_pad_message(house, pad)
        assert f"{HOST} owes 12 to the next pot. If the game ends now, it goes to the last hand's winners." in text(pad)
        more = await house.press(HOST, pad, "More")
        question = await house.press(HOST, more.get("message") or {}, "Finish pad")
        assert response_text(question).split("\n")[1:] == [
            "1 hand. Grandma leads with **5**.",
            f"Finishing it pays the matches owed: {HOST} pays 12, Grandma gets 8, Tom gets 4.",
            "So Grandma wins with **13**.",
            "After that, nobody can change it unless a keeper reopens it.",
        ]
        assert {"Finish pad", "Cancel"} <= set(find_answer_buttons(question))
        back = await house.press(HOST, question.get("message") or {}, "Cancel")
        assert "finished" not in response_text(back)
        second_question = await house.press(HOST, back.get("message") or {}, "Finish pad")
        result = await house.press(HOST, second_question.get("message") or {}, "Finish pad")
        assert response_text(result).startswith(
            "**The pad is finished. Grandma wins with 13.**\n[Go to the pad](https://discord"
        )
        finished = text(await wait_for_pad_message(house, pad))
        assert "owes" not in finished
        assert f"Grandma wins with **13**.\nMatches owed were paid: {HOST} −12, Grandma +8, Tom +4." in finished


async def test_with_other_players_what_is_owed_goes_to_the_last_winners() -> None:
    """A match is a matter of those who played: who sits out takes it from the next pot."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "voren", guests="Grandma, Tom, Zed")
        await enter_hand(house, HOST, pad, "Enter hand", **{**PLAYED, "stayed": ["0", "1", "2", "3"]})
        pad = await wait_for_pad_message(house, pad)
        assert f"{HOST} and Zed owe 15 each to the next pot." in text(pad)
        people = await house.press(HOST, pad, "Players")
        people = await house.press(HOST, people.get("message") or {}, "Who plays …")
        changed = await choose_in_select(house, HOST, people, "set_pad_players", "1", "2", "3")
        debts_text = (
            f"{HOST} and Zed owe 15 each to the last hand's winners. With other players the next pot begins anew."
        )
        assert debts_text in response_text(changed)
        assert debts_text in text(await wait_for_pad_message(house, pad))
