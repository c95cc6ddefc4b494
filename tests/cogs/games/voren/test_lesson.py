"""The first hand of Voren."""

from __future__ import annotations

from bot.tables.commands import lessons
from cogs.games.voren.lesson import ALL_PLAY, LESSON, guide
from rules.contract import View
from rules.registry import GAMES
from tests.support.wire_tables import BYSTANDER, find_actor, start_room


async def test_a_computer_player_deals_and_the_first_decision_is_to_stay_or_fold() -> None:
    """Without a poke, which would be a third thing to learn at once."""
    async with start_room() as house:
        live, _ = await lessons.begin(house.services.tables, GAMES["voren"], LESSON.plan, find_actor(house, BYSTANDER))
        assert live.state is not None
        view = live.state.view(LESSON.plan.seat)
        assert view["moves"] == ["stay", "fold"]
        assert view["log"] == [{"event": "deal"}, {"seat": LESSON.plan.dealer, "move": "deal"}]
        assert LESSON.plan.dealer != LESSON.plan.seat


def read_guide(*moves: str) -> str:
    """Return what a lesson says to the next seat of four after these moves."""
    game = GAMES["voren"]
    state = game.new(4, game.resolve({}, 4), 3)
    assert state.expects is not None
    state = state.chance(state.expects.event, state.expects.cards)
    for move in moves:
        state = state.apply(state.to_act[0], move)
    view: View = state.view(state.to_act[0])
    return guide(view)


def test_a_poke_on_offer_says_what_each_button_does_and_costs() -> None:
    take = "*Take the poke*: you swap all three cards, unseen, and stay. *Stay*: you keep them."
    assert read_guide("deal poke") == f"{take} *Fold*: you lose only the 3 you paid."
    assert read_guide("deal poke allplay") == f"{take} All play: nobody may fold."


def test_all_play_is_told_at_the_first_card_once() -> None:
    stays = ("deal allplay", *("stay",) * 4)
    assert read_guide(*stays).startswith(ALL_PLAY)
    assert ALL_PLAY not in read_guide("deal", *("stay",) * 4)
