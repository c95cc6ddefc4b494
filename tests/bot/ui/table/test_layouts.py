"""The ids that messages carry: never too long, never cut, and a board is known by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.tables.commands import leave_and_end, lobby, play
from bot.tables.model.move_tokens import move_tokens
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.game.moves import Choice
from bot.ui.kit.components import MAX_CUSTOM_ID_LETTERS, SELECT, Part, button, custom_id, row, text
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import CardsField, Form, NumberField, Preset
from bot.ui.table import layouts
from bot.ui.table.layouts import Answer
from cogs.games.voren.presenter import VorenPresenter
from data.store import Store
from rules.registry import game_named
from sandbox.server.limits import V2_COMPONENTS
from tests.support.databases import fresh
from tests.support.limits import parts_of
from tests.support.people import ADA, BELA, make_actor
from tests.support.renderers import bare_renderer
from tests.support.tables import make_one_move, open_lobby, play_to_end

RENDERER = bare_renderer(VorenPresenter())
LARGEST = 2**63 - 1


@pytest.fixture
async def live(tmp_path: Path) -> Any:
    """Yield the store's tables, and a table of two that has just been dealt."""
    fresh(tmp_path / "e.sqlite3")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}")
    tables = Tables(store, secret=Random(1).randbytes, rng=Random(1))
    opened = await lobby.open_table(tables, game_named("voren"), {"hands": 1}, (1, 2), make_actor(ADA))
    yield tables, opened
    await store.close()


@pytest.mark.parametrize("laid", [None, 0])
async def test_a_board_offers_no_move(live: tuple[Tables, TableState], laid: int | None) -> None:
    """Not even the dealer's, for which nobody needs cards; the hand offers it, and the board is known as one."""
    tables, table = live
    await lobby.join(tables, table.id, make_actor(BELA))
    await lobby.start(tables, table.id, make_actor(ADA))
    assert table.state is not None
    assert table.state.phase == "dealer"
    parts = layouts.table(table, "", None, laid=laid).parts
    laid_buttons = ["Everybody's cards"] * (laid is not None)
    assert read_labels(parts) == [*laid_buttons, "My hand", "Log", "More"]
    assert layouts.is_board(table.id, parts)
    await leave_and_end.end(tables, table.id, make_actor(ADA), moderator=True)
    parts = layouts.table(table, "", None, laid=laid).parts
    assert read_labels(parts) == ["Rematch", *laid_buttons, "Log", "More"]
    assert layouts.is_board(table.id, parts)


async def test_the_review_of_a_hand_stands_below_it_until_the_next_begins(live: tuple[Tables, TableState]) -> None:
    """On the board, and in one's own hand; of a table that is void nowhere."""
    tables, _ = live

    async def play_first_hand() -> TableState:
        table = await open_lobby(tables, BELA, hands=2)
        await lobby.start(tables, table.id, make_actor(ADA))
        assert not any("Review" in buttons for buttons in list_labels(table))
        while not table.awaits_deal():
            await make_one_move(tables, table)
        return table

    def list_labels(table: TableState) -> list[list[str]]:
        own = layouts.hand(table, 0, "Yours", (), {}, None, {}).parts
        return [read_labels(layouts.table(table, "", None, laid=0).parts), read_labels(own)]

    table = await play_first_hand()
    assert list_labels(table) == [
        ["Next hand", "Everybody's cards", "My hand", "Review", "Log", "More"],
        ["Next hand", "Review", "Refresh", "Rules"],
    ]
    await play.next_hand(tables, table.id, make_actor(ADA))
    await make_one_move(tables, table)
    assert not any("Review" in buttons for buttons in list_labels(table))
    await play_to_end(tables, table)
    assert all("Review" in buttons for buttons in list_labels(table))
    table = await play_first_hand()
    for who in (ADA, BELA):
        await leave_and_end.end(tables, table.id, make_actor(who), moderator=False, void=True)
    assert not any("Review" in buttons for buttons in list_labels(table))


