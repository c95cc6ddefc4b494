"""Orders for one's next turn over the wire: left by one press, carried out by itself; or dropped, with why.

Nobody else is ever sent anything that tells of one.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.tables.commands import play
from bot.tables.model.actor import Actor
from bot.tables.model.premoves import of_seat, seat_waiting_since_seq
from bot.tables.model.table_state import TableState
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, components, text
from tests.support.places import find_recipients
from tests.support.wire_tables import new_interaction_id

PEOPLE = ("Ada", "Bela", "Cleo")
SELECT = 3


@asynccontextmanager
async def open_speaking_table(deal: str = "deal", **options: Any) -> AsyncGenerator[tuple[House, Seated, list[str]]]:
    """Yield a table of Voren that has been dealt, and who will say whether they stay, in order."""
    async with start_house(threads=False) as house:
        table = await house.open("Ada", PEOPLE[1:], hands=2, **options)
        await make_move(house, table, deal)
        live = await house.live(table)
        assert live.state is not None
        first = live.state.to_act[0]
        yield house, table, [live.record.seats[(first + place) % 3].name for place in range(3)]


async def make_move(house: House, table: Seated, move: str) -> None:
    """Make this move of whoever is to act, from the table's message or else from their hand."""
    live = await house.live(table)
    assert live.state is not None
    who = live.record.seats[live.state.to_act[0]].name
    hand = await house.hand(who, table)
    label = {"deal": "Deal", "deal poke": "Deal with a poke", "stay": "Stay", "fold": "Fold", "poke": "Take the poke"}
    answer = await house.press(who, hand, label[move])
    assert "You" in text(answer.get("message") or {}), answer


def find_seat(house: House, live: TableState, who: str) -> int:
    seat = live.seat_of(int(house.sandbox.people.user(who)["id"]))
    assert seat is not None
    return seat


def read_select(message: Json, verb: str) -> tuple[str, dict[str, str]]:
    """Return the id of the select of a verb, and the value of each of its options by label."""
    for row in message["components"][0]["components"]:
        for component in row.get("components", ()):
            if component["type"] == SELECT and component["custom_id"].startswith(f"eh:{verb}:"):
                return component["custom_id"], {option["label"]: option["value"] for option in component["options"]}
    raise AssertionError(text(message))


async def plan_move(house: House, table: Seated, who: str, label: str) -> Json:
    """Plan a move in somebody's hand; return the hand after that."""
    opened = (await house.press(who, await house.hand(who, table), "Plan next move")).get("message") or {}
    select, options = read_select(opened, "pick_premove")
    message = (await house.click(who, opened, select, [options[label]])).get("message") or {}
    assert text(message).count("lanned") == 1, text(message)
    assert f"**Planned:** {label}." in text(message), text(message)
    return message


async def test_it_is_carried_out_by_itself_and_nobody_else_hears_of_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with open_speaking_table() as (house, table, (line, two, three)):
        await plan_move(house, table, two, "Fold")
        await house.restart()  # it is kept, not remembered
        for other in (line, three):
            assert "rder" not in text(await house.hand(other, table)).replace("Border", "")
        board = await house.fresh(table)
        await make_move(house, table, "stay")
        live = await house.live(table)
        assert live.state is not None
        assert live.state.to_act == (find_seat(house, live, three),)
        board = await house.fresh(table)
        assert f"{two} folded" in text(board)
        hand = await house.hand(two, table)
        assert text(hand).startswith("**Your planned move was made:** You folded.")
        for other in (line, three):
            message_text = text(await house.hand(other, table))
            assert f"{two} folded" in message_text
        for who in PEOPLE:
            await house.command(who, "table log", table=table.number)
        for words in ("Planned:", "planned move was", "eh:pick_premove", "Cancel planned move"):
            assert find_recipients(house, words) <= {two}, words
        assert "Planned:" in json.dumps([request.body for request in house.requests], default=str)
        assert '"premoves"' not in caplog.text
        assert "eh:pick_premove" not in caplog.text


async def test_one_that_cannot_be_carried_out_is_dropped_and_its_player_alone_told_why() -> None:
    """The open hand says so at once, and the next look still does, until they have moved."""
    async with open_speaking_table("deal poke") as (house, table, (words, two, three)):
        message = await plan_move(house, table, two, "Take the poke")
        await make_move(house, table, "poke")
        live = await house.live(table)
        await house.until(lambda: "canceled" in text(house.sandbox.people.message(two, message)))
        message_text = text(house.sandbox.people.message(two, message))
        assert "**Your planned move was canceled:**" in message_text
        assert "(V4.2)" in message_text
        assert "It was: Take the poke." in message_text
        hand = await house.hand(two, table)
        assert "Your planned move was canceled" in text(hand)
        answer = await house.press(two, hand, "Fold")
        assert "planned" not in text(answer.get("message") or {})
        live = await house.live(table)
        assert of_seat(live, find_seat(house, live, two)) is None
        assert find_recipients(house, "Your planned move was canceled") == {two}
        for other in (words, three):
            assert "planned" not in text(await house.hand(other, table))


async def play_before_lead(house: House) -> tuple[Seated, TableState, str, int, str, str]:
    """Return a table before a lead, the lead, the seat third to it, a card that it may not play then, and why."""
    for _ in range(20):
        table = await house.open("Ada", PEOPLE[1:], hands=1)
        for move in ("deal", "stay", "stay", "stay"):
            await make_move(house, table, move)
        live = await house.live(table)
        assert live.state is not None
        lead, third = live.state.to_act[0], (live.state.to_act[0] + 2) % 3
        for move in live.state.legal(lead).moves:
            for card, why in live.game.conduct.premoves(
                live.state.apply(lead, move).view(third)
            ).reasons_never_legal.items():
                return table, live, move, third, card, why
    raise AssertionError("no such hand")


