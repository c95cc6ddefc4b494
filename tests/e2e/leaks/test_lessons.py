"""What is sent while somebody learns a game shows what their seat may know, and goes to nobody else."""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from copy import copy
from random import Random
from typing import Any

import pytest

from bot.tables.commands import lessons
from bot.tables.model import finished_hands
from bot.tables.model.table_state import TableState
from bot.ui.game.players import players_of
from bot.ui.kit.components import text as text_part
from bot.ui.scene.text import card_name
from bot.ui.table import lesson
from bot.ui.table.renderer import TableRenderer
from rules.players import Hint
from tests.e2e.leaks.games import GAMES
from tests.e2e.leaks.players import BYSTANDER
from tests.e2e.leaks.pupils import CHANNEL, Pupil, Strays
from tests.e2e.leaks.watch import DURATION, Watch
from tests.support.house import House, start_house
from tests.support.messages import buttons

SHORT = {"voren", "five_crowns"}
"""The games whose hands are over soon: of these more than the first is played everywhere."""

Leak = Callable[[pytest.MonkeyPatch, House], None]


@asynccontextmanager
async def school(*, pictures: bool) -> AsyncGenerator[tuple[House, Watch, Strays]]:
    """A house in which everything is watched, with nobody at a table."""
    async with start_house(pictures=pictures) as house:
        house.sandbox.people.add_user(BYSTANDER)
        house.check_every = 10
        house.tolerate = lambda request: request.status == 404  # a message that a newer one has taken the place of
        watch = Watch(house)
        watch.read(house.store)
        logging.getLogger().addHandler(watch)
        try:
            yield house, watch, Strays(house, watch)
        finally:
            logging.getLogger().removeHandler(watch)


async def learnt(house: House, watch: Watch, game: str, seed: int, lessons_each: int) -> tuple[Pupil, Pupil]:
    """Two pupils learn a game side by side, and look over each other's shoulder."""
    rng = Random(seed)
    pupils = [await Pupil.enrol(house, watch, Random(rng.random()), GAMES[game], who) for who in ("Ada", "Bela")]
    ada, bela = pupils
    for number in range(lessons_each):
        for pupil, other in ((ada, bela), (bela, ada)):
            await pupil.pry(other)
            await house.command(BYSTANDER, "table show", channel=CHANNEL, table=pupil.table.number)
            await pupil.learn(rng.choice((0.2, 0.5, 1)), leaves=number == lessons_each - 1 and pupil is bela)
            await pupil.pry(other)
            if number < lessons_each - 1:
                await pupil.begin()
    return ada, bela


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("game", "number"),
    [
        *((game, 2 if game in SHORT else 1) for game in GAMES),
        *(pytest.param(game, 25, marks=pytest.mark.soak) for game in GAMES),
    ],
)
async def test_a_lesson_tells_its_learner_what_their_seat_may_know_and_nobody_else_anything(
    game: str, number: int, stderr: io.StringIO
) -> None:
    """The first hand and others, by hints and at random: the messages, their pictures' words, the log, the end."""
    async with school(pictures=number < 3) as (house, watch, strays):
        pupils = await learnt(house, watch, game, 43, number)
        for line in stderr.getvalue().splitlines():
            watch.look("standard error", [DURATION.sub("", line)], None, "the operator")
        assert not watch.findings, watch.findings[:10]
        assert not strays.found, strays.found[:10]
        counts = sum((pupil.did for pupil in pupils), start=pupils[0].did - pupils[0].did)
        assert counts["hands"] == 2 * number
        assert counts["hints"]
        assert counts["moves"]
        assert counts["Log"]
        assert counts["pried"] >= 4 * number
        answered = sum(counts[what] for what in ("hints", "moves", "Log", "pried"))
        assert watch.seen["events"] >= answered  # a lesson may be over after a move or two
        assert bool(watch.seen["files"]) == (number < 3)


# -- a bot that leaks on purpose --------------------------------------------------------------------------------------


