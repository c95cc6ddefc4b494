"""Everybody's cards of an ended hand, page by page, for everybody.

The presenter makes a page from the hand's row (`Presenter.pages`), so it is the same after a restart, and in the next
hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.common.errors import Declined
from bot.common.text import NAME_LIMIT, escape
from bot.tables.model.table_state import TableState
from bot.ui.game.players import Players
from bot.ui.game.presenter import Page, Presenter
from bot.ui.kit.components import Part, button, picture, row, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene import text
from bot.ui.scene.scene import TableScene
from bot.ui.table import layouts
from bot.ui.table.players_history import period_at, read_players_history
from bot.ui.table.renderer import RenderedMessage, TableRenderer
from data.store import Store

NO_PAGES_HINT: Final = "To see it, press Log, then Replay."

MAX_PAGE_BUTTONS: Final = 2
"""Pages between which Back and Next are enough; of more there is a list of players."""

MAX_REVEALED_LETTERS: Final = 3400
"""Letters for the cards where there is no picture: of all that a message may hold, but for its head."""


async def revealed_page(
    store: Store,
    renderer: TableRenderer,
    table: TableState,
    reader: int,
    hand: int | None,
    page: int = 0,
    seat: int | None = None,
) -> RenderedMessage:
    """Return a page of everybody's cards of a hand, with buttons to other pages and hands.

    With `seat` it is the page of that seat. Hands count from 0; None is the newest ended one. Only that hand is read.
    Raises Declined where there is nothing, StoreError.
    """
    presenter = renderer.presenters.of(table)
    view = None if table.state is None else table.state.view(None)
    over: int = 0 if view is None else view["number"] + view["finished"]
    if not over:
        raise Declined(layouts.NO_ENDED_HAND)
    number = over - 1 if hand is None else min(hand, over - 1)
    stored_hand = await store.tables.hand(table.id, number)
    sat = await read_players_history(store, table)
    # The players at the hand's end.
    players = sat[0].players if stored_hand is None else period_at(sat, stored_hand.last).players
    pages = () if stored_hand is None else presenter.pages(stored_hand.how, players, table.name)
    if not pages:
        raise Declined(NO_PAGES_HINT)
    own_page = next((place for place, page in enumerate(pages) if seat in page.seats), page)
    place = min(own_page, len(pages) - 1)
    scene = pages[place].scene._replace(names=players.everybody)
    drawn, emoji = await renderer.scenes.draw_for(reader, scene)
    if drawn is None:
        content = [text.scene_text(scene, emoji, limit=MAX_REVEALED_LETTERS)]
    else:
        content = [*_page_names(scene), *filter(None, [text.numbered_names_text(drawn.numbered)])]
    return RenderedMessage(
        layouts.layout(
            *([picture(drawn.filename, drawn.alt)] if drawn else []),
            layouts.text(
                "### Everybody's cards", f"-# {_heading(table, presenter, number, over, pages, place)}", *content
            ),
            *_navigation(table, presenter.hand_word.lower(), number, over, len(pages), place),
            *([_player_select(table, number, pages, players)] if len(pages) > MAX_PAGE_BUTTONS else []),
        ),
        drawn,
    )


def _heading(table: TableState, presenter: Presenter, number: int, over: int, pages: Sequence[Page], place: int) -> str:
    """Return the number of the page and of the hand."""
    page = f" · page {place + 1} of {len(pages)}" if len(pages) > 1 else ""
    return f"{escape(table.name)} · {presenter.hand_word.lower()} {number + 1} of {over}{page}"


def _page_names(scene: TableScene) -> list[str]:
    """Return the text beside a picture of the cards: their players, and the comments on them."""
    return [
        f"**{escape(zone.title, NAME_LIMIT)}**" + (f" · {escape(zone.note)}" if zone.note else "")
        for zone in scene.zones
    ]


def _navigation(table: TableState, hand_word: str, number: int, over: int, pages: int, place: int) -> list[Part]:
    """Return the buttons to other pages and other hands, if any (`hand_word` is the game's word for one)."""

    def navigation_button(hand: int, page: int, label: str, *, enabled: bool) -> Part:
        which = label.partition(" ")[0].lower()  # two of them may lead to one page: each id stands once
        return button(
            CustomId.TURN_REVEALED_HANDS_PAGE,
            table.id,
            max(0, hand),
            max(0, page),
            which,
            label=label,
            disabled=not enabled,
        )

    on = [
        navigation_button(number, place - 1, "Back", enabled=place > 0),
        navigation_button(number, place + 1, "Next", enabled=place < pages - 1),
    ]
    others = [
        navigation_button(number - 1, 0, f"Earlier {hand_word}", enabled=number > 0),
        navigation_button(number + 1, 0, f"Later {hand_word}", enabled=number < over - 1),
    ]
    buttons = (on if pages > 1 else []) + (others if over > 1 else [])
    return [row(*buttons)] if buttons else []


def _player_select(table: TableState, number: int, pages: Sequence[Page], players: Players) -> Part:
    """Return the list of players, to jump to the cards of one."""
    options = [
        discord.SelectOption(label=players.name(seat)[:100], value=str(seat), description=f"Page {place}")
        for place, page in enumerate(pages, 1)
        for seat in page.seats
    ]
    return select(
        CustomId.TURN_REVEALED_HANDS_PAGE,
        table.id,
        number,
        "whose",
        options=options[: layouts.MAX_SELECT_OPTIONS],
        placeholder="Whose cards?",
    )
