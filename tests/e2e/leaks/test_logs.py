"""The log: libraries stay at INFO or above, and whatever goes wrong, no traceback holds a card."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from random import Random
from typing import Any

import pytest

import bot.scheduler.scheduler
import bot.search.search_processes
from bot.common.errors import Declined, redact, sentence_for
from data.engine.errors import StoreClosed
from tests.e2e.leaks.games import spelled
from tests.support.house import Seated, start_house

HAND = "GS 4H WOLF"
"""Cards in the text of an error; no line of this file that a traceback would print names them."""


@pytest.mark.parametrize(
    "name", ["discord", "discord.http", "discord.gateway", "sqlalchemy.engine", "aiosqlite", "PIL"]
)
def test_libraries_never_log_below_info_even_when_we_log_everything(name: str, stderr: io.StringIO) -> None:
    assert logging.getLogger(name).getEffectiveLevel() >= logging.INFO
    logging.getLogger(name).debug("GS")
    assert not stderr.getvalue()


@pytest.mark.parametrize("name", ["bot.tables.commands.play", "cogs.table.play", "data.store", "rules.table"])
def test_our_own_log_is_at_debug_when_that_is_asked_for(name: str, stderr: io.StringIO) -> None:
    logging.getLogger(name).debug("olive")
    assert "olive" in stderr.getvalue()


class Fails:
    """A computer player that fails, and says with which cards."""

    level = "normal"

    def choose(self, view: Any, rng: Random) -> str:
        try:
            raise KeyError(HAND)
        except KeyError as error:
            raise ValueError(HAND) from error


@pytest.mark.parametrize("guarded", [True, False])
async def test_a_computer_player_that_fails_tells_the_log_no_card(
    guarded: bool, stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the guard taken away the same failure would print a hand, and the search finds it."""
    if not guarded:
        monkeypatch.setattr(bot.scheduler.scheduler, "redact", lambda error: error)
    monkeypatch.setattr(bot.search.search_processes, "player_of", lambda game, level="normal": Fails())
    async with start_house() as house:
        await house.open("Ada", computers=3, hands=2)
        live = await house.live(1)
        if not live.computers():
            await house.press_in_hand("Ada", await_seated(live), "Deal")
        await house.until(lambda: "failed (ValueError)" in stderr.getvalue())
    assert "Traceback" in stderr.getvalue()
    assert bool(spelled(stderr.getvalue())) is not guarded


def await_seated(live: Any) -> Any:
    """The table as the harness names it."""
    return Seated(live.id, str(live.record.thread or live.record.channel), {})


def raise_and_catch(error: Exception) -> Exception:
    """An error as it is caught: with its traceback, and another one behind it."""
    try:
        try:
            raise KeyError(HAND)
        except KeyError:
            raise error  # noqa: B904  # the other one stays behind it
    except Exception as caught:  # noqa: BLE001  # whatever it is
        return caught


@pytest.mark.parametrize(
    "kind", [KeyError, ValueError, TypeError, AttributeError, IndexError, RuntimeError, LookupError]
)
def test_the_last_resort_logs_a_traceback_without_a_card(kind: type[Exception], stderr: io.StringIO) -> None:
    text = sentence_for(raise_and_catch(kind(HAND)), "interaction 1")
    assert not spelled(text)
    assert "Traceback" in stderr.getvalue()
    assert "raise error" in stderr.getvalue()
    assert not spelled(stderr.getvalue())
    assert redact(None) is None
    assert "Tell my operator: " in text
    assert sentence_for(Declined("Olives."), "interaction 2") == "Olives."


def test_the_last_resort_names_where_help_is() -> None:
    """With the mark by which the operator finds the fault in the log."""
    text = sentence_for(RuntimeError(), "interaction 1", "https://example.org/help")
    assert re.search(r"Report [0-9a-f]{8} here: <https://example\.org/help>$", text)


async def test_an_error_in_an_event_is_logged_without_its_text(
    stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py's own way would print the error and all that led to it."""
    async with start_house() as house:

        async def fails(_: object) -> None:
            raise raise_and_catch(ValueError(HAND))

        monkeypatch.setattr(house.services.router, "dispatch", fails)
        opened = await house.command("Ada", "voren new")
        lobby = opened.get("message") or {}
        monkeypatch.setattr("sandbox.server.limits.ACKNOWLEDGE_SECONDS", 0.2)
        answer = house.press("Bela", lobby, "Join")
        task = asyncio.ensure_future(answer)
        await house.until(lambda: "an error in on_interaction" in stderr.getvalue())
        task.cancel()
    text = stderr.getvalue()
    assert "Traceback" in text
    assert not spelled(text)


async def test_an_event_cut_short_by_the_end_of_the_process_is_no_error(
    stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord sends the servers anew to the next process."""
    async with start_house() as house:

        async def stops(_: object) -> None:
            raise StoreClosed

        monkeypatch.setattr(house.services.guild_presence, "become_available", stops)
        house.bot.dispatch("guild_available", house.bot.guilds[0])
        await house.until(lambda: "on_guild_available ended early: the bot is stopping" in stderr.getvalue())
    assert "Traceback" not in stderr.getvalue()
    assert "ERROR" not in stderr.getvalue()
