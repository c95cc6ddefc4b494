"""A hint for the player who is to decide, and taking a move back, in friendly games and lessons."""

from __future__ import annotations

from typing import Final

import discord

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined, Stale
from bot.common.id_codes import checksum
from bot.tables.commands import lessons
from bot.tables.commands.take_back import ALREADY_UNDONE_TEXT, UNDO_TOO_LATE_TEXT, take_back, was_undone
from bot.tables.model.move_tokens import MOVE_GONE_TEXT, FormOffer
from bot.tables.model.table_state import Done, TableState
from bot.tables.model.turn_state import LastMove
from bot.ui.kit.components import button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table.layouts import Answer, Pending
from bot.ui.table.undo import describe_own_move
from cogs.base import ComponentCog
from cogs.table.play import make_move, not_yet, show_hand, what_would_be
from data.tables.events import EventKind
from rules.contract import View
from rules.players import Hint

NO_HINT: Final = "No hint now: it is not your turn."

NO_HINTS: Final = "This game is rated, so there are no hints."

NEW_HINT: Final = "The hint has changed. Look again."

OTHERS_ASKED_TEXT: Final = "The others are asked. They must allow it before the game goes on."

ALLOWED_TEXT: Final = "You allowed it. The others must, too."


def shows(component: ComponentInteraction, advice: Hint) -> bool:
    """Whether the button that was pressed stood below this hint."""
    return component.word(2) == checksum(advice.move)


class HintsAndTakeBack(ComponentCog):
    """The buttons of friendly games."""

    @route(CustomId.SHOW_HINT, response="update", on="private")
    async def _show_hint(self, component: ComponentInteraction) -> None:
        """Show a move and the reason, where hints are allowed (`show_hint:TABLE`). The text above the hand stays."""
        table, user = await component.table(lesson=True), component.interaction.user.id
        seat = table.seat_of(user)
        if seat is None or seat not in table.decisions or not table.is_friendly:
            await show_hand(
                component.response, self.services, table, Answer(NO_HINT if table.is_friendly else NO_HINTS)
            )
            return
        shown_page, _, last_look = self.services.hand_messages.context_of(table, user)
        text = shown_page.text if shown_page is not None and shown_page.lasting else ""
        answer = Answer(text, lasting=True, hint=table.decisions[seat])
        await show_hand(component.response, self.services, table, answer, since=last_look)

    @route(CustomId.FOLLOW_HINT, response="update", on="private", commits=True)
    async def _follow_hint(self, component: ComponentInteraction) -> None:
        """Make the move of the hint, also if a form makes it (`follow_hint:TABLE:DECISION:MARK[:sure]`).

        MARK is the checksum of the hint on the page. If the search gives another move now, the new hint is shown. A
        player who confirms moves is asked first; `sure` is the answer.
        """
        table, decision = await component.table(lesson=True), component.number(1) or 0
        if not table.is_friendly:
            await show_hand(component.response, self.services, table, Answer(NO_HINTS))
            return
        seat = table.seat_of(component.interaction.user.id)
        advice = None
        # A table that another bot has moved may be behind here: its hint is for another decision than the button's.
        if seat is not None and table.decisions.get(seat) == decision:
            advice = await self.services.hints.of(table, seat)
        if advice is not None and not shows(component, advice):
            await show_hand(component.response, self.services, table, Answer(NEW_HINT, lasting=True, hint=decision))
            return
        asks_first = len(component.args) < 4 and (await self.services.people.of(component.interaction.user.id)).confirms
        if asks_first and advice is not None and seat is not None and table.state is not None:
            args = (*component.args[:3], "sure")
            confirm_button = button(CustomId.FOLLOW_HINT, *args, label="Confirm", style=discord.ButtonStyle.success)
            effect = what_would_be(self.services.presenters.of(table), table.state.view(seat), advice.move)
            component.response.has_moved = True
            pending = Pending(decision, effect, row(confirm_button, not_yet(table)))
            await show_hand(component.response, self.services, table, pending=pending)
            return

        def move(_: View) -> str:
            if advice is None:
                raise Stale(MOVE_GONE_TEXT)
            return advice.move

        await make_move(component, self.services, table, FormOffer(decision, move))

    @route(CustomId.TAKE_BACK_MOVE, response="update", on="private", commits=True)
    @route(CustomId.AGREE_TO_TAKE_BACK, response="private", on="anywhere", commits=True)
    async def _undo(self, component: ComponentInteraction) -> None:
        """Take a move back, or let its player do so.

        The button in a hand is `take_back_move:TABLE:EVENT`, at the table `agree_to_take_back:TABLE:EVENT`.
        """
        table, actor, seq = await component.table(lesson=True), component.actor, component.number(1)
        with self.services.hand_messages.postpone_edits(table, actor.id):
            last = table.last_move  # once it is undone nobody knows it any more
            try:
                if seq is None:
                    raise Stale(UNDO_TOO_LATE_TEXT)
                table, event = await take_back(self.services.tables, table.id, seq, actor)
                component.response.has_moved, notice = (
                    True,
                    self._undo_outcome_text(table, last, event, table.seat_of(actor.id)),
                )
                if table.record.lesson:
                    table = await lessons.play_computer_moves(self.services.tables, table)
            except (Stale, Declined) as error:
                table = await self.services.tables.find(table.id)
                if table.seat_of(actor.id) is None or table.state is None:
                    raise
                undone = seq is not None and await was_undone(self.services.tables, table.id, seq)
                notice = ALREADY_UNDONE_TEXT if undone else error.sentence
            await show_hand(component.response, self.services, table, Answer(notice))

    def _undo_outcome_text(self, table: TableState, last: LastMove | None, event: Done, own_seat: int | None) -> str:
        """Return the answer to a player who asked to take a move back, or agreed to another's request."""
        if event.kind != EventKind.TAKE_BACK:
            return OTHERS_ASKED_TEXT if last is not None and last.seat == own_seat else ALLOWED_TEXT
        if event.seat == own_seat:
            presenter = self.services.presenters.of(table)
            name = "your move" if last is None else describe_own_move(last, presenter)
            return f"You took back {name}."
        return f"You allowed it. It is {table.player_name(event.seat or 0)}'s turn again."
