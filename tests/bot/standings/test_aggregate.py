"""Results folded into standings: part by part and from the first come to the same, and what counts for whom."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.standings import standings_worker
from bot.standings.aggregate import StandingsAggregate
from bot.standings.ratings import MU, SIGMA
from bot.standings.standings_worker import bring_up_to_date, digest, recount
from data.standings.records import (
    ALL_TIME,
    Fold,
    GamePart,
    GameResult,
    HandPart,
    HandResult,
    Origin,
    PartKind,
    Standing,
    Stay,
)
from data.store import Store
from tests.bot.standings.makers import GAME, GUILD, SEASONS, make_results
from tests.data.makers import url_of

A, B, C, D = 900, 901, 902, 903


def make_result(*parts: GamePart, friendly: bool = False, at: int = 10, number: int = 1) -> GameResult:
    """Return a game that counts."""
    return GameResult(Origin("table", number), GUILD, GAME, at, 1, "counts", friendly, parts)


def make_part(number: int, user: int | None, place: int, *, side: int | None = None, stay: Stay = "whole") -> GamePart:
    """Return what a game brought a seat of a person or a computer player."""
    kind: PartKind = "computer" if user is None else "person"
    won = place == 1 and stay == "whole"
    return GamePart(number, number if side is None else side, kind, user, 5, place, won, stay)


def find_standing(standings: StandingsAggregate, user: int, season: int = ALL_TIME) -> Standing:
    """Return what somebody's results come to."""
    return standings.standings[season, user]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), cut=st.integers(0, 40))
