"""Partner notes: notes and hands that partners show each other, and notes reported to moderators.

The hand's button opens the form of a note. Showing a hand and reporting a note are final, so both ask first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import discord
from discord import ui

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined, Stale
from bot.common.text import escape, name_of, plain
from bot.tables.commands import exchange_notes
from bot.tables.model.table_state import TableState
from bot.transport.interactions.deleted_settings import effective_settings
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import button, custom_id, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.modals import labelled_modal, text_label
from bot.ui.pictures import Picture
from bot.ui.scene.scene import HandScene
from bot.ui.table import layouts, notes_page
from bot.ui.table.layouts import Answer
from cogs.base import ComponentCog
from cogs.table.play import SEAT_GONE, show_hand
from data.tables.records import EventRecord, SeatRecord
from rules.sentences import listed

WORDS: Final = "words"
"""The field of the form of a note."""

NO_PLACE: Final = (
    "This server has no channel for reports. Pass the note on yourself, or ask the server's managers to choose one: "
    "`/settings server`."
)

NO_NOTES_NOW_TEXT: Final = (
    "I cannot write to the channel for reports now. Your report goes there as soon as I can. You can also pass the "
    "note on yourself."
)


class Partners(ComponentCog):
    """The buttons of the partners' place."""

    # -- writing and showing -----------------------------------------------------------------------------------------

    @route(CustomId.OPEN_NOTE_FORM, response="update", on="private")
    async def _open_note_form(self, component: ComponentInteraction) -> None:
        """Open the form of a note to the people whom the mark means (`open_note_form:TABLE:MARK[:WHERE]`)."""
        table = await component.table(lesson=True)
        try:
            people = _partners_of(table, component, exchange_notes.to_write)
        except Stale as error:
            await self._answer(component, table, Answer(error.sentence))
            return
        await component.response.modal(_form(table, people, component.args[2:]))

    @route(CustomId.SUBMIT_NOTE_FORM, response="update", on="private")
    async def _submit_note_form(self, component: ComponentInteraction) -> None:
        """Send the typed note (`submit_note_form:TABLE:MARK[:WHERE]`).

        The hand or the page of notes shows the outcome.
        """
        table, who = await component.table(lesson=True), component.interaction.user
        words = " ".join(component.fields.get(WORDS, ()))
        with self.services.hand_messages.postpone_edits(table, who.id):
            answer = await self._write_note(table, _mark(component), words, component)
            await self._answer(component, await self.services.tables.find(table.id), answer)

    async def _answer(self, component: ComponentInteraction, table: TableState, answer: Answer) -> None:
        """Answer where the button stands: on a page of notes, or in a hand."""
        if component.word(2) == notes_page.PAGE_ARGUMENT:
            await show_notes(component.response, self.services, table, feedback=answer.text)
        else:
            await show_hand(component.response, self.services, table, answer)

    async def _write_note(self, table: TableState, mark: str, words: str, component: ComponentInteraction) -> Answer:
        """Store a note; returns the answer.

        If it was not stored, the answer repeats its text. A writer whose words were not kept gets them back.
        """
        actor = component.actor
        try:
            table, _ = await exchange_notes.write(self.services.tables, table.id, mark, words, actor)
        except Declined as error:
            if table.seat_of(actor.id) is None:
                raise
            text = escape(words, exchange_notes.MAX_NOTE_LETTERS)
            return Answer(f"{error.sentence} Your note was: {text}" if text else error.sentence)
        seat = table.seat_of(actor.id)
        people = exchange_notes.readers(table, seat or 0)
        return Answer(f"Note sent to {notes_page.listed_names(people)}.{_of_stand_in(table)}")

    @route(CustomId.ASK_TO_SHOW_HAND, response="private", on="private")
    async def _ask_to_show_hand(self, component: ComponentInteraction) -> None:
        """Ask before the hand is shown (`ask_to_show_hand:TABLE:MARK`)."""
        table = await component.table()
        people = _partners_of(table, component, exchange_notes.to_show)
        state, seat = table.state, table.seat_of(component.interaction.user.id)
        cards = 0 if state is None or seat is None else len(state.view(seat)["hand"])
        if seat is None or not cards:
            raise Declined(exchange_notes.NO_CARDS)
        names = notes_page.listed_names(people)
        show = button(
            CustomId.SHOW_HAND_TO_PARTNERS,
            table.id,
            _mark(component),
            exchange_notes.shown_before(table, seat),
            label="Show hand",
            style=discord.ButtonStyle.primary,
        )
        question = f"**Show {names} your hand at {escape(table.name)}?**"
        cards_text = f"your {cards} cards" if cards > 1 else "your card"
        follows = f"Only {names} {'sees' if len(people) == 1 else 'see'} {cards_text}. You cannot take it back."
        await component.response.send(layout=layouts.layout(layouts.text(question, follows), row(show)))

    @route(CustomId.SHOW_HAND_TO_PARTNERS, response="update", on="private", commits=True)
    async def _show_hand_to_partners(self, component: ComponentInteraction) -> None:
        """Show the own hand to the partners, and return to it (`show_hand_to_partners:TABLE:MARK:TIMES`)."""
        table, who, times = await component.table(lesson=True), component.interaction.user, component.word(2)
        with self.services.hand_messages.postpone_edits(table, who.id):
            answer = await self._show_hand(component, table, times)
            await show_hand(component.response, self.services, await self.services.tables.find(table.id), answer)

    async def _show_hand(self, component: ComponentInteraction, table: TableState, times: str) -> Answer:
        """Show the own hand; returns the answer. In a lesson there is one also if nothing was shown."""
        actor = component.actor
        try:
            table, _ = await exchange_notes.show(self.services.tables, table.id, _mark(component), times, actor)
        except (Stale, Declined) as error:
            if not table.record.lesson or table.seat_of(actor.id) is None:
                raise
            return Answer(error.sentence)
        people = exchange_notes.confidants(table, table.seat_of(actor.id) or 0)
        return Answer(f"You showed {notes_page.listed_names(people)} your hand.{_of_stand_in(table)}")

    # -- reading -----------------------------------------------------------------------------------------------------

    @route(CustomId.SHOW_NOTES, response="private", on="private")
    async def _show_notes(self, component: ComponentInteraction) -> None:
        """Show the notes of the presser and their partners."""
        await show_notes(component.response, self.services, await component.table())

    @route(CustomId.TURN_NOTES_PAGE, response="update", on="private")
    async def _turn_notes_page(self, component: ComponentInteraction) -> None:
        """Show another page of notes, or the last where none is named (`turn_notes_page:TABLE:PAGE`)."""
        table, page = await component.table(), component.number(1)
        await show_notes(component.response, self.services, table, page)

    # -- reporting ---------------------------------------------------------------------------------------------------

    @route(CustomId.ASK_TO_REPORT_NOTE, response="private", on="private")
    async def _ask_to_report_note(self, component: ComponentInteraction) -> None:
        """Ask before a note goes to the moderators (`ask_to_report_note:TABLE:NOTE`)."""
        table, number = await component.table(), component.number(1)
        note, receiver = await exchange_notes.note_for(
            self.services.tables, table, component.interaction.user.id, number or 0
        )
        if receiver:
            raise Declined(exchange_notes.ALREADY_REPORTED_TEXT)
        words = notes_page.quoted_note(note)
        if await self._report_channel(component, table) is None:
            await component.response.send(
                layout=layouts.layout(layouts.text(f"**{NO_PLACE}**", _passed_on(table, note)))
            )
            return
        report_button = button(
            CustomId.REPORT_NOTE, table.id, note.seq, label="Report note", style=discord.ButtonStyle.danger
        )
        cancel = button(CustomId.CANCEL_QUESTION, label="Cancel")
        question = "**Report this note to the moderators?**"
        follows = "They see the note, who wrote it, and that you reported it. You cannot take it back."
        await component.response.send(
            layout=layouts.layout(layouts.text(question, words, follows), row(report_button, cancel))
        )

    async def _report_channel(self, component: ComponentInteraction, table: TableState) -> int | None:
        """Return the channel to which notes are reported; None where there is none, or no more."""
        return effective_settings(
            await self.services.guild_settings.of(table.record.guild), component.interaction.guild
        ).report_channel

    @route(CustomId.REPORT_NOTE, response="update", on="private", commits=True)
    async def _report_note(self, component: ComponentInteraction) -> None:
        """Report a note to the moderators (`report_note:TABLE:NOTE`)."""
        table, number = await component.table(), component.number(1) or 0
        actor = component.actor
        note, _ = await exchange_notes.note_for(self.services.tables, table, actor.id, number)
        if await self._report_channel(component, table) is None:
            sentence = f"**{NO_PLACE}**\n{_passed_on(table, note)}"
        else:
            table, event = await exchange_notes.report(self.services.tables, table.id, number, actor)
            is_delivered = await self.services.announcements.deliver_report(table.id, event.seq)
            sentence = "Reported. Thank you." if is_delivered else f"**{NO_NOTES_NOW_TEXT}**\n{_passed_on(table, note)}"
        await component.response.send(layout=layouts.layout(layouts.text(sentence)))


