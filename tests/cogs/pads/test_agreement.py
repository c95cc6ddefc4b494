"""Pads and tables agree: a pad of a random game comes to the scores of its rules, hand by hand.

The pad gets what people would write down of each hand, put into the forms and read back. tests/cogs/pads/facts reads
it in the `last` of a bystander's view, and knows nothing of scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest

from bot.pads.entry_forms import EntryContext
from bot.pads.pad import Pad, game_of, rescore_hands
from data.pads.records import PadHand, PadPlayer, PadRecord, PadStatus
from rules.contract import Game, State
from rules.players import players_of
from rules.registry import GAMES, winners_of
from rules.simulate import random_step
from rules.table import Table
from tests.cogs.pads.presenters import NAMES, PRESENTERS
from tests.rules.chances import any_setting

FEW, MANY = 40, 1000
MOST_HANDS = 8
"""Hands of a game at most, where an option says how many it has."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


NEEDED_FACTS = {
    "voren": {"wolf_exempt", "took_a_trick"},
    "mitigati": {"card_points", "bonuses", "words", "order", "bought_off"},
    "conference": {"gallowglass", "call", "side_won"},
    "five_crowns": {"out", "went_out"},
    "abracadabra": {"hands", "void", "bids_home", "declarer_succeeded"},
}
"""Facts that must occur in at least one hand of each game."""


@every_game
def test_pads_and_tables_agree(game: Game) -> None:
    occurrences = compare_games(game, range(FEW))
    assert occurrences["hand"] >= FEW
    assert NEEDED_FACTS.get(game.id, set()) <= set(occurrences)


@every_game
@pytest.mark.soak
def test_pads_and_tables_agree_for_long(game: Game) -> None:
    occurrences = compare_games(game, range(FEW, FEW + MANY))
    print(f"{game.id}: {MANY} games, {occurrences['hand']} hands; {dict(occurrences)}")


def compare_games(game: Game, seeds: Iterable[int]) -> Counter[str]:
    """Hold pads of random games against the games. Return how often each fact occurred."""
    occurrences = Counter[str]()
    for seed in seeds:
        for facts in compare_game(game, seed):
            occurrences.update(("hand", *(name for name, value in facts.items() if value)))
    return occurrences


def compare_game(game: Game, seed: int) -> list[dict[str, Any]]:
    """Play a random game, and compare a pad of it with its scores and counts after every hand.

    Returns the facts of each hand, and by name what came off in it.
    """
    rng = Random(f"{game.id} {seed}")
    pad_hands: list[PadHand] = []
    success_facts: list[dict[str, bool]] = []
    names = tuple(rng.sample(NAMES, game.seats[1]))
    for state in play_hands(game, rng):
        view, score = state.view(None), state.score()
        options, last = view["options"], view["last"]
        player_names = names[: view["seats"]]
        context = EntryContext(options, player_names, last["dealer"], len(pad_hands))
        pad_hands.append(make_hand(len(pad_hands) + 1, context, write_hand_down(game, context, last)))
        pad = make_pad(game, options, player_names, pad_hands, "finished" if state.finished else "open")
        assert [hand.points for hand in pad.record.hands] == list(score.hands), (seed, last)
        assert list(pad.totals.values()) == list(score.totals)
        if state.finished:
            assert [number - 1 for number in pad.leaders()] == list(winners_of(view))
        else:
            assert pad.next_dealer(tuple(pad.players)) == view["dealer"]
        ledger = PRESENTERS[game.id].ledger(
            context, pad.record.hands[-1].entry, pad.record.hands[-1].outcome, score.totals
        )
        assert [row.net for row in ledger.rows] == list(score.hands[-1])
        newest, success_counts = pad.record.hands[-1], list(game.success_counts(last))
        pad_success_counts = list(game.pad_success_counts(newest.entry, newest.outcome))
        is_untold = game.id == "five_crowns" and newest.entry["out"] is None  # several may have nothing left
        assert pad_success_counts == success_counts or (is_untold and pad_success_counts == [])
        assert all(0 <= successes <= chances for count in success_counts for successes, chances in count.values())
        success_facts.append(
            {name: True for count in pad_success_counts for name, (successes, _) in count.items() if successes}
        )
    return [hand.account | success for hand, success in zip(pad_hands, success_facts, strict=True)]


def write_hand_down(game: Game, context: EntryContext, last: Mapping[str, Any]) -> dict[str, Any]:
    """Return what people write down of a hand, put into the forms and read from them."""
    presenter = PRESENTERS[game.id]
    way, values = presenter.fill_forms(context, import_module(f"tests.cogs.pads.facts.{game.id}").read_facts(last))
    assert way in {method.key for method in presenter.ways(context)}
    return presenter.read_facts(context, way, values)


def make_hand(number: int, context: EntryContext, account: dict[str, Any]) -> PadHand:
    """Return a hand as it was entered, not yet worked out."""
    players = tuple(range(1, len(context.names) + 1))
    return PadHand(number, number, players, context.dealer, account, {}, {}, (), "counts", 0, 0, 1, "Ada")


def make_pad(
    game: Game, options: Mapping[str, Any], names: tuple[str, ...], hands: list[PadHand], status: PadStatus
) -> Pad:
    """Return a pad with these hands, worked out; its options are the table's."""
    assert game_of(game.id).resolve(options, len(names)) == options
    record = PadRecord(
        id=1,
        game=game.id,
        rules_version=game.version,
        name="",
        options=dict(options),
        guild=1,
        channel=1,
        status=status,
        seq=len(hands),
        message_channel=None,
        message=None,
        created=0,
        updated=0,
        keepers=((1, "Ada"),),
        players=tuple(PadPlayer(place + 1, None, name, place) for place, name in enumerate(names)),
        hands=tuple(hands),
    )
    return Pad(replace(record, hands=rescore_hands(record)))


def play_hands(game: Game, rng: Random) -> Iterator[State]:
    """Yield the positions of a random game in which a hand has just ended.

    In some games people pass often, and some games the heuristic player plays. Else nobody would buy a hand off for
    good reasons, let all bids pass, or go out in Five Crowns with many cards.
    """
    heuristic, passes_often = rng.random() < 0.2, rng.random() < 0.3
    setting = any_setting(game, rng, MOST_HANDS)
    if game.id == "five_crowns":
        low = rng.randint(3, 12) if heuristic else rng.choice((3, 3, 4, 4, 5))
        setting["options"] = {"first": low, "last": low + rng.randint(0, 1)}
    table = Table.new(game, **setting)
    while not table.state.finished:
        before = table.state
        table = play_step(table, rng, heuristic=heuristic, passes_often=passes_often)
        if table.state.finished or table.state.number != before.number:
            yield table.state


def play_step(table: Table, rng: Random, *, heuristic: bool, passes_often: bool) -> Table:
    """Return the table after one event."""
    state = table.state
    if state.expects is None:
        seat = rng.choice(state.to_act)
        if passes_often and "pass" in state.legal(seat).moves and rng.random() < 0.9:
            return table.move(seat, "pass")
        if heuristic:
            return table.move(seat, players_of(table.game)["normal"].choose(state.view(seat), rng))
    return random_step(table, rng)
