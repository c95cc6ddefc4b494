"""The hall of fame: who is in it, ties, games that the fewest points win, the winners of seasons; seasons in words."""

from __future__ import annotations

import pytest

from bot.ui.standings import hall_of_fame, seasons
from bot.ui.standings.figures import games_in_order
from bot.ui.standings.hall_of_fame import GameRecords, record_lines, winners_line
from data.pads.records import FREE_GAME_ID
from data.standings.records import BestHand, Origin, Season, Standing
from tests.bot.ui.standings.samples import SPRING, SUMMER, standing
from tests.support.limits import fits, parts_of

WIDE = "\u7530" * 32


def make_records(*standings: Standing, game: str = "voren", best: BestHand | None = None) -> GameRecords:
    return GameRecords(game, standings, best, (), 0, False)


def test_each_record_names_who_holds_it() -> None:
    people = (
        standing(1, "Ada", mu=30.0, sigma=1.0, wins=3, longest=2),
        standing(2, "Bela", mu=60.0, rated=9, wins=5, longest=2),
        standing(3, "Cleo", best=45, best_of=(Origin("pad", 4), 5)),
    )
    best = BestHand(3, "Cleo", 45, Origin("pad", 4), 5, 1_000_000)
    assert record_lines(make_records(*people, best=best)) == [
        "**Highest rating:** **Ada** 27.0",
        "**Most games won:** **Bela** 5",
        "**Longest streak:** **Ada** and **Bela** 2 in a row",
        "**Best hand ever:** **Cleo** 45, <t:1000:D>, hand 5 of pad 4 (`/pad show`)",
    ]


def test_many_who_are_level_are_counted() -> None:
    people = [standing(number, f"P{number}", wins=3) for number in range(1, 8)]
    assert "**Most games won:** **P1**, **P2**, **P3** and 4 more 3" in record_lines(make_records(*people))


def test_a_provisional_rating_is_no_record() -> None:
    assert record_lines(make_records(standing(1, rated=9)))[0] == "**Highest rating:** nobody has ten rated games yet"


def test_those_who_had_as_good_a_hand_are_counted() -> None:
    people = [standing(number, game="five_crowns", best=0) for number in range(3)]
    best = BestHand(1, "Ada", 0, Origin("table", 4), 5, 1_000_000)
    assert record_lines(make_records(*people, game="five_crowns", best=best))[-1] == (
        "**Best hand ever:** **Ada** 0 (the fewest), <t:1000:D>, hand 6 of table 4 (`/table replay`) · tied with 2 more"
    )


def test_a_season_is_won_by_the_highest_sure_rating_else_by_the_most_wins() -> None:
    sure, unsure = standing(1, "Ada"), standing(2, "Bela", mu=60.0, rated=2, wins=5)
    assert winners_line("voren", SPRING, [sure, unsure]) == "- **Spring**: **Ada**, rating 19.1"
    assert winners_line("voren", SPRING, [unsure]) == "- **Spring**: **Bela**, 5 games won"
    assert winners_line("voren", SPRING, []) == "- **Spring**: nobody"
    assert winners_line(FREE_GAME_ID, SPRING, [sure]) == "- **Spring**: **Ada**, 2 games won"


@pytest.mark.parametrize("name", [WIDE, "*" * 32, "\u202e\u05d0" * 16])
def test_the_hall_fits_a_message(name: str) -> None:
    people = [standing(number, name, points=10**30, best=10**30, longest=10**6) for number in range(1, 5)]
    past = [(Season(1, number, name, 1, 2), people) for number in range(hall_of_fame.MAX_PAST_SEASONS)]
    best = BestHand(1, name, 10**30, Origin("table", 10**9), 10**6, 10**12)
    halls = [
        GameRecords(game, people, best, past if game == "voren" else (), 10**6, stale=True) for game in games_in_order()
    ]
    for game, game_records in (("voren", halls[-2:-1]), (None, halls)):
        fits(hall_of_fame.public_hall(game_records, game))
        fits(hall_of_fame.private_hall(game_records, game))
    (voren,) = [entry for entry in halls if entry.game == "voren"]
    fits(hall_of_fame.public_hall([voren], "voren"))
    fits(hall_of_fame.private_hall([voren], "voren"))


def test_an_empty_hall_says_so() -> None:
    texts = [part.get("content", "") for part in parts_of(hall_of_fame.public_hall([make_records()], None).parts)]
    assert any("Nothing yet. Finish a game" in text for text in texts)
    texts = [part.get("content", "") for part in parts_of(hall_of_fame.public_hall([make_records()], "voren").parts)]
    assert any("Nobody has finished a game yet." in text for text in texts)


@pytest.mark.parametrize("name", [WIDE, "*" * 32, ":" * 32])
def test_seasons_fit_a_message_and_an_id(name: str) -> None:
    many = [Season(1, 10**17 + number, name, 10**12, 10**12) for number in range(60, 0, -1)]
    fits(seasons.season_list(many, manages=True))
    fits(seasons.confirmation_panel(name, 1, many[0]))
    fits(seasons.announcement(many[0], many[1], name))


def test_the_list_says_since_when_and_until_when() -> None:
    text = "\n".join(
        part.get("content", "") for part in parts_of(seasons.season_list([SUMMER, SPRING], manages=False).parts)
    )
    assert "- **Summer**: since <t:1710000000:D>" in text
    assert "- **Spring**: <t:1700000000:D> to <t:1710000000:D>" in text
    assert "Only managers of this server" in text
