"""The replay of an ended hand, step by step, from the table or from any seat (K5.2).

A page is made from the table's log, so it is the same after a restart, and while the next hand is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.common.errors import Declined
from bot.common.text import escape
from bot.tables.commands.challenges import is_offered
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from bot.tables.services.finished_hand_steps import Steps, steps_of
from bot.tables.services.silly_moves import can_be_silly
from bot.ui.challenges import offer_button
from bot.ui.game.players import Players
from bot.ui.game.presenter import Passage, Presenter
from bot.ui.kit.components import Part, button, picture, row, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene import text
from bot.ui.scene.scene import Scene
from bot.ui.table import layouts
from bot.ui.table.event_log import read_spans
from bot.ui.table.players_history import period_at, players_history
from bot.ui.table.renderer import RenderedMessage, TableRenderer
from data.store import Store
from data.tables.records import EventRecord, Span

TABLE_VIEW: Final = "table"
"""The argument in place of a seat: the view of everybody at the table."""

MAX_OPTIONS: Final = 25
"""Options of a select."""

MAX_REPLAY_LETTERS: Final = 2800
"""Letters of a step without a picture."""

MAX_PASSAGE_LETTERS: Final = 1500
"""Letters for what a step came to: how a hand of ten players with long names ended."""


async def replay_page(
    store: Store, renderer: TableRenderer, table: TableState, reader: int, hand: int | None, step: int, seat: int | None
) -> RenderedMessage:
    """Return a step of a hand as the table or `seat` saw it, with buttons to other steps, for the user `reader`.

    Hands and steps count from 0; None is the newest ended hand. Only that hand is read. Raises Declined without one,
    CorruptLog, StoreError.
    """
    spans = await finished_hands(store, table)
    number = len(spans) - 1 if hand is None else min(hand, len(spans) - 1)
    steps = await steps_of(store, table, spans, number)
    if steps is None:
        raise Declined(layouts.NO_ENDED_HAND)
    presenter, changes = renderer.presenters.of(table), await store.tables.seat_changes(table.id)
    span = spans[number]
    players = period_at(players_history(table.record.seats, None, changes), span.last).players  # the players at its end
    played = SeatHistory.of(table.record.seats, changes).was_seated(reader, span.first, span.last)
    place = min(step, len(steps.positions) - 1)
    seat = None if seat is None or seat >= len(table.record.seats) else seat
    story = presenter.story(steps.hand.how, steps.hand.log, players)
    scene = _scene(table, presenter, players, steps, story[place], place, seat)
    drawn, emoji = await renderer.scenes.draw_for(reader, scene)
    beside = filter(
        None, (escape(scene.prompt, MAX_PASSAGE_LETTERS), text.numbered_names_text(drawn.numbered if drawn else ()))
    )
    content = text.scene_text(scene, emoji, limit=MAX_REPLAY_LETTERS) if drawn is None else "\n".join(beside)
    heading = next((earlier.heading for earlier in reversed(story[: place + 1]) if earlier.heading), "")
    where = [
        escape(table.name),
        f"{presenter.hand_word.lower()} {number + 1} of {len(spans)}",
        f"step {place + 1} of {len(story)}",
    ]
    eyes = "" if seat is None else f"As {players.name(seat)} saw it"
    return RenderedMessage(
        layouts.layout(
            *([picture(drawn.filename, drawn.alt)] if drawn else []),
            layouts.text(
                "### Replay" + (f": {escape(heading)}" if heading else ""),
                "-# " + " · ".join([*where, *([escape(eyes)] if eyes else [])]),
                content,
            ),
            *_navigation(table, presenter.hand_word.lower(), number, place, seat, story, len(spans)),
            _perspective_select(table, number, place, players),
            *(_player_buttons(table, presenter, number, steps.events[place]) if played else ()),
        ),
        drawn,
    )


async def finished_hands(store: Store, table: TableState) -> Sequence[Span]:
    """Return the spans of the hands of a table that are over. Raises Declined where there are none, StoreError."""
    view = None if table.state is None else table.state.view(None)
    over: int = 0 if view is None else view["number"] + view["finished"]
    spans = await read_spans(store, table.id) if over else []
    if not spans:
        raise Declined(layouts.NO_ENDED_HAND)
    return spans


def _scene(
    table: TableState,
    presenter: Presenter,
    players: Players,
    steps: Steps,
    passage: Passage,
    place: int,
    seat: int | None,
) -> Scene:
    """Return the scene after a step, with its passage as prompt; a step told with the next keeps its own prompt."""
    view, sentence = steps.positions[place].view(seat), " ".join(passage.sentences)
    if seat is None:
        scene = presenter.table(view, players, table.name)
        return scene._replace(prompt=sentence or scene.prompt)
    scene = presenter.hand(view, players, table.name)
    title = f"The hand of {players.name(seat)} at {table.name}"
    return scene._replace(
        title=title, prompt=sentence or scene.prompt, notes=(), your_turn=False, names=players.everybody
    )


def _navigation(
    table: TableState, hand_word: str, number: int, place: int, seat: int | None, story: Sequence[Passage], hands: int
) -> list[Part]:
    """Return the buttons to other steps and hands (`hand_word`: the game's word), and the list of its parts."""
    eyes: str | int = TABLE_VIEW if seat is None else seat

    def navigation_button(label: str, hand: int, step: int, *, enabled: bool) -> Part:
        which = label.partition(" ")[0].lower()  # two of them may lead to one step: each id stands once
        return button(
            CustomId.GO_TO_REPLAY_STEP,
            table.id,
            max(0, hand),
            max(0, step),
            eyes,
            which,
            label=label,
            disabled=not enabled,
        )

    end = len(story) - 1
    buttons = [
        row(
            navigation_button("First", number, 0, enabled=place > 0),
            navigation_button("Back", number, place - 1, enabled=place > 0),
            navigation_button("Forward", number, place + 1, enabled=place < end),
            navigation_button("Last", number, end, enabled=place < end),
        )
    ]
    if hands > 1:
        earlier = navigation_button(f"Earlier {hand_word}", number - 1, 0, enabled=number > 0)
        buttons.append(row(earlier, navigation_button(f"Later {hand_word}", number + 1, 0, enabled=number < hands - 1)))
    parts = [(step, passage.heading) for step, passage in enumerate(story) if passage.heading]
    if len(parts) > 1:
        position = sum(step <= place for step, _ in parts) - 1
        first = max(0, min(position - MAX_OPTIONS // 2, len(parts) - MAX_OPTIONS))  # those around where one is
        options = [
            discord.SelectOption(label=heading[:100], value=str(step), default=at == position)
            for at, (step, heading) in enumerate(parts[first : first + MAX_OPTIONS], first)
        ]
        buttons.append(
            select(
                CustomId.GO_TO_REPLAY_STEP, table.id, number, 0, eyes, "part", options=options, placeholder="Jump to …"
            )
        )
    return buttons


def _player_buttons(table: TableState, presenter: Presenter, number: int, event: EventRecord) -> list[Part]:
    """Return the buttons for players of the hand, at the step of an event."""
    buttons = [] if table.void else [button(CustomId.SHOW_REVIEW, table.id, number, label="Review")]
    if is_offered(table, presenter.challenge_options):
        buttons.append(offer_button(table.id, number))
    if can_be_silly(event):
        buttons.append(button(CustomId.CALL_MOVE_SILLY, table.id, number, event.seq, label="Report silly move"))
    return [row(*buttons)] if buttons else []


def _perspective_select(table: TableState, number: int, place: int, players: Players) -> Part:
    """Return the list of those from whose seat a step can be seen."""
    options = [discord.SelectOption(label="The table", value=TABLE_VIEW)]
    options += [
        discord.SelectOption(label=f"{players.name(seat)}'s hand"[:100], value=str(seat))
        for seat in range(len(table.record.seats))
    ]
    return select(
        CustomId.CHOOSE_REPLAY_SEAT, table.id, number, place, options=options[:MAX_OPTIONS], placeholder="See it from …"
    )
