"""Hands of score pads in few taps: what the forms ask for, and what has to be typed; over the wire."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import Outcome
from tests.cogs.pads.sheets import enter_hand, number_of, open_form, open_pad, submit_form, wait_for_pad_message
from tests.support.house import House
from tests.support.messages import Json, components
from tests.support.wire_tables import HOST, find_answer_buttons, response_text, start_room

FIVE = "Mira, Nils, Olga, Pia, Quim"


def list_text_inputs(answer: Outcome) -> dict[str, Any]:
    """Return the text inputs of a form by their keys, each with the description beside it."""
    labels = [
        component for component in (answer.get("modal") or {})["components"] if component["component"]["type"] == 4
    ]
    return {
        label["component"]["custom_id"]: {**label["component"], "beside": label.get("description")} for label in labels
    }


@pytest.mark.parametrize(
    ("game", "label", "box"),
    [("five_crowns", "Enter hand", "left"), ("free", "Enter points", "points"), ("mitigati", "Enter hand", "bonuses")],
)
async def test_the_box_is_empty_and_says_that_numbers_alone_will_do(game: str, label: str, box: str) -> None:
    """In which order they are typed stands beside it, and an example in it."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, game, guests="Mira, Nils")
        select = list_text_inputs(await open_form(house, HOST, pad, label))[box]
        assert not select.get("value")
        assert select["beside"] == f"Numbers, in this order: {HOST}, Mira, Nils"
        assert select["placeholder"].startswith("22 0 14")


async def test_a_round_of_five_crowns_for_six_takes_three_taps() -> None:
    """The button, the box, the form's own button; what is typed is digits and blanks."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "five_crowns", guests=FIVE)
        select = list_text_inputs(await open_form(house, HOST, pad, "Enter hand"))["left"]
        assert select["placeholder"].startswith("22 0 14 33 7 41 (")
        assert select["beside"].endswith("Mira, Nils, Olga, Pia, Quim")
        answer = await enter_hand(house, HOST, pad, "Enter hand", dealt=["3"], left="22 0 14 33 20 41")
        assert "Hand 1 is entered." in response_text(answer)
        (hand,) = (await house.services.pads.find(number_of(pad))).record.hands
        assert hand.points == (22, 0, 14, 33, 20, 41)


async def test_of_many_players_the_order_is_named_in_few_letters() -> None:
    async with start_room() as house:
        names = ", ".join(f"Maximilian{letter}" for letter in "abcdefghijk")
        pad = await open_pad(house, HOST, "free", guests=names)
        points = list_text_inputs(await open_form(house, HOST, await wait_for_pad_message(house, pad), "Enter points"))[
            "points"
        ]
        assert len(points["beside"]) <= 100
        assert points["placeholder"].startswith("22 0 14 33 7 41 …")


async def test_a_correction_opens_its_form_filled_in_and_is_saved_or_left() -> None:
    """Correct, the form, Save; or Keep as it was, which changes nothing and says what had been typed."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "five_crowns", guests="Mira")
        result = await enter_hand(house, HOST, pad, "Enter hand", dealt=["3"], left="22 0")
        correction_form = await open_form(house, HOST, result.get("message") or {}, "Correct")
        assert list_text_inputs(correction_form)["left"]["value"] == f"{HOST}: 22\nMira: 0"
        panel = await submit_form(house, HOST, correction_form, dealt=["3"], left="20 0")
        assert {"Save", "Keep as it was"} <= set(find_answer_buttons(panel))
        assert not {"Submit", "Cancel entry"} & set(find_answer_buttons(panel))
        assert await read_points(house, pad) == (22, 0)
        assert (
            f"**New points:** {HOST} 20 (was 22), Mira 0\n-# Totals after saving: Mira 0, {HOST} 20\n"
            in response_text(panel)
        )
        assert "Nothing changes until you press *Save*." in response_text(panel)
        saved = await house.press(HOST, panel.get("message") or {}, "Save")
        assert "Hand 1 is corrected." in response_text(saved)
        assert "Enter hand" in find_answer_buttons(saved)
        assert await read_points(house, pad) == (20, 0)
        correction_form = await open_form(house, HOST, saved.get("message") or {}, "Correct")
        panel = await submit_form(house, HOST, correction_form, dealt=["3"], left="21 0")
        answer = await house.press(HOST, panel.get("message") or {}, "Keep as it was")
        assert response_text(answer).startswith("Hand 1 of Five Crowns, pad 1 is unchanged.")
        assert "21 0" in response_text(answer)
        assert await read_points(house, pad) == (20, 0)


