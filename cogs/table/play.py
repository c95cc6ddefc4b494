"""The buttons of a table in play: My hand, moves, Next hand, Log, Scores, Everybody's cards."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined, Stale
from bot.common.id_codes import decode_number
from bot.tables.commands import lessons, play, tries
from bot.tables.commands.challenges import require_may_look
from bot.tables.commands.hand_views import last_shown, record_look
from bot.tables.model.move_tokens import OLD_BUTTON_TEXT, HandOffer, Offer, move_tokens
from bot.tables.model.premoves import record_outcome_shown
from bot.tables.model.seats import NOT_SEATED
from bot.tables.model.table_state import TableState
from bot.tables.model.tries import is_over
from bot.tables.model.turn_state import LastLook
from bot.tables.services.turn_index_warmup import warm_up
from bot.transport.api.error_codes import is_transient
from bot.transport.interactions.hand_places import BACK_ARGUMENT
from bot.transport.interactions.responses import CONNECTION_ERRORS, Response
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import SEPARATOR, Part, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table.event_log import log_page
from bot.ui.table.layouts import Answer, Pending
from bot.ui.table.lesson import introduction
from bot.ui.table.mentions import message_place
from bot.ui.table.revealed_hands import revealed_page
from bot.ui.table.score_sheet import read_score_page
from cogs.base import ComponentCog
from data.tables.events import EventKind
from rules.contract import Refusal, View

FORCED_MOVE_MADE: Final = "Your next move was forced, so it was played for you."

SEAT_GONE: Final = f"{NOT_SEATED} `/help` says how to join one."


class Play(ComponentCog):
    """Everything that happens at a table once it has begun."""

    async def cog_load(self) -> None:
        """Add the routes, and the answer to a double tap."""
        await super().cog_load()
        self.services.router.show_hand_again = self._again

    async def cog_unload(self) -> None:
        """Remove them."""
        await super().cog_unload()
        self.services.router.show_hand_again = None

    # -- hands and moves ---------------------------------------------------------------------------------------------

    @route(CustomId.SHOW_HAND, response="private", on="anywhere")
    async def _show_hand(self, component: ComponentInteraction) -> None:
        """Show the presser's hand."""
        table = await component.table(lesson=True)
        await show_hand(component.response, self.services, table)

    @route(CustomId.REFRESH_HAND, response="update", on="private")
    async def _refresh_hand(self, component: ComponentInteraction) -> None:
        """Show the hand as it is (`refresh_hand:TABLE[:WHY]`).

        Back from a page, the hand has the text again that it had before.
        """
        table, user = await component.table(lesson=True), component.interaction.user.id
        if component.word(1) != BACK_ARGUMENT:
            await show_hand(component.response, self.services, table)
            return
        if self.services.hand_messages.is_introduction(table, user):
            await show_introduction(component.response, self.services, table)
            return
        page_context = self.services.hand_messages.context_before_page(table, user)
        await show_hand(component.response, self.services, table, *page_context)

    async def _again(self, component: ComponentInteraction) -> None:
        """Show the hand as it is, with what stands around it."""
        table = await component.table(lesson=True)
        await show_hand(
            component.response,
            self.services,
            table,
            *self.services.hand_messages.context_of(table, component.interaction.user.id),
        )

    @route(CustomId.MAKE_MOVE, CustomId.PICK_MOVE, response="update", on="private", commits=True)
    async def _make_move(self, component: ComponentInteraction) -> None:
        """Make a move from the hand, and show the changed hand in its place."""
        await self._move(component, _offer_of(component))

    @route(CustomId.CONFIRM_MOVE, response="update", on="private", commits=True)
    async def _confirm_move(self, component: ComponentInteraction) -> None:
        """Make a confirmed move."""
        await make_move(component, self.services, await component.table(lesson=True), _offer_of(component))

    async def _move(self, component: ComponentInteraction, offer: Offer | None) -> None:
        """Make a move. A player who confirms moves is asked first."""
        table = await component.table(lesson=True)
        pending = (
            None if offer is None else await self._confirmation_question(table, component.interaction.user.id, offer)
        )
        if pending is None:
            await make_move(component, self.services, table, offer)
        else:
            component.response.has_moved = True
            await show_hand(component.response, self.services, table, pending=pending)

    async def _confirmation_question(self, table: TableState, user: int, offer: Offer) -> Pending | None:
        """Return the question before a move, for a player who confirms moves (`/settings me`); None for others."""
        seat, state = table.seat_of(user), table.state
        if seat is None or state is None or seat not in state.to_act or table.record.status != "playing":
            return None
        if is_over(table.record.settings, self.services.clock()):
            return None
        if not (await self.services.people.of(user)).confirms:
            return None
        try:
            move, view = offer.move(table, seat), state.view(seat)
        except Stale:
            return None
        tokens = move_tokens(view["moves"])
        if move not in tokens:
            return None
        decision = table.decisions[seat]
        confirm_button = button(
            CustomId.CONFIRM_MOVE, table.id, decision, *tokens[move], label="Confirm", style=discord.ButtonStyle.success
        )
        return Pending(
            decision, what_would_be(self.services.presenters.of(table), view, move), row(confirm_button, not_yet(table))
        )

    @route(CustomId.DEAL_NEXT_HAND, response="private", on="anywhere", commits=True)
    async def _deal_next_hand(self, component: ComponentInteraction) -> None:
        """Deal the next hand, and show the presser's cards."""
        table, actor = await component.table(lesson=True), component.actor
        with self.services.hand_messages.postpone_edits(table, actor.id):
            try:
                word = self.services.presenters.of(table).hand_word.lower()
                table, _ = await play.next_hand(self.services.tables, table.id, actor, component.number(1))
                component.response.has_moved, answer = True, Answer(f"The next {word} begins.")
                table = await after_computer_moves(component.response, self.services, table)
            except Stale as error:
                table = await self.services.tables.find(table.id)
                answer = Answer(error.sentence)
            await show_hand(component.response, self.services, table, answer)

    # -- the rest ----------------------------------------------------------------------------------------------------

    @route(CustomId.SHOW_LOG, response="private", on="anywhere")
    @route(CustomId.TURN_LOG_PAGE, response="update", on="private")
    async def _log(self, component: ComponentInteraction) -> None:
        """Show a page of the log of a hand, the last of each if none is named."""
        table = await component.table(lesson=True)
        await require_may_look(self.services.tables, table, component.interaction.user.id)
        hand, page = (-1 if number is None else number for number in (component.number(1), component.number(2)))
        await component.response.send(
            layout=await log_page(self.services.store, self.services.presenters, table, hand, page)
        )

    @route(CustomId.SHOW_SCORES, response="private", on="anywhere")
    @route(CustomId.TURN_SCORES_PAGE, response="update", on="private")
    async def _scores(self, component: ComponentInteraction) -> None:
        """Show a page of the scores, the last if none is named."""
        table = await component.table(lesson=True)
        page = component.number(1)
        presenter = self.services.presenters.of(table)
        await component.response.send(
            layout=await read_score_page(self.services.store, presenter, table, -1 if page is None else page)
        )

    @route(CustomId.SHOW_REVEALED_HANDS, response="private", on="anywhere")
    async def _show_revealed_hands(self, component: ComponentInteraction) -> None:
        """Show the revealed hands of a finished hand."""
        table = await component.table(lesson=True)
        await require_may_look(self.services.tables, table, component.interaction.user.id)
        page = await revealed_page(
            self.services.store, self.services.renderer, table, component.interaction.user.id, component.number(1)
        )
        await component.response.send(layout=page.layout, files=page.files())

    @route(CustomId.TURN_REVEALED_HANDS_PAGE, response="update", on="private")
    async def _turn_revealed_hands_page(self, component: ComponentInteraction) -> None:
        """Show another page: the one that a button names, or the chosen player's."""
        table, page = await component.table(lesson=True), component.number(2) or 0
        await require_may_look(self.services.tables, table, component.interaction.user.id)
        seat = component.chosen_number
        new_page = await revealed_page(
            self.services.store,
            self.services.renderer,
            table,
            component.interaction.user.id,
            component.number(1),
            page,
            seat,
        )
        await component.response.send(layout=new_page.layout, files=new_page.files())

    @route(CustomId.SHOW_TABLE, response="private", on="private")
    async def _show_table(self, component: ComponentInteraction) -> None:
        """Post the table anew in the presser's channel."""
        table = await component.table()
        await post_anew(component.response, self.services, table, component.interaction)