def another_hand(live: TableState, seat: int) -> list[str]:
    """What somebody else at a table holds."""
    assert live.state is not None
    return live.state.view((seat + 1) % len(live.record.seats))["hand"] or []


def a_hint_from_another_seat(patch: pytest.MonkeyPatch, house: House) -> None:
    hinted = house.services.renderer.hint

    async def leaky(live: TableState, seat: int) -> Hint | None:
        hint = await hinted(live, seat)
        cards = another_hand(live, seat)
        text = card_name(house.services.presenters.of(live).pack, cards[0]) if cards else ""
        return hint if hint is None or not cards else Hint(hint.move, f"Keep the {text} for later.")

    patch.setattr(house.services.renderer, "hint", leaky)


def a_reason_goes_on_with_another_hand(patch: pytest.MonkeyPatch, house: House) -> None:
    above = lesson.hint_with_button

    def leaky(live: TableState, seat: int, presenter: Any, view: Any, advice: Hint | None, *rest: Any) -> Any:
        cards = ", ".join(card_name(presenter.pack, text) for text in another_hand(live, seat))
        return above(live, seat, presenter, view, advice and Hint(advice.move, f"{advice.why} {cards}"), *rest)

    patch.setattr(lesson, "hint_with_button", leaky)


def the_hand_of_another_seat(patch: pytest.MonkeyPatch, house: House) -> None:
    hand = TableRenderer.render_hand

    async def leaky(self: TableRenderer, live: TableState, seat: int, *rest: Any) -> Any:
        return await hand(self, live, (seat + 1) % len(live.record.seats), *rest)

    patch.setattr(TableRenderer, "render_hand", leaky)


def the_end_before_the_hand_is_over(patch: pytest.MonkeyPatch, house: House) -> None:
    """With the story of the hand up to its last move."""
    hand = TableRenderer.render_hand

    async def leaky(self: TableRenderer, live: TableState, seat: int, *rest: Any) -> Any:
        state = live.state
        if state is None or not live.last_move_seq.get(seat):
            return await hand(self, live, seat, *rest)
        ended, view = copy(live), state.view(seat)
        for move in lessons._line(live.game, state, frozenset(range(len(live.record.seats))), 1):
            view = state.view(seat)
            ended.state = state = finished_hands.position_after(state, move)
        rendered = await self._lesson_over(ended, seat, None)
        passages = self.presenters.of(live).story(view, view["log"], players_of(live, seat))
        text = " ".join(sentence for passage in passages for sentence in passage.sentences)
        rendered.layout.parts.append(text_part(text[-1500:]))
        return rendered

    patch.setattr(TableRenderer, "render_hand", leaky)


def an_answer_that_all_can_see(patch: pytest.MonkeyPatch, house: House) -> None:
    routes = house.services.router._routes
    patch.setitem(routes, "follow_hint", routes["follow_hint"]._replace(response="public"))


ANY: tuple[Leak, ...] = (a_hint_from_another_seat, a_reason_goes_on_with_another_hand, the_end_before_the_hand_is_over)
SOME: tuple[Leak, ...] = (the_hand_of_another_seat, an_answer_that_all_can_see)


@pytest.mark.parametrize(
    ("game", "leak"),
    [
        *((game, leak) for game in GAMES for leak in ANY),
        *(("mitigati", leak) for leak in SOME),
    ],
)
async def test_a_leak_in_a_lesson_is_found(
    game: str, leak: Leak, stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with school(pictures=False) as (house, watch, strays):
        leak(monkeypatch, house)
        # A step that explains something new tells neither news nor a hint's reason: here no step does.
        monkeypatch.setattr(type(house.services.presenters[game]), "guide", lambda *_: "")
        pupil = await Pupil.enrol(house, watch, Random(1), GAMES[game], "Ada")
        try:
            while not (watch.findings or strays.found) and (await pupil.live()).record.status == "playing":
                message = await pupil.hand("Ada")
                await pupil.follow(message, buttons(message)["Follow the hint"])
        except KeyError:  # a leak may take the place of what the next step needs
            pass
        assert watch.findings or strays.found