async def test_unreadable_correction_is_reported_before_it_counts() -> None:
    async with start_room() as house:
        pad = await open_pad(house, HOST, "five_crowns", guests="Mira")
        answer = await enter_hand(house, HOST, pad, "Enter hand", dealt=["3"], left="22 0")
        correction_form = await open_form(house, HOST, answer.get("message") or {}, "Correct")
        panel = await submit_form(house, HOST, correction_form, dealt=["3"], left="22")
        assert "Type 2 numbers with spaces between, not 1" in response_text(panel)
        assert "Save" not in find_answer_buttons(panel)
        correction_form = await open_form(house, HOST, panel.get("message") or {}, "Change entry")
        refused = await submit_form(house, HOST, correction_form, dealt=["3"], left="0 5")
        assert "cannot have 5 points left from 3 cards. The least is 12, or 0 for going out." in response_text(refused)
        assert "Save" not in find_answer_buttons(refused)
        assert await read_points(house, pad) == (22, 0)


async def read_points(house: House, pad: Json) -> tuple[int, ...]:
    """Return what the first hand of a pad brought."""
    return (await house.services.pads.find(number_of(pad))).hands[1].points


async def test_a_deal_of_abracadabra_for_three_is_chosen_and_six_numbers_are_typed() -> None:
    """The first form opens at once, the second by one press; then the hand counts. A correction holds all of it."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "abracadabra", guests="Mira, Nils")
        tricks_form = await open_form(house, HOST, pad, "Enter hand")
        assert not list_text_inputs(tricks_form)
        picked = {"0": ["2", "7", "11"], "1": ["11"], "2": list[str](), "exposed": ["11", "pile_2"]}
        half = await submit_form(house, HOST, tricks_form, **picked)
        assert "**Half done: now fill in *Result*.**" in response_text(half)
        styles = {
            component["label"]: component["style"]
            for component in components(half.get("message") or {})
            if "label" in component
        }
        assert list(styles)[:2] == ["Fill in: Result", "✓ Change: Tricks named"]
        assert [label for label, style in styles.items() if style == 1] == ["Fill in: Result"]
        result = await open_form(house, HOST, half.get("message") or {}, "Fill in: Result")
        assert list_text_inputs(result)["tricks"]["beside"] == f"Numbers, in this order: {HOST}, Mira, Nils"
        lost = {"0": ["7"], "1": ["11"], "2": list[str]()}
        wrong = await submit_form(house, HOST, result, **lost, tricks="5 4", own="3 2 0")
        assert "Tricks won: Type 3 numbers with spaces between, not 2" in response_text(wrong)
        assert "Half done" not in response_text(wrong)
        result = await open_form(house, HOST, wrong.get("message") or {}, "Change: Result")
        assert list_text_inputs(result)["tricks"]["value"] == "5 4"
        answer = await submit_form(house, HOST, result, **lost, tricks="5 4 3", own="3 2 0")
        assert "Hand 1 is entered." in response_text(answer), response_text(answer)
        redone = await house.press(HOST, answer.get("message") or {}, "Correct")
        result_form = await open_form(house, HOST, redone.get("message") or {}, "✓ Change: Result")
        assert list_text_inputs(result_form)["own"]["value"] == f"{HOST}: 3\nMira: 2\nNils: 0"
