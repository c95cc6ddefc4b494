"""Random games of every game under random options, through the public contract alone.

`make test` plays a few of each; `make soak` many. What a game's own tests know about its cards is not repeated here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from rules.contract import Game, Legal, Move, Refusal, State
from rules.protocol import score_json, status_json
from rules.registry import GAMES
from rules.simulate import random_step
from rules.table import Table
from rules.templates import Cards, Number, Template
from tests.rules.players.hurried import hurried_players
from tests.rules.sampled_games import FEW, MOST_EVENTS, every_game, sample_positions, start_game
from tests.support.needs import ROOT

ZERO_SUM = {"voren", "conference"}
"""Games whose rulebooks promise that every hand's points sum to 0 (V6.6, C8.5)."""
MANY = range(1000, 1150)
TOGETHER = 10
"""So many seeds of the long runs are one test: each test takes its time to collect, also where it is not run."""
SEEDS = [
    *(pytest.param([seed], id=str(seed)) for seed in FEW),
    *(
        pytest.param(MANY[start : start + TOGETHER], id=f"{MANY[start]} and on", marks=pytest.mark.soak)
        for start in range(0, len(MANY), TOGETHER)
    ),
]
LISTED_KEYS = {"abracadabra", "conference", "five_crowns", "mitigati", "voren"}
"""Games whose pages list the keys of views and of `last` in tables, no more and no fewer. All pages mention each."""
NAMED_ABOVE = {"conference"}
"""Games whose pages leave out keys of `last` that mean the same in the view itself."""


def run_by_seeds(test: Callable[[Game, int], None]) -> Callable[[Game, Sequence[int]], None]:
    """Make a test of one seed a test of some; a failure notes its seed."""

    def run_each_seed(game: Game, seeds: Sequence[int]) -> None:
        for seed in seeds:
            try:
                test(game, seed)
            except BaseException as error:
                error.add_note(f"seed {seed}")
                raise

    run_each_seed.__name__, run_each_seed.__doc__ = test.__name__, test.__doc__
    return pytest.mark.parametrize("seeds", SEEDS)(run_each_seed)


def try_move(state: State, seat: int, text: str) -> tuple[Any, ...] | None:
    """Return what a refused move is answered with; None if it is accepted."""
    try:
        state.apply(seat, text)
    except Refusal as refusal:
        return (refusal.code, refusal.clause, refusal.message, repr(sorted(refusal.fields.items())))
    return None


def make_texts(state: State, seat: int, rng: Random) -> list[str]:
    """Return texts that may or may not be moves: of this game, of other games, and of none."""
    legal = state.legal(seat)
    listed = rng.sample(legal.moves, min(12, len(legal.moves)))
    results = [template.draw(rng) for template in legal.choices]
    own = [*listed, *results]
    bent = [bend(text) for text in own[:4] for bend in BENDS]
    view = state.view(seat)
    cards: list[str] = view["hand"] or []
    elsewhere = ["KE", "FOOL", "21", "GOOD", "WOLF", "GS", "JOKER", "3T", "10H", "AA", "9D"]
    plays = [f"{verb} {card}" for verb in ("play", "discard", "out", "place") for card in (*cards[:9], *elsewhere)]
    spoken = {text.split(" ")[0] for text in legal.moves if " " in text} & {"play", "discard", "out"}
    every = [f"{verb} {card}" for verb in sorted(spoken) for card in list_cards(view["game"], view["seats"])]
    return [*own, *bent, *dict.fromkeys([*every, *plays]), *GARBLED]


@cache
def list_cards(game: str, seats: int) -> tuple[str, ...]:
    """Return the different cards of a game's whole pack."""
    expects = GAMES[game].new(seats, GAMES[game].resolve({}, seats), 0).expects
    assert expects is not None
    return tuple(dict.fromkeys(expects.cards))