def read_labels(parts: Sequence[Part]) -> list[str]:
    """Return the labels of the buttons, in reading order."""
    names: list[str] = []
    for part in parts:
        names += [part["label"]] if "label" in part else read_labels(part.get("components", ()))
    return names


def test_an_id_that_is_too_long_is_refused_and_not_cut() -> None:
    room = MAX_CUSTOM_ID_LETTERS - len(custom_id(CustomId.SHOW_HAND, ""))
    assert len(custom_id(CustomId.SHOW_HAND, "x" * room)) == MAX_CUSTOM_ID_LETTERS
    with pytest.raises(ValueError, match="101 characters"):
        custom_id(CustomId.SHOW_HAND, "x" * (room + 1))


async def test_pending_confirmation_lasts_as_long_as_its_decision(live: tuple[Tables, TableState]) -> None:
    """The hand's refreshes keep it; when the decision has gone, its sentence and its buttons go too."""
    tables, table = live
    await lobby.join(tables, table.id, make_actor(BELA))
    await lobby.start(tables, table.id, make_actor(ADA))
    assert table.state is not None
    seat = table.state.to_act[0]
    waits = layouts.Pending(
        table.decisions[seat], "You would deal.", row(button(CustomId.CONFIRM_MOVE_FORM, 1, label="Confirm"))
    )
    form = Form("lay", "Lay …", "Lay", (NumberField("How much?", 0, 5),) * 2, str)
    forms = [form._replace(key=f"lay{number}") for number in range(7)]

    def read_message(pending: layouts.Pending) -> tuple[str, list[str]]:
        results = layouts.hand(table, seat, "Yours", [], {}, None, {}, forms, pending).parts
        parts = list(parts_of(results))
        assert all(len(part["components"]) <= 5 for part in parts if part["type"] == 1)
        return "".join(part.get("content", "") for part in parts), [part.get("label", "") for part in parts]

    sentence, labels = read_message(waits)
    assert "You would deal." in sentence
    assert "Confirm" in labels
    assert "Lay …" not in labels
    sentence, labels = read_message(replace(waits, decision=waits.decision - 1))
    assert "You would deal." not in sentence
    assert "Confirm" not in labels
    assert labels.count("Lay …") == 7
    change = row(button(CustomId.OPEN_MOVE_FORM, 1, label="Change"))
    sentence, labels = read_message(layouts.Pending(table.decisions[seat], "Choose 3 cards.", change, wrong=True))
    assert "Choose 3 cards." in sentence
    assert labels.count("Change") == 1
    assert labels.count("Lay …") == 7  # beside what was wrong every other move stays


async def test_many_choices_are_entries_with_values_of_their_own(live: tuple[Tables, TableState]) -> None:
    """Thirty long moves that differ only at their end are thirty values."""
    long = "discard " + " ".join(["10S"] * 40)
    moves = [f"{long} {number}S" for number in range(30)]
    choices = [Choice(move, f"Number {number}") for number, move in enumerate(moves)]
    layout = layouts.hand(live[1], 0, "Yours", choices, move_tokens(moves), None, {})
    values = [option["value"] for part in parts_of(layout.parts) for option in part.get("options", ())]
    assert len(set(values)) == 30
    assert values == [f"{place}:{mark}" for place, mark in (move_tokens(moves)[move] for move in moves)]


def read_question(live: TableState, choices: Sequence[Choice]) -> tuple[list[list[str]], list[tuple[str, list[str]]]]:
    """Return the rows of buttons of a hand with these moves, and what its selects ask and have as entries."""
    results = layouts.hand(live, 0, "Yours", choices, move_tokens([choice.move for choice in choices]), None, {}).parts
    parts = list(parts_of(results))
    assert len(parts) <= V2_COMPONENTS
    rows = [
        [component["label"] for component in part["components"] if "label" in component]
        for part in parts
        if part["type"] == 1
    ]
    selects = [
        (part["placeholder"], [option["label"] for option in part["options"]]) for part in parts if part.get("options")
    ]
    return [row for row in rows if row], selects