async def test_planned_card_that_may_not_be_played_next_is_refused() -> None:
    """As soon as the suit is led that its player has to follow; also from a list that was open before."""
    async with start_house(threads=False) as house:
        table, live, led, third, card, why = await play_before_lead(house)
        assert live.state is not None
        lead = live.state.to_act[0]
        who, presenter = live.record.seats[third].name, house.services.presenters.of(live)
        (choice,) = presenter.premove_choices(live.state.view(third), [card])
        opened = (await house.press(who, await house.hand(who, table), "Plan next move")).get("message") or {}
        select, options = read_select(opened, "pick_premove")
        leader = live.record.seats[lead].user
        assert leader is not None
        await play.act(house.services.tables, live.id, led, Actor(leader, "", new_interaction_id(house)))
        refused = (await house.click(who, opened, select, [options[choice.label]])).get("message") or {}
        assert f"{why} Choose another move." in text(refused)
        assert of_seat(await house.live(table), third) is None
        assert {"Change", "Not now"} <= set(buttons(refused))


async def test_a_rule_is_filled_in_changed_and_followed() -> None:
    async with open_speaking_table() as (house, table, _):
        for _ in range(3):
            await make_move(house, table, "stay")
        live = await house.live(table)
        assert live.state is not None
        lead, seat = live.state.to_act[0], (live.state.to_act[0] + 1) % 3
        who = live.record.seats[seat].name
        opened = (await house.press(who, await house.hand(who, table), "Plan next move")).get("message") or {}
        modal = await house.press(who, opened, "A rule …")
        assert modal["state"] == "modal", modal
        fields: Json = {"0.0": ["any"], "1.0": ["card"], "2.0": [], "3.0": ["ask"]}
        wrong = await house.sandbox.people.modal(who, modal["interaction_id"], fields)
        assert "Choose the card, too." in text(wrong.get("message") or {})
        again = await house.press(who, wrong.get("message") or {}, "Change")
        assert again["state"] == "modal", again
        fields = {"0.0": ["any"], "1.0": ["winner"], "2.0": [], "3.0": ["lowest"]}
        answer = await house.sandbox.people.modal(who, again["interaction_id"], fields)
        words = "Whatever is led: your lowest card that wins the trick so far; else your lowest card."
        assert f"**Planned:** {words}" in text(answer.get("message") or {})
        panel = (await house.press(who, answer.get("message") or {}, "Change planned move")).get("message") or {}
        chosen = next(
            component for component in components(panel) if "s:any:winner:ask" in str(component.get("options"))
        )
        answer = await house.click(who, panel, chosen["custom_id"], ["s:any:winner:lowest"])
        assert f"**Planned:** {words}" in text(answer.get("message") or {})
        assert "Cancel planned move" in buttons(answer.get("message") or {})
        await house.act(table, live.record.seats[lead].name)
        live = await house.live(table)
        stood = of_seat(live, seat)
        assert stood is not None
        assert stood.end == "done"
        assert live.last_move_seq[seat] > live.last_move_seq[lead]
        assert "Your planned move was made:** You played" in text(await house.hand(who, table))
        assert find_recipients(house, "wins the trick so far") == {who}


async def test_it_is_taken_back_and_what_is_pressed_too_late_shows_how_things_stand() -> None:
    async with open_speaking_table() as (house, table, (words, two, three)):
        hand = await house.hand(two, table)
        opened = (await house.press(two, hand, "Plan next move")).get("message") or {}
        select, options = read_select(opened, "pick_premove")
        message = (await house.click(two, opened, select, [options["Stay"]])).get("message") or {}
        take = buttons(message)["Cancel planned move"]
        taken = (await house.press(two, message, "Cancel planned move")).get("message") or {}
        assert "Planned move canceled." in text(taken)
        late = await house.forge(two, taken, take)
        assert "You have no planned move here." in text(late.get("message") or {})
        live = await house.live(table)
        waits = seat_waiting_since_seq(live, find_seat(house, live, two))
        for nonsense in ("m:99:ffff", "m:x:y", "r:ffff:0.0..0", "m:0:0000", "x", f"r:{'9' * 20}"):
            hand = house.sandbox.people.message(two, taken)
            answer = await house.forge(two, hand, f"eh:pick_premove:{table.number}:{waits}:0", nonsense)
            assert "can no longer be planned" in text(answer.get("message") or {}), nonsense
        stay = options["Stay"]
        await house.forge(words, await house.hand(words, table), select, stay)  # another's list is for another's seat
        live = await house.live(table)
        assert [of_seat(live, seat) for seat in range(3)] == [None] * 3
        await make_move(house, table, "stay")
        hand = await house.hand(two, table)
        assert "Plan next move" not in buttons(hand)
        answer = await house.forge(two, hand, select, stay)
        assert "It is your turn now" in text(answer.get("message") or {})
        await make_move(house, table, "stay")
        answer = await house.forge(two, await house.hand(two, table), select, stay)
        message_text = text(answer.get("message") or {})
        assert "no longer" in message_text or "moved since" in message_text
        live = await house.live(table)
        assert of_seat(live, find_seat(house, live, two)) is None
        assert three
