"""A pad for a game that the bot does not know: its game's name and who wins are asked when it is opened."""

from __future__ import annotations

from tests.cogs.pads.sheets import CHANNEL, choose_in_select, number_of, submit_form, wait_for_pad_message
from tests.support.house import House
from tests.support.messages import text
from tests.support.wire_tables import HOST, SEATED, is_private, response_text, start_room


async def read_pad(house: House, pad: int) -> tuple[str, object, list[str]]:
    """Return what a pad is called, who wins on it, and who plays."""
    position = await house.services.pads.find(pad)
    return position.record.name, position.record.options["wins"], [player.name for player in position.record.players]


async def test_new_pad_of_any_game_asks_for_its_name_and_who_wins() -> None:
    async with start_room() as house:
        options = {"game": "free", "name": "Golf", "guests": "Grandma, Tom", "playing": False}
        form = await house.sandbox.people.command(HOST, CHANNEL, "pad new", options)
        assert form["state"] == "modal"
        labels = [component["label"] for component in (form.get("modal") or {})["components"]]
        assert labels == ["Which game", "Who wins", "Guests"]
        pad = await submit_form(house, HOST, form, name="Golf", wins=["fewest"], guests="Grandma, Tom")
        assert not is_private(pad)
        message = await wait_for_pad_message(house, pad.get("message") or {})
        assert "Golf" in text(message)
        assert await read_pad(house, number_of(message)) == ("Golf", "fewest", ["Grandma", "Tom"])


async def test_new_pad_of_any_game_opens_at_once_where_all_is_said() -> None:
    async with start_room() as house:
        options = {"game": "free", "name": "Golf", "wins": "fewest"}
        answer = await house.sandbox.people.command(HOST, CHANNEL, "pad new", options)
        assert answer["state"] == "message"
        assert await read_pad(house, number_of(answer.get("message") or {})) == ("Golf", "fewest", [HOST])


async def test_new_pad_whose_form_stays_blank_has_the_usual_name() -> None:
    async with start_room() as house:
        form = await house.sandbox.people.command(HOST, CHANNEL, "pad new", {"game": "free"})
        pad = (await submit_form(house, HOST, form)).get("message") or {}
        assert await read_pad(house, number_of(pad)) == ("", "most", [HOST])
        assert "Any game" in text(pad)


async def test_new_pad_with_two_guests_of_one_name_is_refused_before_and_after_the_form() -> None:
    async with start_room() as house:
        refused = await house.sandbox.people.command(HOST, CHANNEL, "pad new", {"game": "free", "guests": "Bo, bo"})
        assert is_private(refused)
        assert "two guests have the same one" in response_text(refused)
        form = await house.sandbox.people.command(HOST, CHANNEL, "pad new", {"game": "free"})
        assert "two guests have the same one" in response_text(await submit_form(house, HOST, form, guests="Bo, bo"))


async def test_pad_of_any_game_from_a_club_night_asks_the_same() -> None:
    async with start_room() as house:
        night = await house.sandbox.people.command(HOST, CHANNEL, "night begin", {"name": "Friday"})
        form = await choose_in_select(house, SEATED, night, "open_night_pad", "free")
        assert form["state"] == "modal"
        pad = (await submit_form(house, SEATED, form, name="Dice")).get("message") or {}
        assert await read_pad(house, number_of(pad)) == ("Dice", "most", [SEATED])
