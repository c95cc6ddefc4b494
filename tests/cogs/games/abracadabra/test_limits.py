"""The messages of tables of Abracadabra, with the longest names and the fullest hands, against what Discord takes."""

from __future__ import annotations

from typing import Any

from bot.tables.commands import lobby
from bot.tables.model.move_tokens import move_tokens
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.table import layouts
from cogs.games.abracadabra.pack import ABRACADABRA
from rules.registry import GAMES
from tests.cogs.games.abracadabra.games import PRESENTER, WIDE
from tests.support.limits import assert_accepted, parts_of
from tests.support.people import Person, make_actor
from tests.support.renderers import bare_renderer

EMOJI = {card: f"<:queen_of_diamonds_eh01ab:{10**18 + number}>" for number, card in enumerate(ABRACADABRA.cards())}
RENDERER = bare_renderer(PRESENTER, emoji={"abracadabra": EMOJI})


def make_people(names: tuple[str, ...]) -> list[Person]:
    return [Person(100 + seat, name) for seat, name in enumerate(names)]


async def start_table(tables: Tables, who: list[Person], options: dict[str, Any]) -> TableState:
    """Start a table of these people, whose lobby fits; return it."""
    live = await lobby.open_table(tables, GAMES["abracadabra"], options, (1, 2), make_actor(who[0]))
    for person in who[1:]:
        await lobby.join(tables, live.id, make_actor(person))
    assert_accepted(RENDERER.render_lobby(live).layout.parts)
    live, _ = await lobby.start(tables, live.id, make_actor(who[0]))
    return live


async def test_thirteen_cards_are_buttons_in_three_rows_by_suit(tables: Tables) -> None:
    """However the suits are divided: five to a row, by rank and sign of the suit."""
    live = await start_table(tables, make_people(WIDE), {"deals": 1})
    assert live.state is not None
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    for cards in (
        [f"{rank}S" for rank in ranks],
        [*(f"{rank}S" for rank in ranks[:10]), "2H", "2D", "2C"],
        [*(f"{rank}S" for rank in ranks[:6]), *(f"{rank}D" for rank in ranks[:6]), "JOKER"],
    ):
        moves = [f"play {card}" for card in cards]
        view = {
            **live.state.view(0), "phase": "play", "due": "hand", "turn_up": "9D", "moves": moves, "hand": cards,
        }  # fmt: skip
        parts = layouts.hand(live, 0, "Yours", PRESENTER.choices(view), move_tokens(moves), None, EMOJI).parts
        assert_accepted(parts)
        rows = [
            [component for component in part["components"] if component["custom_id"].startswith("eh:make_move")]
            for part in parts_of(parts)
            if part["type"] == 1
        ]
        rows = [row for row in rows if row]
        assert sum(map(len, rows)) == len(cards)
        assert [len(row) for row in rows] == [5, 5, 3]
        signs = [component["label"] for row in rows for component in row]
        moves = [choice.move.removeprefix("play ") for choice in PRESENTER.choices(view)]
        assert signs == [ABRACADABRA.text_of(card) for card in moves]
