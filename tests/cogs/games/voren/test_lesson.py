"""The first hand of Voren."""

from __future__ import annotations

from bot.tables.commands import lessons
from cogs.games.voren.lesson import LESSON
from rules.registry import GAMES
from tests.support.wire_tables import BYSTANDER, number, person, room


async def test_a_computer_player_deals_and_the_first_decision_is_to_stay_or_fold() -> None:
    """Without a poke, which would be a third thing to learn at once."""
    async with room() as here:
        learner = person(here, BYSTANDER)
        live, _ = await lessons.begin(here.services.tables, GAMES["voren"], LESSON.plan, learner, number(here))
        assert live.state is not None
        view = live.state.view(LESSON.plan.seat)
        assert view["moves"] == ["stay", "fold"]
        assert view["log"] == [{"event": "deal"}, {"seat": LESSON.plan.dealer, "move": "deal"}]
        assert LESSON.plan.dealer != LESSON.plan.seat