GARBLED = (
    *(
        "",
        " ",
        "play",
        "pass",
        "stay",
        "fold",
        "poke",
        "deal",
        "draw",
        "take",
        "continue",
        "reshuffle",
        "cut 3",
        "cut 5",
    ),
    *(
        "ask 0",
        "ask 01",
        "offer +1",
        "offer -1",
        "offer 1.0",
        "bid 0",
        "bid 99",
        "bid 7",
        "suit S",
        "suit E",
        "trump H",
    ),
    *(
        "reshuffle",
        "trump H",
        "place",
        "place A A",
        "expose none",
        "expose pile",
        "expose",
        "gallowglass none",
        "gallowglass X",
    ),
    *("declare nothing", "declare kings + kings", "declare", "discard", "play GOOD ours", "play KE KE", "out", "☃"),
    *("play ſ", "deal  poke", "\u212aE", "play \u212aE", "PLAY", "play\tKE", "play KE\n", "x" * 5000, "offer ١", "{0}"),
    *("{text}", "play {card}", "ask 99999999999999999999999999999999999999999", "\ud800", "bid ²", "play 1\u0300"),
)

BENDS = (
    lambda text: text + " ",
    lambda text: " " + text,
    lambda text: text.replace(" ", "  "),
    lambda text: text.replace(" ", "\u00a0"),
    lambda text: text + "\n",
    lambda text: text + " " + text.split(" ")[-1],
    lambda text: re.sub(r"\d+", lambda match: "0" + match[0], text),
    lambda text: re.sub(r"(?<= )\d+$", lambda match: "+" + match[0], text),
    lambda text: text.replace("s", "ſ"),
    lambda text: text.replace("K", "\u212a"),
    lambda text: text.replace("1", "١"),
    lambda text: text[:-1],
)  # fmt: skip


@every_game
@run_by_seeds
def test_games_end_and_their_scores_add_up(game: Game, seed: int) -> None:
    rng = Random(seed)
    table = start_game(game, rng)
    hands = 0
    while not table.state.finished:
        assert len(table.events) < MOST_EVENTS, table.dump()["options"]
        table = random_step(table, rng)
        score = table.state.score()
        assert len(score.hands) >= hands
        assert table.state.number in (len(score.hands), len(score.hands) - 1)
        hands = len(score.hands)
        assert score.finished == table.state.finished
        assert (score.winners == ()) != score.finished
    score = table.state.score()
    assert list(score.totals) == [sum(points) for points in zip(*score.hands, strict=True)]
    best = min(score.totals) if game.fewest_win else max(score.totals)
    assert score.winners == tuple(seat for seat, total in enumerate(score.totals) if total == best)
    assert all(type(point) is int for points in score.hands for point in points)
    if game.id in ZERO_SUM:
        assert not any(sum(points) for points in score.hands)
    status = table.state.status()
    assert status.phase == "finished"
    assert (status.to_act, status.expects) == ((), None)


@every_game
@run_by_seeds
def test_only_seats_to_act_have_moves_and_exactly_the_listed_ones_are_taken(game: Game, seed: int) -> None:
    rng = Random(seed)
    for table in sample_positions(game, rng):
        state = table.state
        before = (read_hash(state), json.dumps(state.view(None)), repr(state.status()))
        assert list(state.to_act) == sorted(set(state.to_act))
        assert not (state.to_act and state.expects)
        assert state.finished == (not state.to_act and not state.expects)
        for seat in range(table.seats):
            legal = state.legal(seat)
            assert bool(legal.moves or legal.choices) == (seat in state.to_act)
            assert len(set(legal.moves)) == len(legal.moves)
            assert not any(stands_for(choice, move) for choice in legal.choices for move in legal.moves)
            for text in make_texts(state, seat, rng):
                answer = try_move(state, seat, text)
                if seat not in state.to_act:
                    assert answer, text
                    assert answer[0] == "not_your_turn"
                elif is_listed(game, legal, text):
                    assert answer is None, (text, answer)
                elif answer is None:
                    assert not legal.choices or not has_wrong_form(text), text
                    assert any(stands_for(choice, game.canonical(text)) for choice in legal.choices), text
                if answer:
                    assert answer[0] in ("not_your_turn", "illegal_move")
                    assert answer[1], f"no clause: {text!r} {answer}"
                    assert answer[2].strip()
                    assert answer[2][-1] in ".?!”", answer
            if state.phase == "play" and seat in state.to_act and not plays_with_dummy(state, seat):
                playable = {move.split(" ")[1] for move in legal.moves}
                assert set(state.barred(seat)) == set(state.view(seat)["hand"]) - playable
            for move in legal.moves[:5]:
                moved = table.move(seat, move)
                assert moved.events[-1] == Move(seat, move)
                for other in (move.upper(), move.lower(), move.swapcase()):
                    assert table.move(seat, other) == moved
        if not state.expects:
            with pytest.raises(Refusal) as refused:
                state.chance("deal", ())
            assert refused.value.code == "unexpected_chance"
        assert (read_hash(state), json.dumps(state.view(None)), repr(state.status())) == before
        assert table.replay(()).state == state


