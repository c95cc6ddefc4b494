"""The messages of the largest tables of Five Crowns, twelve with the longest names, against what Discord takes."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.commands import arrange_lobby, lobby, play
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.table.revealed_hands import revealed_page
from bot.ui.table.score_sheet import score_page
from cogs.games.five_crowns.pack import FIVE_CROWNS
from data.tables.settings import TableSettings
from rules.registry import GAMES
from tests.cogs.games.five_crowns.games import NORMAL, PRESENTER, WIDE
from tests.support.limits import assert_accepted, parts_of
from tests.support.people import Person, make_actor
from tests.support.renderers import bare_renderer

PEOPLE = [Person(100 + seat, name) for seat, name in enumerate(WIDE)]
RENDERER = bare_renderer(PRESENTER)


async def start_table(tables: Tables, seats: int, **options: int) -> TableState:
    """Return a table that has just been dealt."""
    live = await lobby.open_table(tables, GAMES["five_crowns"], options, (1, 2), make_actor(PEOPLE[0]))
    for person in PEOPLE[1:seats]:
        await lobby.join(tables, live.id, make_actor(person))
    assert_accepted(RENDERER.render_lobby(live).layout.parts)
    live, _ = await lobby.start(tables, live.id, make_actor(PEOPLE[0]))
    return live


@pytest.mark.parametrize("emoji", [False, True], ids=["signs", "emoji"])
async def test_the_pages_of_twelve_name_every_card_where_there_is_no_picture(tables: Tables, *, emoji: bool) -> None:
    """Hands of thirteen, the longest names, and emoji, whose markup is the longest way to write a card."""
    live = await start_table(tables, 12, first=13, last=13)
    while live.record.status == "playing":
        assert live.state is not None
        seat = live.state.to_act[0]
        live, _ = await play.act(tables, live.id, NORMAL(live.state.view(seat), Random(6)), make_actor(PEOPLE[seat]))
    assert live.state is not None
    signs = {
        card: f"<:{f'five_crowns_{place:03}_':_<32}:1234567890123456789>" if emoji else FIVE_CROWNS.text_of(card)
        for place, card in enumerate(FIVE_CROWNS.cards())
    }
    own = {"five_crowns": signs} if emoji else {}
    renderer = bare_renderer(PRESENTER, emoji=own)
    hands = live.state.view(None)["last"]["hands"]
    for page in range(4):
        text = assert_accepted((await revealed_page(tables.store, renderer, live, 1, 0, page)).layout.parts)
        sign_counts = Counter(signs[card] for hand in hands[3 * page : 3 * page + 3] for card in hand)
        names = {signs[card]: FIVE_CROWNS.name_of(card) for card in FIVE_CROWNS.cards()}
        assert {sign: text.count(sign) or text.count(names[sign]) for sign in sign_counts} == sign_counts
        assert "…" not in text


@pytest.mark.parametrize("letter", ["W", "_", "[", "א"])
async def test_the_fullest_lobby(tables: Tables, letter: str) -> None:
    """Twelve seats, as many invited as may be, and changed terms."""
    people = [Person(300 + number, letter * 31 + chr(97 + number)) for number in range(12)]
    settings: TableSettings = {"mention": 60, "invited_only": True}
    game, place = GAMES["five_crowns"], (1, 2)
    live = await lobby.open_table(tables, game, {}, place, make_actor(people[0]), settings=settings)
    many_people = [Person(500 + player, letter * 31 + chr(97 + player)) for player in range(25 - len(people))]
    await arrange_lobby.invite(tables, live.id, [*people[1:], *many_people], make_actor(people[0]))
    for person in people[1:]:
        await lobby.join(tables, live.id, make_actor(person))
    more = [Person(600 + number, letter * 31 + chr(97 + number)) for number in range(12)]
    await arrange_lobby.invite(tables, live.id, more, make_actor(people[0]))
    await arrange_lobby.change_options(tables, live.id, {"first": 4, "last": 12}, make_actor(people[0]))
    assert_accepted(RENDERER.render_lobby(live).layout.parts)


async def test_a_card_with_which_one_can_go_out_has_one_button_and_stays_in_below(tables: Tables) -> None:
    """A hand of fourteen that may go out with many cards: a button a card, going out first."""
    live = await start_table(tables, 2, first=13, last=13)
    assert live.state is not None
    seat = live.state.to_act[0]
    live, _ = await play.act(tables, live.id, "draw", make_actor(PEOPLE[seat]))
    assert live.state is not None
    cards = [f"{rank}{suit}" for rank in ("3", "4", "5") for suit in "SHDC"] + ["KS", "KH"]
    view = live.state.view(seat)
    moves = [*(f"discard {card}" for card in cards), *(f"out {card}" for card in cards)]
    page: Any = SimpleNamespace(
        view=lambda _: {**view, "hand": cards, "moves": moves, "leaves": dict.fromkeys(cards, 0)},
        number=live.state.number,
        phase="discard",
        expects=None,
        to_act=(seat,),
        finished=False,
    )
    live.state = page
    parts = (await RENDERER.render_hand(live, seat)).layout.parts
    assert_accepted(parts)
    (select,) = [part for part in parts_of(parts) if part.get("options")]
    assert select["placeholder"] == "More moves …"
    assert [option["label"].startswith("Stay in: discard ") for option in select["options"]] == [True] * len(cards)
    labels = [str(part["label"]) for part in parts_of(parts) if part.get("label")]
    assert [label for label in labels if label.startswith("Out ")] == [
        f"Out {FIVE_CROWNS.text_of(card)}" for card in sorted(cards, key=lambda card: card[:-1] == view["wild"])
    ]
    assert not [label for label in labels if label.endswith(": 0")]


async def test_the_score_sheet_of_twelve_after_eleven_deals(tables: Tables) -> None:
    """All of it in one message: eleven deals are fewer than a page has."""
    live = await start_table(tables, 12)
    deals = tuple(tuple(100 + deal + seat for seat in range(12)) for deal in range(11))
    totals = tuple(map(sum, zip(*deals, strict=True)))
    scored: Any = SimpleNamespace(score=lambda: SimpleNamespace(hands=deals, totals=totals))
    live.state = scored
    text = assert_accepted(score_page(live, -1).parts)
    assert all(f"+{total}" in text for total in totals)
    assert len(re.findall(r"\n +11 ", text)) == 3  # four players beside each other