async def show_notes(
    response: Response, services: Services, table: TableState, page: int | None = None, feedback: str = ""
) -> None:
    """Answer with a page of a user's notes, and mark it read.

    `feedback` is the result of the last press, in markdown. Raises Declined, StoreError.
    """
    user = response.interaction.user.id
    pack = services.presenters.of(table).pack
    emoji = await services.renderer.scenes.emoji_for(user, pack)

    async def draw(scene: HandScene) -> Picture | None:
        return (await services.renderer.scenes.draw_for(user, scene))[0]

    page_layout = await notes_page.notes_page(services.store, table, user, pack, emoji, page, draw, feedback)
    seat, files = table.seat_of(user), [picture.file() for picture in page_layout.pictures]
    if await response.send(layout=page_layout.layout, files=files) is not None and seat is not None:
        await exchange_notes.read(services.tables, table, seat, user, page_layout.read)


def _mark(component: ComponentInteraction) -> str:
    """Return the mark of the people whom a button means."""
    return component.word(1)


def _partners_of(
    table: TableState,
    component: ComponentInteraction,
    partners_of: Callable[[TableState, int], tuple[SeatRecord, ...]],
) -> tuple[SeatRecord, ...]:
    """Return the partners that a button names, from `partners_of`.

    Raises Declined as that does, Stale if they have gone.
    """
    seat = table.seat_of(component.interaction.user.id)
    if seat is None:
        raise Declined(SEAT_GONE)
    people = partners_of(table, seat)
    if exchange_notes.mark_of(people) != _mark(component):
        raise Stale(exchange_notes.OTHERS_SIT_THERE_TEXT)
    return people


def _form(table: TableState, people: Sequence[SeatRecord], button_place: Sequence[str]) -> ui.Modal:
    """Return the form in which a note to these people is written; its button is at `button_place`."""
    names = listed([plain(name_of(person.name, person.seat), 24) for person in people])
    mark = exchange_notes.mark_of(people)
    hint = f"At most {exchange_notes.MAX_NOTE_LETTERS} letters. Nobody else sees it."
    words = text_label(WORDS, "Your note", exchange_notes.MAX_NOTE_LETTERS, hint=hint, paragraph=True)
    submit = custom_id(CustomId.SUBMIT_NOTE_FORM, table.id, mark, *button_place)
    return labelled_modal(f"Note to {names}", submit, words)


def _of_stand_in(table: TableState) -> str:
    """Return a sentence on talking to a computer partner in a lesson; "" at a table."""
    if not table.record.lesson:
        return ""
    return " A person could plan with it; a computer player cannot."


def _passed_on(table: TableState, note: EventRecord) -> str:
    """Return a note as its reader may pass it on."""
    who = escape(name_of(note.name, note.seat or 0))
    return f"{who} wrote at {escape(table.name)}, <t:{note.at // 1000}:f>:\n{notes_page.quoted_note(note)}"
