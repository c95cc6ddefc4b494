"""The rankings of a day fit into one message, with ties, long names and five games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.people.guild_settings import ServerSettings
from bot.ui.daily import date_text, introduction, results_message, secrets_page
from bot.ui.kit.components import Part
from bot.ui.tries import COMPARED_TEXT, ranked, ranking_line
from cogs.daily.plans import plan_of
from cogs.games.voren.presenter import VorenPresenter
from data.deals.records import Deal, TryResult, deal_of_day, end_of
from data.tables.records import SeatRecord, TableStatus
from data.tables.settings import TableSettings, TrySettings
from rules.registry import GAMES
from rules.shuffle import commitment
from tests.bot.tables.samples import make_table
from tests.support.limits import LETTERS
from tests.support.messages import buttons, text

DAY = 20_785


def make_result(user: int, points: int, name: str = "", table: int | None = 1) -> TryResult:
    """Return a result in Voren."""
    return TryResult(1, user, name or f"Person {user}", points, 2, table)


def make_deal(game: str, closed: int | None = None) -> Deal:
    """Return the hand of the day in a game."""
    new = deal_of_day(DAY, game, plan_of(GAMES[game], DAY), bytes(32))
    return Deal(new.kind, game, new.plan, new.opens, new.closes, new.secret, id=1, closed=closed)


def make_ranking_message(count: int, name: str, games: tuple[str, ...] = tuple(sorted(GAMES))) -> Part:
    """Return the message of a day on which so many people with such names finished each of these games."""
    ranking = ranked("voren", [make_result(user, user, name * 32) for user in range(count)])
    layout = results_message(DAY, [(make_deal(game), ranking) for game in games])
    return {"content": "", "components": list(layout.parts)}


def test_those_who_are_level_share_a_place() -> None:
    ranking = ranked("voren", [make_result(1, 5), make_result(2, 9), make_result(3, 5), make_result(4, 1)])
    assert [(place, entry.user) for place, entry in ranking] == [(1, 2), (2, 1), (2, 3), (4, 4)]


def test_in_a_game_of_few_points_the_fewest_are_best() -> None:
    ranking = ranked("five_crowns", [make_result(1, 5), make_result(2, 9)])
    assert [entry.user for _, entry in ranking] == [1, 2]


def test_five_games_with_the_longest_names_fit() -> None:
    for name in ("*", "_", "w", "𓀀"):
        message_text = text(make_ranking_message(400, name))
        assert len(message_text) <= LETTERS
        assert message_text.count("… and ") == len(GAMES)
        assert "0" * 64 not in message_text


def test_the_secret_of_a_hand_is_shown_once_it_is_closed() -> None:
    hands = [make_deal("voren"), make_deal("mitigati", closed=1)]
    message_text = text({"content": "", "components": list(secrets_page(DAY, hands).parts)})
    assert message_text.count(commitment(bytes(32))) == 2
    assert message_text.count("0" * 64) == 1


def test_few_people_are_all_named() -> None:
    message_text = text(make_ranking_message(3, "w"))
    assert "… and" not in message_text
    assert message_text.count("\n1\\.") == len(GAMES)
    assert message_text.count("2 days in a row") == 3 * len(GAMES)


def test_names_are_escaped_and_mention_nobody() -> None:
    ranking = ranked("voren", [make_result(1, 5, "@everyone **x**")])
    layout = results_message(DAY, [(make_deal("voren"), ranking)])
    message_text = text({"content": "", "components": list(layout.parts)})
    assert "@everyone" not in message_text
    assert "\\*\\*x\\*\\*" in message_text


def test_a_best_hand_that_is_deleted_has_no_button() -> None:
    for table, is_there in ((7, True), (None, False)):
        ranking = ranked("voren", [make_result(1, 5, table=table)])
        layout = results_message(DAY, [(make_deal("voren"), ranking)])
        part = {"content": "", "components": list(layout.parts)}
        assert ("Best hand: Voren" in buttons(part)) is is_there


def test_a_day_whose_only_player_is_gone_says_so() -> None:
    layout = results_message(DAY, [])
    assert "Nobody is ranked." in text({"content": "", "components": list(layout.parts)})


def test_the_numbers_of_a_ranking_are_explained_once() -> None:
    assert text(make_ranking_message(3, "w")).count(COMPARED_TEXT) == 1
    empty = results_message(DAY, [])
    assert COMPARED_TEXT not in text({"content": "", "components": list(empty.parts)})


@pytest.mark.parametrize(
    ("guild", "status", "sentence"),
    [
        (1, "over", "Your \u22125 is compared with what other people make of the same cards."),
        (None, "over", "so this is in no ranking."),
        (1, "ended", "not finished"),
    ],
)
def test_the_end_of_a_try_says_what_its_points_are_compared_with(
    guild: int | None, status: TableStatus, sentence: str
) -> None:
    people = SeatRecord(1, 0, 7, "person", "Ada", points=-5), SeatRecord(1, 1, None, "computer", "Cosmo", points=53)
    settings = TableSettings(
        attempt=TrySettings(deal=1, kind="daily", closes=end_of(DAY), secret="", label="", packs=[], guild=guild)
    )
    live = make_table()
    live.record = replace(live.record, seats=people, settings=settings, status=status)
    assert sentence in ranking_line(live)


@pytest.mark.parametrize(
    ("manages", "sentence"),
    [
        (True, "This server posts no ranking: choose a channel in `/settings server`."),
        (False, "This server posts no ranking."),
    ],
)
def test_only_managers_are_told_by_which_command_a_server_gets_rankings(manages: bool, sentence: str) -> None:
    layout = introduction(GAMES["voren"], VorenPresenter(), make_deal("voren"), ServerSettings(), manages=manages)
    assert sentence in text({"content": "", "components": list(layout.parts)}).splitlines()[-1]
    assert manages == ("/settings" in str(layout.parts))


def test_a_day_is_called_by_its_date() -> None:
    assert date_text(DAY) == "28 November"
