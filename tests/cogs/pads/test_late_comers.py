"""Who comes late to a game on a pad, over the wire: below those who played every hand, unless a keeper gives points."""

from __future__ import annotations

from typing import Any

from data.standings.records import Origin
from data.tables.work import WorkKind
from tests.cogs.pads.sheets import (
    choose_in_select,
    enter_hand,
    finish_pad,
    number_of,
    open_form,
    open_pad,
    submit_form,
    wait_for_pad_message,
)
from tests.support.house import House
from tests.support.lobbies import user
from tests.support.messages import Json, text
from tests.support.wire_tables import HOST, OTHER, response_text, start_room

FIVE_GUESTS = "Lina, Mira, Nils, Otto, Pia"

ROUNDS = ("0 20 25 30 35 40", "20 0 25 25 25 25", "16 25 0 25 25 25", "20 20 25 0 20 20", "0 25 30 40 20 30")
"""What six have left in the first five rounds: the totals are 56, 90, 105, 120, 125 and 140."""


async def play_five_rounds(house: House) -> Json:
    """Open a pad of Five Crowns of six and enter five rounds; return its message. Its host leads with 56."""
    pad = await open_pad(house, HOST, "five_crowns", guests=FIVE_GUESTS)
    for number, left in enumerate(ROUNDS):
        await enter_hand(house, HOST, pad, "Enter hand", dealt=[str(3 + number)], left=left)
        pad = await wait_for_pad_message(house, pad)
    return pad


async def add_guests(house: House, pad: Json, *guests: str) -> Json:
    """Add guests to a pad; return its message."""
    people = await house.press(HOST, pad, "Players")
    page = await open_form(house, HOST, people.get("message") or {}, "Add guests")
    answer = await submit_form(house, HOST, page, names=", ".join(guests))
    assert "Added: " in response_text(answer)
    return await wait_for_pad_message(house, pad)


async def wait_for_result(house: House, pad: int) -> Any:
    """Return the result of a pad's game, once it is kept."""
    await house.wait_until_settled(WorkKind.RECORD_PAD)
    return await house.store.results.game_of(Origin("pad", pad))


def find_first_line(page: str) -> str:
    """Return the first line of a pad's standings."""
    return next(line for line in page.splitlines() if line.startswith("1\\."))


async def test_player_added_after_five_rounds_neither_leads_nor_wins() -> None:
    """A seventh is added: below the others on the pad's message, and in the result after a round of their own."""
    async with start_room() as house:
        pad = await play_five_rounds(house)
        assert f"{HOST} leads with **56**." in text(pad)
        pad = await add_guests(house, pad, "Sven")
        assert find_first_line(text(pad)) == f"1\\. **{HOST}** 56"
        assert "– **Sven** 0 · guest · no hands yet" in text(pad)
        assert f"{HOST} leads with **56**." in text(pad)
        await enter_hand(house, HOST, pad, "Enter hand", dealt=["8"], left="40 0 30 30 30 30 12")
        pad = await wait_for_pad_message(house, pad)
        assert "Lina leads with **90**." in text(pad)
        assert "– **Sven** 12 · guest · from hand 6" in text(pad)
        await finish_pad(house, pad)
        pad = await wait_for_pad_message(house, pad)
        assert "Lina wins with **90**." in text(pad)
        game = await wait_for_result(house, number_of(pad))
        assert [(part.place, part.won, part.stay) for part in game.parts] == [
            (2, False, "whole"),
            (1, True, "whole"),
            *((place, False, "whole") for place in (3, 4, 5, 6)),
            (7, False, "came"),
        ]


