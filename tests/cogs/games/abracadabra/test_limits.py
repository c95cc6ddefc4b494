"""The messages of tables of Abracadabra, with the longest names and the fullest hands, against what Discord takes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.tables.commands import lobby, play
from bot.tables.model.move_tokens import offered
from bot.tables.model.table_state import Live
from bot.tables.services.tables import Tables
from bot.ui.kit.modals import modal_of
from bot.ui.table import layouts
from bot.ui.table.renderer import Messages
from bot.ui.table.score_sheet import score_page
from cogs.games.abracadabra.pack import ABRACADABRA
from data.store import Store
from rules.registry import GAMES
from tests.bot.tables.test_cold_tables import Person
from tests.cogs.games.abracadabra.games import HEBREW, LOOK, RANDOM, THUMB, WIDE
from tests.numbers import IDS
from tests.support.limits import accepted, parts_of

EMOJI = {card: f"<:queen_of_diamonds_eh01ab:{10**18 + number}>" for number, card in enumerate(ABRACADABRA.cards())}
MESSAGES = Messages(pictures=False, looks={"abracadabra": LOOK}, emoji={"abracadabra": EMOJI})


def people(names: tuple[str, ...]) -> list[Person]:
    return [Person(100 + seat, name) for seat, name in enumerate(names)]


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    """Tables on a fresh store."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}")
    yield Tables(store, secret=Random(2).randbytes, rng=Random(2))
    await store.close()


async def started(tables: Tables, who: list[Person], options: dict[str, Any]) -> Live:
    """A table of these people, once its first hand is dealt; its lobby fits."""
    live = await lobby.open_table(tables, GAMES["abracadabra"], options, (1, 2), who[0], next(IDS))
    for person in who[1:]:
        await lobby.join(tables, live.id, person, next(IDS))
    accepted(MESSAGES.lobby(live).layout.parts)
    live, _ = await lobby.start(tables, live.id, who[0], next(IDS))
    return live


@pytest.mark.parametrize("names", [WIDE, HEBREW], ids=["wide", "right to left"])
@pytest.mark.parametrize(
    ("seats", "options", "phases"),
    [
        (4, {"deals": 1}, {"suit", "bid", "place", "expose", "play"}),
        (2, {"deals": 1, "trump": "declared"}, {"suit", "bid", "place", "trump", "expose", "play"}),
    ],
    ids=["four", "dummy"],
)
async def test_the_longest_names_and_hands_with_emoji(
    tables: Tables, names: tuple[str, ...], seats: int, options: dict[str, Any], phases: set[str]
) -> None:
    """Lobby, board, hand and form at every fourth move of a game in which much is named and turned up."""
    who = people(names[:seats])
    live = await started(tables, who, options)
    rng, seen = Random(5), set[str]()
    for number in count():
        if live.record.status != "playing":
            break
        if live.awaiting():  # the deal before was void
            live, _ = await play.next_hand(tables, live.id, who[0], next(IDS))
            continue
        assert live.state is not None
        seat = rng.choice(live.state.to_act)
        view = live.state.view(seat)
        if number % 4 == 0 or live.state.phase not in seen:
            accepted((await MESSAGES.table(live)).layout.parts)
            said = accepted((await MESSAGES.hand(live, seat)).layout.parts)
            assert "It is your turn" in said
            if view["barred"]:
                assert "(A7" in said
            for form in LOOK.forms(view):
                if form.button:
                    modal_of(form, "eh:filled:1:2:3:4", ABRACADABRA.name_of).to_dict()
            seen.add(live.state.phase)
        move = "bid 9" if "bid 9" in view["moves"] else (RANDOM if view["choices"] else THUMB)(view, rng)
        live, _ = await play.act(tables, live.id, who[seat].id, move, next(IDS))
    assert seen == phases
    over = accepted((await MESSAGES.table(live)).layout.parts)
    assert all(name in over for name in names[:seats]) or names is HEBREW
    accepted((await MESSAGES.hand(live, 1)).layout.parts)
    accepted(MESSAGES.pointer(live).layout.parts)
    assert "Total" in accepted(score_page(live, -1).parts)


async def test_thirteen_cards_are_buttons_in_rows_by_suit(tables: Tables) -> None:
    """However the suits are divided; and no row is longer than Discord's five."""
    live = await started(tables, people(WIDE), {"deals": 1})
    assert live.state is not None
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    for held in (
        [f"{rank}S" for rank in ranks],
        [*(f"{rank}S" for rank in ranks[:10]), "2H", "2D", "2C"],
        [*(f"{rank}S" for rank in ranks[:6]), *(f"{rank}D" for rank in ranks[:6]), "JOKER"],
    ):
        moves = [f"play {card}" for card in held]
        view = {
            **live.state.view(0), "phase": "play", "due": "hand", "turn_up": "9D", "moves": moves, "hand": held,
        }  # fmt: skip
        made = layouts.hand(live, 0, "Yours", LOOK.choices(view), offered(moves), None, EMOJI).parts
        accepted(made)
        rows = [part["components"] for part in parts_of(made) if part["type"] == 1][:-1]
        assert sum(map(len, rows)) == len(held)
        for row in rows:
            suits = {"Diamonds" if one["label"] == "Joker" else one["label"].split(" ")[0] for one in row}
            assert len(suits) == 1
            assert len(row) <= 5