def test_going_on_comes_to_the_same_as_beginning_anew(seed: int, cut: int) -> None:
    """To the last bit: the standings are kept in between, and so are the ratings."""
    rng = Random(seed)
    results = make_results(rng, 15)
    hands = sorted(
        (result for _, hand_results, _ in results for result in hand_results), key=standings_worker._hand_key
    )
    games = sorted(
        (game_of_origin for _, _, game_of_origin in results if game_of_origin is not None),
        key=standings_worker._game_key,
    )
    whole = StandingsAggregate(GAME, SEASONS)
    for hand in hands:
        whole.add_hand(hand)
    rows = [row for game in games for row in whole.add_game(game)]
    first = StandingsAggregate(GAME, SEASONS)
    for hand in hands[:cut]:
        first.add_hand(hand)
    early = [row for game in games[: cut // 2] for row in first.add_game(game)]
    second = StandingsAggregate(GAME, SEASONS, deepcopy(list(first.standings.values())))
    for hand in hands[cut:]:
        second.add_hand(hand)
    assert early + [row for game in games[cut // 2 :] for row in second.add_game(game)] == rows
    assert second.standings == whole.standings


@pytest.mark.parametrize("seed", range(3))
async def test_stored_totals_equal_a_recount(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results come in any order, change and go; seasons begin; somebody wants no statistics, and wants them again."""
    monkeypatch.setattr(standings_worker, "BATCH_SIZE", 7)
    rng = Random(seed)
    store = await Store.open(url_of(tmp_path / "kept.db"))
    results, texts = make_results(rng, 25), list[str]()
    for season in SEASONS:
        await store.results.begin_season(GUILD, season.name, season.began)
    for origin, hands, game in rng.sample(results, len(results)):
        await store.results.replace(origin, hands, game)
        if rng.random() < 0.4:
            await bring_up_to_date(store, GUILD, GAME)
        if rng.random() < 0.3 and hands:
            changed = [replace(hand, state="waits") for hand in hands[1:]]
            await store.results.replace(origin, changed, None if rng.random() < 0.5 else game)
        if rng.random() < 0.2:
            someone, without = rng.choice((A, B, C)), rng.random() < 0.5
            settled = replace(await store.preferences.of(someone), no_statistics=without)
            await store.preferences.save((someone, "Somebody"), settled)
    await bring_up_to_date(store, GUILD, GAME)
    fold = await store.results.fold(GUILD, GAME)
    assert fold is not None
    assert fold.changes_folded == fold.changes
    before = await digest(store)
    assert await store.results.standings(GUILD, GAME, ALL_TIME)
    totals = await recount(store, texts.append)
    assert totals.digest == before == (await recount(store, texts.append)).digest
    assert (totals.games, totals.servers, texts) == (1, 1, [])
    await store.close()


async def test_appending_does_not_begin_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after all others is worked in alone; what comes before one makes all to be worked out anew."""
    store, counts = await Store.open(url_of(tmp_path / "kept.db")), list[int]()
    rebuild = standings_worker.rebuild

    async def count_rebuild(store: Store, fold: Fold) -> None:
        counts.append(1)
        await rebuild(store, fold)

    monkeypatch.setattr(standings_worker, "rebuild", count_rebuild)
    parts = (HandPart(0, "person", A, 3), HandPart(1, "person", B, -3))
    for at, expected in ((100, 0), (200, 0), (150, 1), (300, 1)):
        hand = HandResult(Origin("table", at), 0, GUILD, GAME, at, "counts", False, parts)
        await store.results.add(Origin("table", at), [hand])
        await bring_up_to_date(store, GUILD, GAME)
        assert len(counts) == expected
    (ada, bela) = sorted(await store.results.standings(GUILD, GAME, ALL_TIME), key=lambda standing: standing.user)
    assert (ada.hands, ada.points, bela.points, ada.best_of) == (4, 12, -12, (Origin("table", 100), 0))
    await store.close()


def test_hands_count_in_their_season_and_friendly_ones_nowhere() -> None:
    standings = StandingsAggregate(GAME, SEASONS)
    parts = (HandPart(0, "person", A, 10**30, {"stayed": (1, 1)}), HandPart(1, "guest", None, 5))
    for at, state, friendly in (
        (100, "counts", False),
        (400, "counts", False),
        (500, "waits", False),
        (600, "counts", True),
    ):
        standings.add_hand(HandResult(Origin("pad", 1), at, GUILD, GAME, at, state, friendly, parts))  # type: ignore[arg-type]
    standing = find_standing(standings, A)
    assert (standing.hands, standing.at_pads, standing.points, standing.best) == (2, 2, 2 * 10**30, 10**30)
    assert standing.feats == {"stayed": (2, 2)}
    assert find_standing(standings, A, 1).hands == 1
    assert set(standings.standings) == {(ALL_TIME, A), (1, A)}


def test_the_fewest_points_are_the_best_where_they_win() -> None:
    standings = StandingsAggregate("five_crowns", ())
    for number, points in enumerate((20, 5, 9)):
        hand = HandResult(
            Origin("pad", 1), number, GUILD, "five_crowns", number, "counts", False, (HandPart(0, "person", A, points),)
        )
        standings.add_hand(hand)
    assert find_standing(standings, A).best == 5
    assert find_standing(standings, A).best_of == (Origin("pad", 1), 1)


@pytest.mark.parametrize(("game", "points"), [("voren", 9), ("five_crowns", 2)])
async def test_the_best_hand_of_all_is_the_earliest_of_those_as_good(tmp_path: Path, game: str, points: int) -> None:
    """C and B are level and C was earlier, whatever the numbers of their tables are; A has been worse."""
    store = await Store.open(url_of(tmp_path / "best.sqlite"))
    try:
        assert await store.results.best_hand(game, await store.results.standings(GUILD, game, ALL_TIME)) is None
        for number, at, points_by_user in (
            (1, 30, {A: 5, B: points}),
            (2, 20, {C: points}),
            (3, 40, {C: points, A: 4}),
        ):
            parts = tuple(
                HandPart(seat, "person", user, hand_points, {})
                for seat, (user, hand_points) in enumerate(points_by_user.items())
            )
            origin = Origin("table", number)
            await store.results.add(origin, [HandResult(origin, 0, GUILD, game, at, "counts", False, parts)])
        await bring_up_to_date(store, GUILD, game)
        best = await store.results.best_hand(game, await store.results.standings(GUILD, game, ALL_TIME))
        assert best is not None
        assert (best.user, best.points, best.origin, best.number, best.at) == (C, points, Origin("table", 2), 0, 20)
    finally:
        await store.close()


def test_streaks_and_wins() -> None:
    """A game lost ends a streak; a friendly one does not."""
    standings = StandingsAggregate(GAME, ())
    for number, (place, friendly) in enumerate(((1, False), (1, False), (2, True), (1, False), (2, False), (1, False))):
        standings.add_game(
            make_result(make_part(0, A, place), make_part(1, B, 3 - place), friendly=friendly, at=number, number=number)
        )
    standing = find_standing(standings, A)
    assert (standing.games, standing.wins, standing.streak, standing.longest, standing.friendly) == (5, 4, 1, 3, 1)
    assert standing.rated == 5


def test_winning_raises_and_losing_lowers_a_rating_and_level_places_are_level() -> None:
    standings = StandingsAggregate(GAME, ())
    rows = standings.add_game(make_result(make_part(0, A, 1), make_part(1, B, 2), make_part(2, C, 2)))
    assert find_standing(standings, A).mu > MU > find_standing(standings, B).mu == find_standing(standings, C).mu
    assert find_standing(standings, A).sigma < SIGMA
    assert [(row.user, row.place) for row in rows] == [(A, 1), (B, 2), (C, 2)]


def test_computer_players_guests_and_newcomers_are_not_rated() -> None:
    """Against a computer alone nobody is rated; between two people a computer makes no difference."""
    with_computers, mixed, people_only = (StandingsAggregate(GAME, ()) for _ in range(3))
    assert with_computers.add_game(make_result(make_part(0, A, 2), make_part(1, None, 1))) == []
    assert (find_standing(with_computers, A).games, find_standing(with_computers, A).rated) == (1, 0)
    mixed.add_game(make_result(make_part(0, A, 2), make_part(1, None, 1), make_part(2, B, 3)))
    people_only.add_game(make_result(make_part(0, A, 2), make_part(2, B, 3)))
    assert find_standing(mixed, A).mu == find_standing(people_only, A).mu
    late = StandingsAggregate(GAME, ())
    rows = late.add_game(
        make_result(
            make_part(0, A, 1), make_part(1, B, 2), make_part(2, C, 4, stay="left"), make_part(2, D, 3, stay="came")
        )
    )
    assert [row.user for row in rows] == [A, B, C]
    assert (ALL_TIME, D) not in late.standings


def test_leaver_is_ranked_last_and_their_partner_by_result() -> None:
    """Alone one is last of all; a side keeps the place of whoever stayed, and whoever left it is rated as the last."""
    standings = StandingsAggregate(GAME, ())
    standings.add_game(
        make_result(
            make_part(0, A, 1), make_part(1, B, 2), make_part(2, C, 4, stay="left"), make_part(2, None, 3, stay="came")
        )
    )
    assert find_standing(standings, C).mu < find_standing(standings, B).mu
    assert not find_standing(standings, C).wins
    pairs, stayed = StandingsAggregate(GAME, ()), StandingsAggregate(GAME, ())
    two = make_part(0, A, 1, side=0), make_part(2, B, 1, side=0)
    left = make_part(2, B, 5, side=0, stay="left"), make_part(2, None, 1, side=0, stay="came")
    others = make_part(1, C, 3, side=1), make_part(3, D, 3, side=1)
    stayed.add_game(make_result(*two, *others))
    pairs.add_game(make_result(two[0], *left, *others))
    assert find_standing(pairs, A).mu == find_standing(stayed, A).mu > MU > find_standing(pairs, B).mu
    assert find_standing(pairs, C).mu == find_standing(stayed, C).mu


def test_partners_are_one_team_and_a_side_with_a_computer_player_is_none() -> None:
    standings = StandingsAggregate("conference", ())
    four = [make_part(number, user, 1 + number % 2, side=number % 2) for number, user in enumerate((A, B, C, D))]
    standings.add_game(replace(make_result(*four), game="conference"))
    assert (
        find_standing(standings, A).mu
        == find_standing(standings, C).mu
        > MU
        > find_standing(standings, B).mu
        == find_standing(standings, D).mu
    )
    lonely = StandingsAggregate("conference", ())
    four[2] = make_part(2, None, 1, side=0)
    assert lonely.add_game(replace(make_result(*four), game="conference")) == []


def test_a_pad_for_any_game_has_no_rating() -> None:
    standings = StandingsAggregate("free", ())
    assert standings.add_game(replace(make_result(make_part(0, A, 1), make_part(1, B, 2)), game="free")) == []
    assert (find_standing(standings, A).wins, find_standing(standings, A).rated) == (1, 0)
