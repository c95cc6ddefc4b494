"""An answer that Discord refuses as it is: its person gets a sentence instead, and it counts as failed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.common.metrics import INTERACTIONS
from bot.transport.api.error_codes import ACKNOWLEDGED, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE
from bot.transport.interactions.responder import Responder
from bot.transport.interactions.responses import MODAL, NEW_MESSAGE, UPDATE_MESSAGE, ResponseMode
from bot.ui.kit.components import Layout, text
from tests.support.discord_errors import make_refusal

INVALID_FORM_BODY = 50035
PAGE = Layout([text("A page that is too long")])
SORRY = "Something went wrong on my side."


class Discord:
    """An interaction, its callbacks and its messages. Answers with components, and forms, meet `error`."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.answers: list[tuple[str, str]] = []
        self.interaction: Any = SimpleNamespace(
            id=1,
            user=SimpleNamespace(id=7, display_name="Ada"),
            channel_id=5,
            command=None,
            extras={},
            message=SimpleNamespace(id=80),
            followup=SimpleNamespace(send=self._follow_up),
            edit_original_response=self._edit,
            original_response=self._original,
        )
        callbacks: Any = self
        self.responder = Responder(callbacks)

    async def send(self, _: Any, kind: int, data: Any, *, read: bool) -> Any:
        if kind == MODAL or (kind in {NEW_MESSAGE, UPDATE_MESSAGE} and "components" in data):
            raise self.error
        if kind == NEW_MESSAGE:
            self.answers.append(("answer", data["content"]))
        return {"resource": {"message": {"id": "90"}}} if read else None

    async def _follow_up(self, content: str = "", *, ephemeral: bool, **parts: Any) -> Any:
        assert ephemeral
        self._note("further message", content, parts)
        return SimpleNamespace(id=91)

    async def _edit(self, **parts: Any) -> Any:
        self._note("edit", parts.get("content", ""), parts)
        return SimpleNamespace(id=92)

    async def _original(self) -> Any:
        return SimpleNamespace(id=93, flags=SimpleNamespace(loading=True), delete=self._delete)

    async def _delete(self) -> None:
        self.answers.append(("delete", ""))

    def _note(self, place: str, content: str, parts: dict[str, Any]) -> None:
        if "view" in parts:
            raise self.error
        self.answers.append((place, content))

    async def press(self, mode: ResponseMode, *, defers: bool = False) -> None:
        """Press a button whose answer is a page."""
        async with self.responder.respond(self.interaction, mode, "test") as response:
            if defers:
                await response.defer()
            await response.send(layout=PAGE)

    async def ask_for_form(self) -> None:
        async with self.responder.respond(self.interaction, "private", "test") as response:
            await response.modal(discord.ui.Modal(title="A form"))


def count_outcomes(outcome: str) -> float:
    return INTERACTIONS.labels("test", outcome)._value.get()  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("mode", "defers", "places"),
    [
        ("private", False, ["answer"]),
        ("update", False, ["answer"]),
        ("public", False, ["answer"]),
        ("private", True, ["edit"]),
        ("update", True, ["further message"]),
        ("public", True, ["delete", "further message"]),
    ],
)
async def test_a_person_whose_answer_is_refused_gets_a_sentence(
    mode: ResponseMode, places: list[str], *, defers: bool
) -> None:
    """In the place that the answer left: no deferral stays without an answer."""
    fake_discord, failed, done = (
        Discord(make_refusal(INVALID_FORM_BODY)),
        count_outcomes("failed"),
        count_outcomes("done"),
    )
    await fake_discord.press(mode, defers=defers)
    assert [place for place, _ in fake_discord.answers] == places
    assert fake_discord.answers[-1][1].startswith(SORRY)
    assert (count_outcomes("failed"), count_outcomes("done")) == (failed + 1, done)


async def test_a_person_whose_form_is_refused_gets_a_sentence() -> None:
    fake_discord, failed = Discord(make_refusal(INVALID_FORM_BODY)), count_outcomes("failed")
    await fake_discord.ask_for_form()
    ((place, words),) = fake_discord.answers
    assert place == "answer"
    assert words.startswith(SORRY)
    assert count_outcomes("failed") == failed + 1


@pytest.mark.parametrize(
    "error",
    [make_refusal(UNKNOWN_INTERACTION, 404), make_refusal(ACKNOWLEDGED), make_refusal(0, 503), ConnectionResetError()],
    ids=["too late", "acknowledged", "outage", "reset"],
)
async def test_a_person_whose_answer_is_lost_gets_no_second_one(error: Exception) -> None:
    """Discord may have the answer, or takes none."""
    fake_discord = Discord(error)
    await fake_discord.press("private")
    await fake_discord.ask_for_form()
    assert not fake_discord.answers


async def test_a_dismissed_answer_is_not_replaced() -> None:
    """A private deferral that its person dismissed: there is no place for a sentence either."""
    fake_discord, failed = Discord(make_refusal(UNKNOWN_MESSAGE, 404)), count_outcomes("failed")
    await fake_discord.press("private", defers=True)
    assert not fake_discord.answers
    assert count_outcomes("failed") == failed