def plays_with_dummy(state: State, seat: int) -> bool:
    """Check whether a seat has a dummy's cards to play from too."""
    return state.view(seat).get("with_dummy", False)


def read_hash(state: State) -> object:
    try:
        return hash(state)
    except TypeError:
        return repr(state)


def has_wrong_form(text: str) -> bool:
    """Check that a text cannot be a move of any game (K7.1)."""
    words = text.split(" ")
    return (
        not text.isascii() or "" in words or "\n" in text or any(re.fullmatch(r"0\d+|[+-]\d+", word) for word in words)
    )


def is_listed(game: Game, legal: Legal, text: str) -> bool:
    """Check whether the text is a listed move, in any case."""
    return text.isascii() and text.lower() in {move.lower() for move in legal.moves}


def stands_for(template: Template, move: str) -> bool:
    """Check whether a template stands for a move in canonical text (K7.2)."""
    choice = template.to_view()
    verb, *words = move.split(" ")
    if verb != choice["verb"]:
        return False
    if not isinstance(template, Number | Cards):  # a game's own form: by all its moves, where perft counts them
        moves = set(template.moves())
        return move in moves if moves else bool(words) and words != ["nothing"]
    if "range" in choice:
        low, high = choice["range"]
        return len(words) == 1 and words[0].isdecimal() and low <= int(words[0]) <= high
    if words and words[-1] == "pile" and choice.get("pile"):
        words.pop()
    if words == ["none"]:
        words = []
    low, high = choice["count"]
    cards = list(choice["cards"])
    for word in words:
        if word not in cards:
            return False
        cards.remove(word)
    return low <= len(words) <= high and set(choice.get("must", ())) <= set(words)


@every_game
@run_by_seeds
def test_wrong_packs_are_refused(game: Game, seed: int) -> None:
    rng = Random(seed)
    for table in [at for at in sample_positions(game, rng) if at.state.expects][:3]:
        expects = table.state.expects
        assert expects is not None
        cards = list(expects.cards)
        assert table.game.id == game.id
        for wrong in ([], cards[1:], [*cards, cards[0]], [cards[0], *cards[:-1]], ["XX", *cards[1:]], ["", *cards[1:]],
                      [cards[0] + " ", *cards[1:]], ["ſ", *cards[1:]], ["\ud800", *cards[1:]], cards * 2):  # fmt: skip
            if sorted(wrong) == sorted(cards):
                continue
            with pytest.raises(Refusal) as refused:
                table.chance(expects.event, wrong)
            assert refused.value.code == "bad_cards"
            assert refused.value.message
            with pytest.raises(Refusal) as refused:
                table.chance("shuffle", wrong)
            assert refused.value.code == "unexpected_chance"
        if expects.cut is None:
            assert table.chance(expects.event, [card.lower() for card in cards]) == table.chance(expects.event, cards)
        for seat in range(table.seats):
            answer = try_move(table.state, seat, "pass")
            assert answer
            assert answer[0] == "not_your_turn"


@every_game
@run_by_seeds
def test_a_loaded_dump_gives_the_same_in_every_later_answer(game: Game, seed: int) -> None:
    rng = Random(seed)
    tables = sample_positions(game, rng)
    at = rng.choice(tables)
    dump = json.loads(json.dumps(at.dump()))
    loaded = Table.load(dump)
    assert loaded.dump() == dump
    assert loaded == at
    again, other = Random(seed), Random(seed)
    for _ in range(40):
        assert read_everything(loaded) == read_everything(at)
        assert loaded.state == at.state
        assert read_hash(loaded.state) == read_hash(at.state)
        if at.state.finished:
            break
        at, loaded = random_step(at, again), random_step(loaded, other)