async def test_points_to_start_with_let_a_late_comer_win() -> None:
    """A keeper gives them by the panel of players; total, standing, result, sheet and log have them."""
    async with start_room() as house:
        pad = await add_guests(house, await play_five_rounds(house), "Sven")
        number = number_of(pad)
        people = await house.press(HOST, pad, "Players")
        people = await house.press(HOST, people.get("message") or {}, "Latecomers …")
        question = await choose_in_select(house, HOST, people, "open_starting_points_form", "7")
        assert question["state"] == "modal"
        wrong = await submit_form(house, HOST, question, points="many")
        assert "“many” is not a whole number" in response_text(wrong)
        question = await choose_in_select(house, HOST, wrong, "open_starting_points_form", "7")
        answer = await submit_form(house, HOST, question, points="60")
        assert "Sven starts with 60 points." in response_text(answer)
        pad = await wait_for_pad_message(house, pad)
        assert "– **Sven** 60 · guest · no hands yet · started with 60" in text(pad)
        assert f"{HOST} leads with **56**." in text(pad)
        answer = await enter_hand(house, HOST, pad, "Enter hand", dealt=["8"], left="30 30 30 30 30 30 0")
        assert "Sven" in response_text(answer)
        assert "total **+60**" in response_text(answer)
        pad = await wait_for_pad_message(house, pad)
        assert find_first_line(text(pad)) == "1\\. **Sven** 60 · guest · from hand 6 · started with 60"
        assert "Start" in text(pad)
        sheet = await house.press(HOST, pad, "Sheet")
        assert "Start" in response_text(sheet)
        more = await house.press(HOST, pad, "More")
        log = await house.press(HOST, more.get("message") or {}, "Changes")
        assert "gave Sven 60 points to start with" in response_text(log)
        await finish_pad(house, pad)
        pad = await wait_for_pad_message(house, pad)
        assert "Sven wins with **60**." in text(pad)
        game = await wait_for_result(house, number)
        assert [(part.points, part.place, part.won, part.stay) for part in game.parts][-1] == (60, 1, True, "whole")
        stopped = await house.forge(HOST, answer.get("message") or {}, f"eh:submit_starting_points_form:{number}:7")
        assert "This pad is finished" in response_text(stopped)


async def test_points_to_start_with_are_taken_back_and_for_late_comers_alone() -> None:
    """An empty form takes them back; who was there from the first hand on, and who keeps no pad, gets none."""
    async with start_room() as house:
        pad = await add_guests(house, await play_five_rounds(house), "Sven")
        number = number_of(pad)
        people = await house.press(HOST, pad, "Players")
        people = await house.press(HOST, people.get("message") or {}, "Latecomers …")
        points_answer = await submit_form(
            house, HOST, await choose_in_select(house, HOST, people, "open_starting_points_form", "7"), points="-5"
        )
        assert "Sven starts with −5 points." in response_text(points_answer)
        points_answer = await house.press(HOST, points_answer.get("message") or {}, "Latecomers …")
        back = await submit_form(
            house, HOST, await choose_in_select(house, HOST, points_answer, "open_starting_points_form", "7"), points=""
        )
        assert "Sven has no starting points." in response_text(back)
        assert "– **Sven** 0 · guest · no hands yet" in text(await wait_for_pad_message(house, pad))
        early = await house.forge(HOST, people.get("message") or {}, f"eh:open_starting_points_form:{number}", "2")
        assert "Lina has played since the first hand" in response_text(early)
        players_panel = await house.press(OTHER, await wait_for_pad_message(house, pad), "Players")
        other = await house.forge(
            OTHER, players_panel.get("message") or {}, f"eh:open_starting_points_form:{number}", "7"
        )
        assert "Only this pad's keepers can do that." in response_text(other)


async def test_stats_name_who_won_and_not_who_came_late() -> None:
    """Whoever came for one round has played no game there; the host, who leads the others, has won one."""
    async with start_room() as house:
        pad = await play_five_rounds(house)
        people = await house.press(OTHER, pad, "Players")
        await house.press(OTHER, people.get("message") or {}, "Join")
        pad = await wait_for_pad_message(house, pad)
        await enter_hand(house, HOST, pad, "Enter hand", dealt=["8"], left="0 30 30 30 30 30 12")
        await finish_pad(house, pad)
        pad = await wait_for_pad_message(house, pad)
        assert f"{HOST} wins with **56**." in text(pad)
        assert f"– **{OTHER}** 12 · from hand 6" in text(pad)

        async def is_counted() -> bool:
            return "**Games won:** 1 of 1" in response_text(await house.command(HOST, "stats", game="five_crowns"))

        await house.until(is_counted)
        stats_answer = await house.command(HOST, "stats", member=user(house, OTHER), game="five_crowns")
        assert "**Hands:** 1" in response_text(stats_answer), response_text(stats_answer)
        assert "Games won" not in response_text(stats_answer), response_text(stats_answer)
