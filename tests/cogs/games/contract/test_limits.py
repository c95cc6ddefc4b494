"""The messages of every game at its fullest tables, with the longest names and emoji, against what Discord takes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random

from bot.tables.commands import lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.game.players import players_of
from bot.ui.kit.modals import make_modal
from bot.ui.table.event_log import log_page
from bot.ui.table.renderer import TableRenderer
from bot.ui.table.score_sheet import score_page
from rules.contract import Game
from tests.support.every_game import HEBREW, WIDE, every_fullest, every_game, pack_of, presenter_of, samples_of
from tests.support.limits import assert_accepted, parts_of
from tests.support.messages import buttons
from tests.support.numbers import IDS
from tests.support.people import Person, make_actor
from tests.support.renderers import bare_renderer


def make_renderer(game: Game) -> TableRenderer:
    """Return the renderer of a game without pictures, with emoji as long as their markup may be."""
    pack = pack_of(game)
    emoji = {card: f"<:{f'card_{place:03}_':_<32}:{10**18 + place}>" for place, card in enumerate(pack.cards())}
    return bare_renderer(presenter_of(game), emoji={pack.name: emoji})


async def start_table(
    tables: Tables, renderer: TableRenderer, game: Game, table: str, names: Sequence[str]
) -> TableState:
    """Start a table of these people, whose lobby fits; return it."""
    full = samples_of(game).fullest[table]
    people = [Person(100 + seat, name) for seat, name in enumerate(names[: full.seats])]
    live = await lobby.open_table(tables, game, dict(full.options), (1, 2), make_actor(people[0]))
    for person in people[1:]:
        await lobby.join(tables, live.id, make_actor(person))
    assert "…" not in assert_accepted(renderer.render_lobby(live).layout.parts)
    live, _ = await lobby.start(tables, live.id, make_actor(people[0]))
    return live


async def assert_hand_fits(renderer: TableRenderer, live: TableState, game: Game, seat: int) -> tuple[int, int]:
    """Check that the hand of a seat that is to act fits, and its forms; return its letters and its buttons of moves.

    *Why not?* must tell what bars cards, with its clause.
    """
    assert live.state is not None
    view = live.state.view(seat)
    parts = (await renderer.render_hand(live, seat)).layout.parts
    text = assert_accepted(parts)
    assert "It is your turn" in text
    clauses = {clause for clause, *_ in view["barred"].values()}
    notes = " ".join(presenter_of(game).hand(view, players_of(live, seat), live.name).notes)
    assert not clauses or any(f"({clause}" in notes for clause in clauses)
    assert (f"eh:why_not:{live.id}" in str(parts)) is bool(notes)
    ids = [part["custom_id"] for part in parts_of(parts) if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    for form in presenter_of(game).forms(view):
        if form.button:
            make_modal(form, "eh:submit_move_form:1:2:3:4", pack_of(game).name_of).to_dict()
    return len(text), sum(custom_id.startswith("eh:make_move") for custom_id in ids)


@every_fullest
async def test_limits_hold_for_the_longest_names_and_hands(tables: Tables, game: Game, table: str) -> None:
    await play_fullest(tables, game, table, WIDE)


@every_game
async def test_limits_hold_for_names_from_right_to_left(tables: Tables, game: Game) -> None:
    """At the last of the fullest tables, which has the most options."""
    await play_fullest(tables, game, list(samples_of(game).fullest)[-1], HEBREW)


async def play_fullest(tables: Tables, game: Game, table: str, names: Sequence[str]) -> None:
    """Check board, hand and forms at every fourth move and in every phase, then what follows the end."""
    samples, renderer, rng = samples_of(game), make_renderer(game), Random(5)
    fullest_table, phases, letters, moves = samples.fullest[table], set[str](), 0, 0
    live = await start_table(tables, renderer, game, table, names)
    for number in count():
        assert live.state is not None
        if live.record.status != "playing" or live.state.number >= fullest_table.hands:
            break
        if live.awaits_deal():
            live, _ = await play.next_hand(tables, live.id, make_actor(Person(100, names[0])))
            continue
        seat = rng.choice(live.state.awaited)
        if number % 4 == 0 or live.state.phase not in phases:
            assert_accepted((await renderer.render_board(live)).layout.parts)
            fullest = await assert_hand_fits(renderer, live, game, seat)
            letters, moves = max(letters, fullest[0]), max(moves, fullest[1])
            phases.add(live.state.phase)
        move = samples.choose(live.state, seat, rng)
        live, _ = await play.act(tables, live.id, move, Actor(100 + seat, "", next(IDS)))
    assert phases == fullest_table.phases or not fullest_table.phases
    assert letters > fullest_table.letters
    assert moves >= fullest_table.moves
    board = assert_accepted((await renderer.render_board(live)).layout.parts)
    if live.record.status == "over" and names is WIDE and fullest_table.names_all:
        assert all(name in board for name in names[: fullest_table.seats])
    assert_accepted((await renderer.render_hand(live, fullest_table.seats - 1)).layout.parts)
    assert_accepted(renderer.render_pointer(live).layout.parts)
    assert "Total" in assert_accepted(score_page(live, -1).parts)
    await assert_log_fits(tables, renderer, live)


async def assert_log_fits(tables: Tables, renderer: TableRenderer, live: TableState) -> None:
    """Check that all pages of the log fit, the newest first, and that none is cut."""
    hand, page = -1, -1
    while True:
        parts = (await log_page(tables.store, renderer.presenters, live, hand, page)).parts
        assert "…" not in assert_accepted(parts)
        older = buttons({"content": "", "components": parts}).get("Older")
        if older is None:
            return
        hand, page = (int(part) if part.isdigit() else -1 for part in older.split(":")[3:5])
