"""Challenges in words: how to play comes first, results only at the end, and all fits into a message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.challenges import ROWS, challenge_message, question, ranking_page
from bot.ui.tries import ranked
from cogs.games.voren.presenter import VorenPresenter
from data.deals.records import CHALLENGE_MS, DAY_MS, Deal, DealOrigin, DealPlan, TryResult
from tests.bot.tables.samples import make_table
from tests.support.messages import buttons, make_message, text

ORIGIN = DealOrigin(1, 2, 12, 0, -34)
PLAN = DealPlan({"hands": 6}, 3, 1, 2)
DEAL = Deal("challenge", "voren", PLAN, DAY_MS, DAY_MS + CHALLENGE_MS, bytes(32), (), ORIGIN, id=5)
CLOSED = replace(DEAL, closed=1)
MAX_MESSAGE_LETTERS = 4000


def make_results(count: int, name: str = "w") -> list[tuple[int, TryResult]]:
    """Return so many people's results with their places."""
    return ranked("voren", [TryResult(5, user, name * 32, 1000 + user, None, 7) for user in range(count)])


def test_an_open_challenge_says_how_to_play_and_no_result() -> None:
    message = make_message(challenge_message(DEAL, ORIGIN, VorenPresenter(), make_results(2)))
    message_text = text(message)
    assert (
        "Press *Play this deal*: you get the cards of one seat there, against 2 strong computer players."
        in message_text
    )
    assert "2 people have finished." in message_text
    assert "table 12" in message_text
    assert "1000" not in message_text
    assert "34" not in message_text
    assert list(buttons(message)) == ["Play this deal", "Ranking", "Rules"]


def test_a_challenge_whose_table_is_deleted_names_none() -> None:
    deal_origin = replace(ORIGIN, table=None)
    assert "None" not in text(make_message(challenge_message(DEAL, deal_origin, VorenPresenter(), [])))


@pytest.mark.parametrize("name", ["*", "_", "w", "𓀀"])
def test_a_ranking_of_many_with_long_names_fits(name: str) -> None:
    message = make_message(challenge_message(CLOSED, ORIGIN, VorenPresenter(), make_results(400, name)))
    assert len(text(message)) <= MAX_MESSAGE_LETTERS
    assert f"… and {400 - ROWS} more." in text(message)
    assert "To beat: **\u221234**" in text(message)
    assert list(buttons(message)) == ["Best hand"]


def test_a_challenge_that_nobody_finished_says_so() -> None:
    message = make_message(challenge_message(CLOSED, ORIGIN, VorenPresenter(), []))
    assert "Nobody has finished it." in text(message)
    assert not buttons(message)


def test_only_moderators_can_end_an_open_one() -> None:
    for may_end, deal, is_there in ((True, DEAL, True), (False, DEAL, False), (True, CLOSED, False)):
        message = make_message(ranking_page(deal, ORIGIN, make_results(1), may_end=may_end))
        assert ("End the challenge" in buttons(message)) is is_there


def test_the_question_says_where_and_for_how_long() -> None:
    message_text = text(make_message(question(make_table(), 0, 2)))
    assert "It is posted in <#2>." in message_text
    assert "For 7 days" in message_text