def _offer_of(component: ComponentInteraction) -> HandOffer | None:
    """Return the offer of a button or select of a hand; None where it cannot be read."""
    decision = component.number(1)
    decision_text, _, mark = (
        component.values[0] if component.values else SEPARATOR.join(component.args[2:])
    ).partition(SEPARATOR)
    place = decode_number(decision_text)
    return None if decision is None or place is None else HandOffer(decision, place, mark)


def not_yet(table: TableState) -> Part:
    """Return the button that declines the confirmation of a move. Its id differs from that of Refresh."""
    return button(CustomId.REFRESH_HAND, table.id, "not", label="Not yet")


def what_would_be(presenter: Presenter, view: View, move: str) -> str:
    """Return the question before a move, in a sentence: the move as its button has it, or as the presenter tells it."""
    chosen = next((choice for choice in presenter.choices(view) if choice.move == move), None)
    return f"Your move would be: {presenter.moves.preview(move) if chosen is None else f'{chosen.label}.'}"


async def make_move(
    component: ComponentInteraction, services: Services, table: TableState, offer: Offer | None
) -> None:
    """Make a person's move, and answer with their hand: with what was done, or why it was not.

    A button that offers nothing I can read (None) is from another version: its presser sees how things stand.
    """
    with services.hand_messages.postpone_edits(table, component.interaction.user.id):
        table, answer = await _try_move(component, services, table, offer)
        await show_hand(component.response, services, table, answer)