async def test_up_to_twenty_five_cards_are_buttons_while_a_message_holds_them(live: tuple[Tables, TableState]) -> None:
    """Else they are one select; what is seldom chosen stands in a select below the buttons."""
    suits = [
        Choice(f"play {n}{s}", f"{n} of {s}", card=f"{n}{s}", group=s, short=f"{n} {s}")
        for s in "EAFW"
        for n in "23456"
    ]
    cards = [*suits, *(Choice(f"play {n}", f"Trump {n}", group="Trumps", short=f"{n}") for n in range(1, 6))]
    rows, selects = read_question(live[1], cards)
    assert [len(row) for row in rows] == [5, 5, 5, 5, 5, 2]
    assert not selects
    beside = layouts.hand(
        live[1], 0, "Yours", cards, move_tokens([choice.move for choice in cards]), None, {}, hint=(text("Hint"),)
    )
    labels = [part["label"] for part in parts_of(beside.parts) if part.get("label")]
    assert labels == [choice.short for choice in cards] + ["Rules"]
    wide = [choice._replace(short=f"{choice.short} of some length") for choice in cards]
    rows, selects = read_question(live[1], wide)
    assert rows == [["Refresh", "Rules"]]
    assert selects == [("Choose your move", [choice.label for choice in cards])]
    bids = [Choice(f"bid {n}", f"Bid {n}", group="Other bids", seldom=n != 3) for n in range(1, 8)]
    rows, selects = read_question(live[1], bids)
    assert rows == [["Bid 3"], ["Refresh", "Rules"]]
    assert selects == [("Other bids …", [f"Bid {n}" for n in (1, 2, 4, 5, 6, 7)])]


async def test_up_to_twenty_five_moves_are_buttons_each_group_in_rows_of_its_own(
    live: tuple[Tables, TableState],
) -> None:
    """More are selects, one a group that says its name; in more than three rows the buttons follow each other."""

    def moves(**sizes: int) -> list[Choice]:
        return [
            Choice(f"{group} {number}", f"{group} {number}", group=group)
            for group, size in sizes.items()
            for number in range(size)
        ]

    rows, selects = read_question(live[1], moves(out=1, discard=7))
    assert [len(row) for row in rows] == [1, 5, 2, 2]
    assert rows[0] == ["out 0"]
    assert rows[-1] == ["Refresh", "Rules"]
    assert not selects
    rows, _ = read_question(live[1], moves(discard=3))
    assert rows == [[*(f"discard {number}" for number in range(3)), "Refresh", "Rules"]]
    rows, _ = read_question(live[1], moves(**{f"suit{number}": 2 for number in range(10)}))
    assert [len(row) for row in rows] == [4, 4, 4, 4, 4, 2]
    rows, selects = read_question(live[1], moves(out=14, discard=30))
    assert rows == [["Refresh", "Rules"]]
    assert [(ask, len(entries)) for ask, entries in selects] == [("out …", 14), ("discard …", 25), ("discard …", 5)]


async def test_moves_of_a_form_that_are_ready_stand_before_the_button_that_opens_it(
    live: tuple[Tables, TableState],
) -> None:
    """Each makes its move as Confirm would; a form that begins with something carries it; others share a row."""
    field = NumberField("How much?", 1, 50)
    asking = Form("ask", "Ask …", "Ask", (field,), str, (Preset("Ask 5", (5,)), Preset("Ask 10", (10,))))
    laying = Form("lay", "Lay …", "Lay", (CardsField("Which?", ("2S", "3S"), 0, 2),), str, begin=(("3S",),))
    plain = Form("bid", "Bid …", "Bid", (field,), str)
    table = live[1]
    parts = layouts.hand(table, 0, "Yours", (), {}, None, {}, (asking, laying, plain)).parts
    rows = [
        [(component["label"], component["custom_id"]) for component in part["components"]]
        for part in parts_of(parts)
        if part["type"] == 1
    ]
    start = f"{table.id}:{table.decisions.get(0, 0)}"
    assert rows[0] == [
        ("Ask 5", f"eh:make_ready_move:{start}:ask:{asking.mark}:5"),
        ("Ask 10", f"eh:make_ready_move:{start}:ask:{asking.mark}:10"),
        ("Ask …", f"eh:open_move_form:{start}:ask:{asking.mark}"),
    ]
    assert rows[1] == [
        ("Lay …", f"eh:open_move_form:{start}:lay:{laying.mark}:2"),
        ("Bid …", f"eh:open_move_form:{start}:bid:{plain.mark}"),
    ]


