"""`/fivecrowns new`: what its lobby says of Five Crowns, beside what all lobbies say (contract/test_commands.py)."""

from __future__ import annotations

from rules.registry import GAMES
from tests.support.house import House
from tests.support.wire_tables import CHANNEL, HOST, is_private, said


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played(here: House) -> None:
    answer = await here.command(HOST, "fivecrowns new", channel=CHANNEL)
    assert "11 deals from 3 cards to 13" in said(answer)
    assert "the lowest score wins" in said(answer)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table(here: House) -> None:
    answer = await here.command(HOST, "fivecrowns new", channel=CHANNEL, first=4, last=6)
    assert "3 deals from 4 cards to 6" in said(answer)
    assert "no choice" not in said(answer)  # every move leaves one


async def test_every_option_of_the_command_names_the_standard_number_of_cards(here: House) -> None:
    (command,) = [one for one in here.sandbox.people.state(HOST)["commands"] if one["name"] == "fivecrowns"]
    (new,) = command["options"]
    lines = {option["name"]: option["description"] for option in new["options"]}
    for name, option in GAMES["five_crowns"].options.items():
        assert str(option.default) in lines[name]


async def test_options_that_the_rules_refuse_open_nothing(here: House) -> None:
    """With the sentence of the rules."""
    before = await here.store.numbers(0, 1000)
    answer = await here.command(HOST, "fivecrowns new", channel=CHANNEL, first=9, last=5)
    assert is_private(answer)
    assert "cannot be larger than the last" in said(answer)
    assert await here.store.numbers(0, 1000) == before