async def _try_move(
    component: ComponentInteraction, services: Services, table: TableState, offer: Offer | None
) -> tuple[TableState, Answer]:
    """Try to make a move. Returns the table after it, and the answer: the move's text, or the reason against it."""
    user = component.interaction.user.id
    try:
        if offer is None:
            raise Stale(OLD_BUTTON_TEXT)
        table, event = await play.act(services.tables, table.id, offer, component.actor)
        component.response.has_moved = True
        table = await after_computer_moves(component.response, services, table)
    except (Stale, Refusal) as error:
        table = await services.tables.find(table.id)
        if table.seat_of(user) is None or table.state is None:
            raise
        return table, Answer(f"{error.message} ({error.clause})" if isinstance(error, Refusal) else error.sentence)
    presenter, is_move = services.presenters.of(table), event.kind == EventKind.MOVE
    outcome_text = presenter.moves.done(event.text) if is_move else "Done."
    seat, is_public = table.seat_of(user), not is_move or presenter.lies_on_table(event.text)
    if seat is not None and table.last_move_seq.get(seat, 0) > event.seq and table.hand_start_seq:
        # After a hand the forced move stands below its outcome.
        outcome_text, is_public = f"{outcome_text} {FORCED_MOVE_MADE}", False
    return table, Answer(outcome_text, lasting=True, is_on_table=is_public)


async def after_computer_moves(response: Response, services: Services, table: TableState) -> TableState:
    """Make the computer players' moves in a lesson or a try. Returns the table after them; other tables unchanged.

    The computer players of a try search, so the response is deferred first.
    """
    if table.record.lesson:
        return await lessons.play_computer_moves(services.tables, table)
    if table.record.private and table.computers():
        await response.defer()
        return await tries.play_computer_moves(services.tables, services.search, table)
    return table


async def show_hand(
    response: Response,
    services: Services,
    table: TableState,
    answer: Answer | None = None,
    pending: Pending | None = None,
    since: LastLook | None = None,
) -> None:
    """Answer with the person's own hand, and keep it fresh.

    After a day away, or new in the seat, they are first told what happened; `since` tells it again. `pending` is a move
    by a form that waits to be confirmed.
    """
    user = response.interaction.user.id
    seat = table.seat_of(user)
    refusal = Declined(SEAT_GONE if answer is None else f"{answer.text} {SEAT_GONE}")
    if seat is None:
        raise refusal
    with services.hand_messages.postpone_edits(table, user):
        missed = await services.digests.missed_news(table, user)
        if missed.text:
            answer_to_missed = Answer(missed.text, lasting=True, news=True)
            answer = answer_to_missed if answer is None else answer._replace(text=f"{missed.text}\n{answer.text}")
        since = since or await last_shown(services.tables, table, seat, response.interaction.id)
        if table.seat_of(user) != seat:  # somebody has taken it over meanwhile: nothing further is theirs to see
            raise refusal
        seq = table.record.seq  # before the hand is built: what happens meanwhile is shown by a refresh
        is_elsewhere = not table.record.private and response.interaction.channel_id != message_place(table)
        note = services.hand_messages.note_to_show(table, seat, user)
        hand_message = await services.renderer.render_hand(table, seat, answer, pending, since, is_elsewhere, note)
        message = await response.send(layout=hand_message.layout, files=hand_message.files(), is_hand=True)
        if message is not None:
            services.hand_messages.track(
                table,
                response.interaction,
                message,
                seat=seat,
                seq=seq - hand_message.awaits_picture,
                answer=answer,
                pending=pending,
                since=since,
                note=note,
                away=is_elsewhere,
            )
    if message is None:  # a double click is not a look
        return
    record_outcome_shown(table, hand_message.premove_outcome)
    await record_look(services.tables, table, seat, seq)
    await services.digests.record_seen(table, user, missed)
    if await warm_up(services.tables, user, table):
        services.hand_messages.refresh(table, user)


async def show_introduction(response: Response, services: Services, table: TableState) -> None:
    """Answer with what the game of a lesson is about; pages that are opened there lead back to it."""
    seat = table.seat_of(response.interaction.user.id)
    if seat is None:
        raise Declined(SEAT_GONE)
    message = await response.send(layout=introduction(table, services.presenters.of(table)), is_hand=True)
    if message is not None:
        services.hand_messages.track(
            table, response.interaction, message, seat=seat, seq=table.record.seq, answer=None, introduces=True
        )


async def post_anew(
    response: Response, services: Services, table: TableState, interaction: discord.Interaction[Any]
) -> None:
    """Post the table's message anew at the bottom of its channel; the old one goes away."""
    services.channels.record_use(table.record.thread or table.record.channel, attach=False)
    try:
        old_place = await services.board.post(table)
    except (discord.HTTPException, *CONNECTION_ERRORS) as error:
        if not is_transient(error):
            raise
        raise Declined("Discord does not answer. The table will be here soon.") from None
    table_channel = (await services.tables.find(table.id)).record.message_channel
    is_here = interaction.channel_id == table_channel
    notice = "Here it is." if is_here else f"The table is at the bottom of <#{table_channel}>."
    await response.send_sentence(notice if old_place is None else f"{old_place} {notice}")