async def test_cards_of_a_form_in_the_hand_are_a_select_beside_the_move_without_cards(
    live: tuple[Tables, TableState],
) -> None:
    """Its choice makes the move, so at least one card is chosen: none is a button."""
    field = CardsField("Which?", ("2S", "3S", "4S"), 0, 2)
    naming = Form("name", "Name up to 2 …", "Name", (field,), str, (Preset("Name none", ((),)),), in_hand=True)
    table = live[1]
    parts = layouts.hand(table, 0, "Yours", (), {}, None, {}, (naming,), name=lambda card: f"the {card}").parts
    first, second = [part["components"] for part in parts_of(parts) if part["type"] == 1][:2]
    start = f"{table.id}:{table.decisions.get(0, 0)}:name:{naming.mark}"
    (picked,) = [row[0] for row in (first, second) if row[0]["type"] == SELECT]
    assert picked["custom_id"] == f"eh:pick_cards:{start}"
    assert picked["placeholder"] == "Name up to 2 …"
    assert (picked["min_values"], picked["max_values"]) == (1, 2)
    assert [(option["label"], option["value"]) for option in picked["options"]] == [
        ("The 2S", "0"),
        ("The 3S", "1"),
        ("The 4S", "2"),
    ]
    assert [component["label"] for row in (first, second) for component in row if component["type"] != SELECT] == [
        "Name none"
    ]


async def test_a_move_that_no_picture_shows_is_said_on_the_next_turn(live: tuple[Tables, TableState]) -> None:
    """Voren's poke; a card that was played lies on the table."""
    tables, table = live
    await lobby.join(tables, table.id, make_actor(BELA))
    await lobby.start(tables, table.id, make_actor(ADA))
    assert table.state is not None
    (seat,) = table.state.to_act
    presenter, renderer = VorenPresenter(), bare_renderer(VorenPresenter(), pictures=True)
    for move, page in (("poke", True), ("play 5S", False)):
        did = presenter.moves.done(move)
        rendered = await renderer.render_hand(
            table, seat, Answer(did, lasting=True, is_on_table=presenter.lies_on_table(move))
        )
        assert rendered.picture is not None
        assert any(did in part.get("content", "") for part in parts_of(rendered.layout.parts)) is page


async def test_every_board_is_known_by_its_buttons_and_nothing_else_is(live: tuple[Tables, TableState]) -> None:
    """Lobby, table in play, table that is over, lobby that was closed; not the pointer, not a hand, not another's."""
    tables, table = live

    async def render_parts() -> list[Part]:
        return (await RENDERER.render_board(table)).layout.parts

    boards = [await render_parts()]
    await lobby.join(tables, table.id, make_actor(BELA))
    pointers = [layouts.moved_board(table, 7).parts]
    await lobby.start(tables, table.id, make_actor(ADA))
    boards.append(await render_parts())
    pointers.append(layouts.moved_board(table, 7).parts)
    pointers.append((await RENDERER.render_hand(table, 0)).layout.parts)
    await play_to_end(tables, table)
    boards.append(await render_parts())
    closed = await lobby.open_table(tables, game_named("voren"), {}, (1, 2), make_actor(ADA))
    await leave_and_end.end(tables, closed.id, make_actor(ADA), moderator=False)
    assert layouts.is_board(closed.id, (await RENDERER.render_board(closed)).layout.parts)
    assert all(layouts.is_board(table.id, board) for board in boards)
    assert not any(layouts.is_board(table.id, pointer) for pointer in pointers)
    assert not any(layouts.is_board(table.id + 10, board) for board in boards)
    assert not layouts.is_board(
        table.id, [row(button(CustomId.OPEN_REMATCH, table.id, label="Open it again"))]
    )  # below a mention