def read_everything(table: Table) -> list[Any]:
    """Return all that a table answers, through JSON and back."""
    results: list[Any] = [status_json(table.state.status()), score_json(table)]
    for viewer in (None, *range(table.seats)):
        view = table.state.view(viewer)
        results.append(view)
        legal = table.state.legal(viewer) if viewer is not None else Legal()
        results.append([sorted(legal.moves), [choice.to_view() for choice in legal.choices]])
        assert sorted(view["moves"]) == sorted(legal.moves)
        assert view["choices"] == [choice.to_view() for choice in legal.choices]
        assert [GAMES[view["game"]].template(choice) for choice in view["choices"]] == list(legal.choices)
    assert json.loads(json.dumps(results)) == results
    return results


def read_known(table: Table, seat: int, rng: Random) -> list[Any]:
    """Return all that a seat can learn without moving: its view, its moves, what other texts are refused with."""
    state = table.state
    results: list[Any] = [json.dumps(state.view(seat)), repr(state.status()), repr(state.score())]
    results.append(repr(state.legal(seat)))
    for text in make_texts(state, seat, rng):
        results.append((text, try_move(state, seat, text)))
        results.extend(try_move(state, other, text) for other in range(table.seats) if other not in state.to_act)
    return results


@every_game
@run_by_seeds
def test_worlds_that_agree_on_a_view_tell_a_seat_the_same(game: Game, seed: int) -> None:
    rng = Random(seed)
    tables = sample_positions(game, rng)
    for table in rng.sample(tables, min(8, len(tables))):
        for seat in rng.sample(range(table.seats), 2):
            other = table.imagine(seat, rng)
            assert other.state.view(seat) == table.state.view(seat)
            assert [type(event) for event in other.events] == [type(event) for event in table.events]
            again = rng.random()
            assert read_known(other, seat, Random(again)) == read_known(table, seat, Random(again))
            assert read_everything(Table.load(other.dump())) == read_everything(other)
        bystander = table.imagine(None, rng)
        assert bystander.state.view(None) == table.state.view(None)


@every_game
@run_by_seeds
def test_computer_players_move_legally(game: Game, seed: int) -> None:
    rng = Random(seed)
    players = hurried_players(game)
    table = start_game(game, rng)
    for _ in range(1500):
        if table.state.finished:
            break
        if table.state.expects:
            table = random_step(table, rng)
            continue
        seat = rng.choice(table.state.to_act)
        view = table.state.view(seat)
        text = players[(seat + seed) % len(players)].choose(json.loads(json.dumps(view)), rng)
        table = table.move(seat, text)


def read_documented_keys(text: str) -> set[str]:
    """Return the keys that the tables of a page begin with."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {key for row in rows for key in row.split("`")[1::2]}


def find_names(value: object) -> set[str]:
    """Return every key that occurs in a view's objects. Cards as keys are data."""
    if isinstance(value, dict):
        return {key for key in value if re.fullmatch(r"[a-z_]+", key)} | {
            name for entry in value.values() for name in find_names(entry)
        }
    if isinstance(value, list):
        return {name for entry in value for name in find_names(entry)}
    return set()


@every_game
def test_a_view_has_the_documented_keys_in_every_phase(game: Game) -> None:
    path = ROOT / "docs" / "views" / f"{game.id}.md"
    assert path.exists(), f"the views of {game.id} are not documented"
    page = path.read_text(encoding="utf-8")
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    mentioned = set(re.findall(r"[`\"]([a-z_]+)[`\"]", page + protocol)) | set(game.options)
    outer, *last = re.split(r"^## (?:`last`|The hand before)$", page.partition("## An example")[0], flags=re.MULTILINE)
    assert last or game.id not in LISTED_KEYS
    named_above = read_documented_keys(outer) if game.id in NAMED_ABOVE else set[str]()
    for seed in FEW:
        for table in sample_positions(game, Random(seed)):
            for viewer in (None, 0):
                view = table.state.view(viewer)
                if last:
                    assert set(view) == read_documented_keys(outer) | {"last"}, view["phase"]
                    own = read_documented_keys(last[0]) - {"last"}
                    assert not view["last"] or own <= set(view["last"]) <= own | named_above
                missing = find_names(view) - mentioned
                assert not missing, f"{path.name} does not mention {sorted(missing)}"
