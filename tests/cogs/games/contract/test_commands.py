"""`/GAME new` of every game: what it opens, with which options and settings, and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any, TypeVar

import pytest

from bot.common.text import escape
from cogs.games.base import COMMAND_NAMES
from rules.contract import Conduct, Game, Option, OptionValue
from sandbox import Refused
from tests.support.every_game import SHOWN, every_game, presenter_of, samples_of
from tests.support.house import House
from tests.support.messages import buttons, selects
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, find_answer_buttons, is_private, response_text

T = TypeVar("T")

REFUSED_COMBINATIONS: dict[str, list[tuple[dict[str, int], str]]] = {
    "five_crowns": [({"first": 9, "last": 5}, "cannot be larger than the last")],
    "voren": [({"limit": 1, "ante": 5}, "ante cannot be 5: choose 3 to 300 in steps of 3.")],
}
"""Options by games that the rules refuse in this combination, with their sentence."""

SETTINGS = {
    "clock": 86400,
    "extra_time": 3600,
    "in_quiet_hours": 8,
    "mention": 3600,
    "auto_last_card": False,
    "invited_only": True,
    "friendly": True,
}
"""Options for a table's settings, each with a value that is not the standard's."""
SETTING_SENTENCES = {
    "mention": "Mentions come after an hour.",
    "auto_last_card": "You play every card yourself.",
    "invited_only": "Only invited people may join.",
}
LOBBY_BUTTONS = ("Join", "Leave", "Make it rated", "Invite and arrange", "Options", "Clock", "Rules")
LONG_AGO = 10_000


def read_offered_options(house: House, game: Game) -> dict[str, Any]:
    """Return the options of a game's `new` as Discord has them, by name."""
    (command,) = [
        entry for entry in house.sandbox.people.state(HOST)["commands"] if entry["name"] == SHOWN[game.id].command
    ]
    (new,) = command["options"]
    assert new["name"] == "new"
    return {option["name"]: option for option in new["options"]}


def name_options(options: Mapping[str, T]) -> dict[str, T]:
    """Return a game's options by the names that the command gives them."""
    return {COMMAND_NAMES.get(name, name): value for name, value in options.items()}


async def open_table(house: House, game: Game, who: str = HOST, **options: Any) -> Any:
    """Use `/GAME new`; return the answer."""
    return await house.command(who, f"{SHOWN[game.id].command} new", channel=CHANNEL, **options)


@every_game
async def test_command_opens_a_table_for_everybody_to_see(house: House, game: Game) -> None:
    """Anybody may, and is its host; what is played by the standard, and how many are needed, is said.

    Nobody has finished a game here yet, so the table is friendly.
    """
    fewest, most = game.seats
    terms = presenter_of(game).terms_text(game.resolve({}, fewest), fewest)
    for who in (HOST, BYSTANDER):
        answer = await open_table(house, game, who)
        assert not is_private(answer)
        assert f"1. {who} (host)" in response_text(answer)
        assert f"1 of {most} seats" in response_text(answer)
        assert f"{fewest - 1} more needed to start" in response_text(answer)
        assert escape(terms, LONG_AGO) in response_text(answer)
        assert set(find_answer_buttons(answer)) == set(LOBBY_BUTTONS)
        assert set(selects(answer.get("message") or {})) == {"Add computer …"}
    rules = await house.press(BYSTANDER, answer.get("message") or {}, "Rules")
    assert is_private(rules)
    assert game.name in response_text(rules)


@every_game
async def test_command_has_every_option_of_the_rules_and_no_other(house: House, game: Game) -> None:
    """With a line that explains it, and the values of the rules as choices or as a range; then a table's settings."""
    result = read_offered_options(house, game)
    settings = {"clock", "extra_time", "when_time_runs_out", "in_quiet_hours", "mention", "invited_only", "friendly"}
    forces = type(game.conduct).is_forced is not Conduct.is_forced
    own = name_options(game.options)
    assert set(result) - set(own) == settings | ({"auto_last_card"} if forces else set())
    for name, option in own.items():
        line = result[name]["description"]
        assert len(line) > 20
        assert "standard" in line
        if not option.allowed and option.default not in option.labels:
            assert str(option.default) in line
        assert not result[name].get("required")
        if set(option.allowed) == {True, False}:
            assert result[name]["type"] == 5
        elif option.allowed:
            assert [choice["value"] for choice in result[name]["choices"]] == list(option.allowed)
            if option.labels:
                assert [choice["name"] for choice in result[name]["choices"]] == list(option.labels.values())
        else:
            assert result[name]["min_value"] == max(1, option.low)
            assert result[name]["max_value"] == option.high


@every_game
async def test_command_keeps_options_and_settings_and_tells_them(house: House, game: Game) -> None:
    """In the lobby, whole, and with the table."""
    options = dict(samples_of(game).options)
    settings = {name: value for name, value in SETTINGS.items() if name in read_offered_options(house, game)}
    answer = await open_table(house, game, **name_options(options), **settings)
    terms = presenter_of(game).terms_text(game.resolve(options, game.seats[0]), game.seats[0])
    assert escape(terms, LONG_AGO) in response_text(answer)
    assert "…" not in response_text(answer)
    for name, words in SETTING_SENTENCES.items():
        assert (words in response_text(answer)) is (name in settings)
    live = await house.live(int(buttons(answer.get("message") or {})["Join"].split(":")[2]))
    assert {name: live.record.options[name] for name in options} == options
    if "auto_last_card" in settings:
        assert live.record.settings.get("forced") is False


def list_values_beyond(option: Option) -> list[OptionValue]:
    """Return values that are none of an option's, and that Discord holds back."""
    if set(option.allowed) == {True, False}:
        return ["maybe"]
    if not option.allowed:
        return [max(1, option.low) - 1, option.high + 1]
    if isinstance(option.allowed[0], str):
        return ["none of them"]
    return [max(map(int, option.allowed)) + 1, next(number for number in count(1) if number not in option.allowed)]


@every_game
async def test_command_takes_no_value_that_the_rules_do_not_have(house: House, game: Game) -> None:
    """Discord holds people to the ranges and choices that the command names; nothing is opened."""
    before = await house.store.tables.numbers(0, LONG_AGO)
    wrong: list[tuple[str, OptionValue]] = [
        (name, value) for name, option in name_options(game.options).items() for value in list_values_beyond(option)
    ]
    for name, value in [*wrong, ("mention", 7)]:
        with pytest.raises(Refused):
            await open_table(house, game, HOST, **{name: value})
    assert await house.store.tables.numbers(0, LONG_AGO) == before


@every_game
async def test_command_passes_on_why_the_rules_refuse_a_value(house: House, game: Game) -> None:
    """Numbers that Discord lets pass: the answer is the sentence of the rules, private, and no table is opened."""
    before = await house.store.tables.numbers(0, LONG_AGO)
    refused: list[tuple[dict[str, int], str]] = [
        ({name: value}, f"{name} cannot be {value}: choose {option.in_words()}.")
        for name, option in game.options.items()
        for value in (option.low + 1, option.high - 1)
        if not option.allowed and not option.admits(value)
    ]
    for options, sentence in (*refused, *REFUSED_COMBINATIONS.get(game.id, ())):
        answer = await open_table(house, game, HOST, **name_options(options))
        assert is_private(answer), options
        assert sentence in response_text(answer)
    assert await house.store.tables.numbers(0, LONG_AGO) == before
