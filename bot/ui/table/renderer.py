"""Rendering of a table's messages: view -> scene -> words, picture, buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.common.errors import Declined
from bot.common.text import escape
from bot.tables.commands.claim_tricks import claimable
from bot.tables.commands.play import over_text
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.move_tokens import move_tokens
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastLook
from bot.tables.services.deadlines import Deadlines
from bot.tables.services.tables import frozen_text
from bot.tables.services.turn_index import NO_OTHER_TABLES, OtherTables
from bot.ui import challenges, tries
from bot.ui.game.card_packs import Pack, pack_named
from bot.ui.game.common_texts import shows_last_hand
from bot.ui.game.players import Players, players_of
from bot.ui.game.presenter import Presenter
from bot.ui.game.presenter_registry import Presenters
from bot.ui.kit.card_order import sort_high_first
from bot.ui.kit.components import Layout, Part, button, picture
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pictures import Picture
from bot.ui.scene import text
from bot.ui.scene.scene import Zone
from bot.ui.table import (
    announcements,
    deadlines,
    layouts,
    lesson,
    lobby_layout,
    notes_page,
    premove_panel,
    results,
    story,
    undo,
)
from bot.ui.table.caption import MAX_LINES, caption_text, count_lines, latest_sentences, small
from bot.ui.table.event_texts import ended_text
from bot.ui.table.layouts import Answer, Emoji, Pending, WhyNot
from bot.ui.table.mentions import message_place
from bot.ui.table.players_history import players_before
from bot.ui.table.recap import Recap, recap_text
from bot.ui.table.scene_renderer import SceneRenderer
from data.tables.events import EventKind
from data.tables.records import EventRecord
from rules.contract import View
from rules.players import Hint
from rules.registry import winners_of

CLAIM_LINE: Final = "-# You will win every remaining trick."
"""The line for a player on lead who may claim the rest."""

TALL_PICTURE_PX: Final = 900
"""The height of a picture, of 1,100 pixels in width, that leaves a phone little room for buttons."""

MAX_HAND_LETTERS: Final = 3000
"""Letters of a hand in words alone. The rest of what a message holds is for a move that waits to be confirmed."""

MIN_HAND_LETTERS: Final = 1300
"""The same with the longest notes below it."""

MAX_RECAP_LETTERS: Final = 1200
"""Letters of what happened while a player was away, in words alone."""

MAX_RECAP_LETTERS_BESIDE_PICTURE: Final = 200
"""The same beside a picture: two lines or three, and where the rest stands."""

MAX_OUTCOME_LETTERS: Final = 900
"""Letters of how a game ended."""

MAX_EARLIER_OUTCOME_LETTERS: Final = 300
"""The same of one before it."""


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """A message ready to be sent: its view and, where it has a picture, the file."""

    layout: Layout
    picture: Picture | None = None
    premove_outcome: tuple[int, int] | None = None
    """The seat and event of the pre-move outcome that it shows (bot/tables/model/premoves.py)."""
    more_pictures: tuple[Picture, ...] = ()
    """Other pictures that it has."""
    awaits_picture: bool = False
    """Whether it goes without a picture that took too long, and is owed an edit with it."""

    def files(self) -> list[discord.File]:
        """Return new files to send with the message: sending uses a file up."""
        return [more_picture.file() for more_picture in (self.picture, *self.more_pictures) if more_picture is not None]


def _heading(table: TableState) -> str:
    """Return the table's name, with a link to its board, in markdown."""
    record = table.record
    where = "/".join(str(part) for part in (record.guild, message_place(table), record.message) if part is not None)
    return f"**{escape(table.name)}** · [its board](https://discord.com/channels/{where})"


def _who_is_who(image: Picture | None) -> str:
    """Return the names of players whom a picture shows by number."""
    return text.numbered_names_text(image.numbered) if image else ""


def _recap_beside(drawn: Picture | None, happened: Recap) -> str:
    """Return a recap as long as it may be beside the hand's picture, or without one."""
    return recap_text(happened, MAX_RECAP_LETTERS if drawn is None else MAX_RECAP_LETTERS_BESIDE_PICTURE)


@dataclass(slots=True)
class TableRenderer:
    """Renders the messages of a table. Cogs add to `presenters`."""

    scenes: SceneRenderer
    confided_notes: Callable[[int, int], Awaitable[Sequence[EventRecord]]]
    """The notes between partners at a table after an event."""
    seat_changes: Callable[[int, int], Awaitable[Sequence[EventRecord]]]
    """The changes of a table's seats after an event."""
    recap: Callable[[TableState, Presenter, Players, LastLook], Awaitable[Recap]]
    """The recap of a table since a player looked last."""
    other_tables: Callable[[int, TableState], OtherTables]
    """The other tables that wait for a user."""
    hint: Callable[[TableState, int], Awaitable[Hint | None]]
    """The hint for a seat."""
    clocks: Deadlines
    """The deadlines of players."""
    presenters: Presenters

    def pack_of(self, table: TableState) -> Pack:
        """Return the cards of a table's game by their names."""
        return pack_named(self.presenters.of(table).pack)

    def describe_hand_number(self, table: TableState) -> str:
        """Return the number of the hand and of all hands of a table, in markdown; "" if it is unknown."""
        presenter = self.presenters.find(table.game.id)
        if presenter is None or table.state is None:
            return ""
        return escape(presenter.table(table.state.view(None), players_of(table), table.name).subtitle)

    def describe_undone_move(self, table: TableState, event: EventRecord) -> str:
        """Return the move that an event takes back, or asks to, in words for everybody; "" for an event about none."""
        return (
            undo.describe_move(event.text, self.presenters.of(table))
            if event.kind in {EventKind.ASK_TAKE_BACK, EventKind.TAKE_BACK}
            else ""
        )

    def render_lobby(self, table: TableState) -> RenderedMessage:
        """Return the message of a table in its lobby."""
        terms = self.presenters.of(table).terms_text(
            table.record.options, max(len(table.record.seats), table.game.seats[0])
        )
        return RenderedMessage(lobby_layout.lobby(table, terms))

    async def render_board(self, table: TableState, *, pictures: bool = True, answers: bool = True) -> RenderedMessage:
        """Return the public message of a table, whatever state it is in; `answers` says that a player waits for it."""
        table = table.snapshot()
        if table.record.status == "lobby":
            return self.render_lobby(table)
        if table.state is None:
            return RenderedMessage(lobby_layout.ended_lobby(table, ended_text(table).line))
        presenter = self.presenters.of(table)
        view = table.state.view(None)
        players, changes = players_of(table), await self._changes(table)
        if table.record.status == "over":
            return await self._end_on_board(table, presenter, view, changes, pictures=pictures, answers=answers)
        scene = presenter.table(view, players, table.name)
        last_players = self._players_of_last_hand(table, view, players, changes)
        if last_players != players:
            settled = presenter.table(view, last_players, table.name)
            scene = scene._replace(zones=settled.zones, facts=settled.facts, ledger=settled.ledger)
        scene = scene._replace(sentences=story.last_passage(table, presenter, view, players, changes).sentences)
        if table.record.status in {"frozen", "ended"}:  # nobody is awaited any more, whatever the position says
            seats = tuple(seat._replace(to_act=False) for seat in scene.seats)
            scene = scene._replace(prompt=self._stopped_text(table), seats=seats)
        drawn = await self.scenes.draw(scene, answers=answers) if pictures else None
        content = caption_text(scene) if drawn else text.scene_text(scene, self.scenes.emoji.get(scene.pack, {}))
        ends, away = await self.clocks.of_all(table), await self.clocks.away(table)
        time = deadlines.board_times(table, ends, away, presenter.hand_word.lower())
        before = "" if scene.ledger else results.settled_line(table, presenter, view, players, changes)
        content = "\n".join(filter(None, (content, before, _who_is_who(drawn), notes_page.waiting_line(table), time)))
        picture_part = picture(drawn.filename, drawn.alt) if drawn else None
        return RenderedMessage(
            layouts.table(
                table,
                content,
                picture_part,
                laid=self._last_hand_with_pages(table, presenter, view, players),
                hand_word=presenter.hand_word,
            ),
            drawn,
        )

    async def _end_on_board(
        self,
        table: TableState,
        presenter: Presenter,
        view: View,
        changes: Sequence[EventRecord],
        *,
        pictures: bool,
        answers: bool,
    ) -> RenderedMessage:
        """Return the end of a game, for everybody."""
        players = players_of(table)
        last = story.last_passage(table, presenter, view, players, changes)
        scene = results.result_scene(table, presenter, view, players, last)
        drawn, late = await self.scenes.draw_or_defer(scene, "", answers=answers) if pictures else (None, False)
        content = caption_text(scene) if drawn else text.scene_text(scene)
        settlement = results.settled_line(table, presenter, view, players, changes)
        content = "\n".join(filter(None, (content, settlement, _who_is_who(drawn))))
        picture_part = picture(drawn.filename, drawn.alt) if drawn else None
        message = layouts.table(
            table,
            content,
            picture_part,
            laid=self._last_hand_with_pages(table, presenter, view, players),
            hand_word=presenter.hand_word,
        )
        return RenderedMessage(message, drawn, awaits_picture=late)

    async def _end_in_hand(
        self, table: TableState, seat: int, answer: Answer | None, since: LastLook | None, note: int, *, away: bool
    ) -> RenderedMessage:
        """Return the end of a game, for the player in a seat. Raises StoreError."""
        assert table.state is not None
        presenter, view = self.presenters.of(table), table.state.view(seat)
        players, changes = players_of(table, seat), await self._changes(table)
        last = story.last_passage(table, presenter, view, players, changes)
        scene = results.result_scene(table, presenter, view, players, last)
        preferences = await self.scenes.preferences_of(table.record.seats[seat].user)
        drawn, late = (
            await self.scenes.draw_or_defer(scene, preferences.colours, answers=True)
            if preferences.pictures
            else (None, False)
        )
        emoji = self.scenes.emoji.get(scene.pack, {}) if preferences.pictures else {}
        happened = None if since is None else await self.recap(table, presenter, players, since)
        recap = _recap_beside(drawn, happened) if happened else ""
        elsewhere, last_hand = self._elsewhere(table, seat), self._last_hand_with_pages(table, presenter, view, players)
        lines = (
            _heading(table) if away else "",
            premove_panel.hand_line(table, seat, presenter, view),
            answer.text if answer else "",
            recap,
            caption_text(scene) if drawn else text.scene_text(scene, limit=MAX_HAND_LETTERS),
            "" if happened and happened.hands else results.settled_line(table, presenter, view, players, changes),
            results.points_of_only_hand(presenter, view, players),
            _who_is_who(drawn),
            small(story.last_card_text(table, presenter, players)),
            await self._partner_note(table, seat, note),
            tries.ranking_line(table),
            layouts.elsewhere_line(elsewhere),
        )
        below = (
            *layouts.rematch_buttons(table, away=away),
            *notes_page.note_buttons(table, seat),
            *tries.ranking_buttons(table),
            *challenges.offer_buttons(table, presenter.challenge_options),
        )
        picture_part = picture(drawn.filename, drawn.alt) if drawn else None
        content = "\n".join(filter(None, lines))
        message = layouts.hand(
            table, seat, content, (), {}, picture_part, emoji, laid=last_hand, below=below, elsewhere=elsewhere
        )
        return RenderedMessage(
            message, drawn, premove_outcome=premove_panel.shown_premove_outcome(table, seat), awaits_picture=late
        )

    async def _changes(self, table: TableState) -> Sequence[EventRecord]:
        """Return the seat changes since the last finished hand began. Reads nothing without one. Raises StoreError."""
        since = 0 if table.last_hand is None else table.last_hand.first
        return await self.seat_changes(table.id, since) if table.last_disclosure_seq > since else ()

    @staticmethod
    def _players_of_last_hand(
        table: TableState, view: View, players: Players, changes: Sequence[EventRecord]
    ) -> Players:
        """Return the players of the finished hand that is shown; the present ones if none is."""
        if table.last_hand is None or not shows_last_hand(view):
            return players
        return players_before(
            table.record.seats, players.reader, [event for event in changes if event.seq > table.last_hand.last]
        )

    @staticmethod
    def _last_hand_with_pages(
        table: TableState, presenter: Presenter, view: View, players: Players, lying: Sequence[Zone] = ()
    ) -> int | None:
        """Return the number of the last hand if its pages show cards that are not `lying` in view, else None."""
        over: int = view["number"] + view["finished"]
        if table.hand_start_seq or not over:
            return None
        page_cards = {
            zone.cards for page in presenter.pages(view["last"], players, table.name) for zone in page.scene.zones
        }
        return over - 1 if page_cards - {zone.cards for zone in lying} else None

    @staticmethod
    def _stopped_text(table: TableState) -> str:
        """Return the sentence of a table that has stopped."""
        if table.record.status == "ended" and "attempt" in table.record.settings:
            return over_text(table.record.settings)
        return frozen_text(table.record) if table.record.status == "frozen" else ended_text(table).line

    def render_pointer(self, table: TableState, earlier: Sequence[TableState] = ()) -> RenderedMessage:
        """Return a former board message: the place of the board, or how the game ended.

        The `earlier` games follow, the latest first.
        """
        record = table.record
        before = {former.id: self._result(former, MAX_EARLIER_OUTCOME_LETTERS) for former in earlier}
        result = self._result(table, MAX_OUTCOME_LETTERS, bold=True)
        if record.status == "ended":
            result = result if table.void or table.state is None else f"{result} {announcements.points_text(table)}"
        where = record.thread or record.message_channel or record.channel
        return RenderedMessage(
            layouts.moved_board(table, where, result, {line: sentence for line, sentence in before.items() if sentence})
        )

    def _result(self, table: TableState, limit: int, *, bold: bool = False) -> str:
        """Return the result of a game in markdown, winners first; "" while it goes on.

        Winners take about so many letters.
        """
        if table.record.status == "ended":
            return escape(ended_text(table).line, limit)
        if table.record.status != "over" or table.state is None:
            return ""
        view = table.state.view(None)
        won = escape(self.presenters.of(table).outcome(view, players_of(table)), limit)
        others = announcements.points_text(table, winners_of(view))
        return f"{f'**{won}**' if bold else won} {others}".rstrip()

    async def render_hand(
        self,
        table: TableState,
        seat: int,
        answer: Answer | None = None,
        pending: Pending | None = None,
        since: LastLook | None = None,
        away: bool = False,
        note: int = 0,
    ) -> RenderedMessage:
        """Return a seat's own hand, for its player alone.

        `answer` replies to the last click, `pending` is to be confirmed. With `since` it begins with a recap, if `away`
        with the table's name and a link. `note` is the event of a partner's note.
        """
        if table.state is None:
            raise Declined("No cards have been dealt at this table yet.")
        table = table.snapshot()
        assert table.state is not None
        presenter = self.presenters.of(table)
        if table.record.lesson and table.record.is_finished:
            return await self._lesson_over(table, seat, answer)
        if table.record.status == "over":
            return await self._end_in_hand(table, seat, answer, since, note, away=away)
        view = table.state.view(seat)
        players, changes = players_of(table, seat), await self._changes(table)
        scene = presenter.hand(view, players, table.name)
        last_players = self._players_of_last_hand(table, view, players, changes)
        if last_players != players:
            scene = scene._replace(zones=presenter.hand(view, last_players, table.name).zones)
        over = shows_last_hand(view)
        if over:
            scene = scene._replace(zones=(*presenter.last_tricks(view["last"], last_players), *scene.zones))
        scene = scene._replace(names=players.everybody)
        happened = None if since is None else await self.recap(table, presenter, players, since)
        explained = lesson.explanation(table, seat, presenter, view)  # one thing at a time
        if not (happened and happened.has_play):
            lines = story.news(table, presenter, view, players, changes)
            if table.record.lesson and answer is not None and answer.text and not answer.lasting:
                lines = ()  # the answer is news enough
            elif explained:
                last = lines[-1] if lines and view["phase"] in {"play", "draw"} else ""
                lines = lesson.outcome_above(f"{text.prompt_text(scene)}\n{explained}", last)
            scene = scene._replace(sentences=lines)
        if table.record.status in {"frozen", "ended"}:
            scene = scene._replace(prompt=self._stopped_text(table), your_turn=False)
        moves = table.record.status == "playing" and seat not in stand_in_seats(table.record.settings)
        choices = presenter.choices(view) if moves else ()
        preferences = await self.scenes.preferences_of(table.record.seats[seat].user)
        if preferences.high_first:
            scene, choices = sort_high_first(scene, choices)
        has_cards = scene.cards or scene.zones  # where no card lies, the words say it all
        drawn, emoji = await self.scenes.draw_as_liked(scene, preferences, draws=bool(has_cards))
        is_move_made = (
            drawn is not None
            and answer is not None
            and answer.lasting
            and answer.is_on_table
            and (scene.your_turn or over)
        )
        notice = "" if answer is None or is_move_made else answer.text  # a move that was made lies on the table
        confided = await self._partner_note(table, seat, note)
        taught = lesson.is_taught(table, seat, answer)
        deadline, runs = await self.clocks.of(table, seat), self.clocks.runs(table, seat)
        clock = deadlines.hand_time(table, seat, deadline, runs=runs)
        if happened:
            notice = "\n".join(filter(None, (notice, _recap_beside(drawn, happened))))
        if drawn is None:
            room = max(
                MIN_HAND_LETTERS,
                MAX_HAND_LETTERS - len(confided) - len(notice) - (lesson.MAX_LESSON_LETTERS if taught else 0),
            )
            content = "\n".join(filter(None, (notice, text.scene_text(scene, emoji, limit=room), clock)))
        else:
            content = caption_text(scene, notice, clock)
        beside = "" if drawn is None else content
        hint = await self._hint(table, seat, view, emoji, beside) if taught else ()
        picture_part = picture(drawn.filename, drawn.alt) if drawn else None
        is_tall = drawn is not None and drawn.height > TALL_PICTURE_PX
        forms = presenter.forms(view) if moves else ()
        below: tuple[Part, ...] = ()
        if not table.record.private:
            below = (
                *layouts.rematch_buttons(table, away=away),
                *undo.undo_buttons(table, seat, presenter),
                *notes_page.note_buttons(table, seat),
                *(() if is_tall else challenges.offer_buttons(table, presenter.challenge_options)),  # the replay has it
                *premove_panel.premove_buttons(table, seat, pending),
            )
        elsewhere = self._elsewhere(table, seat)
        has_room = drawn is None or count_lines(content) <= MAX_LINES
        lines = (
            _heading(table) if away else "",
            premove_panel.hand_line(table, seat, presenter, view),
            content,
            _who_is_who(drawn),
            small(story.last_card_text(table, presenter, last_players)) if over and has_room else "",
            confided,
            CLAIM_LINE if claimable(table, seat) else "",
            undo.undo_request(table, seat, presenter),
            tries.time_line(table) if moves else "",
            layouts.elsewhere_line(elsewhere),
        )
        content = "\n".join(filter(None, lines))
        message = layouts.hand(
            table,
            seat,
            content,
            choices,
            move_tokens(view["moves"]),
            picture_part,
            emoji,
            forms,
            pending,
            laid=self._last_hand_with_pages(table, presenter, view, players, scene.zones),
            below=below,
            hint=hint,
            why=WhyNot(bool(scene.notes), answer.clause if answer else ""),
            elsewhere=elsewhere,
            tall=is_tall,
            hand_word=presenter.hand_word,
            name=self.pack_of(table).name_of,
        )
        return RenderedMessage(message, drawn, premove_panel.shown_premove_outcome(table, seat))

    def _elsewhere(self, table: TableState, seat: int) -> OtherTables:
        """Return the other tables that wait for a seat's player, once this one does not wait for their move."""
        user = table.record.seats[seat].user
        if user is None or table.record.private or (table.record.status == "playing" and seat in table.decisions):
            return NO_OTHER_TABLES
        return self.other_tables(user, table)

    async def _hint(self, table: TableState, seat: int, view: View, emoji: Emoji, caption: str) -> Sequence[Part]:
        """Return the hint for a seat, with its button; `caption` is that of the hand's picture, "" without one."""
        presenter, advice = self.presenters.of(table), await self.hint(table, seat)
        rules = button(CustomId.SHOW_RULES, table.record.game, "0", label="Rules")
        beside = (*undo.undo_buttons(table, seat, presenter), rules) if table.record.lesson else ()
        return lesson.hint_with_button(table, seat, presenter, view, advice, emoji, beside, caption)

    async def _lesson_over(self, table: TableState, seat: int, answer: Answer | None) -> RenderedMessage:
        """Return the end of a lesson's hand, for its learner, with a note on a press that came too late."""
        assert table.state is not None
        presenter, players = self.presenters.of(table), players_of(table, seat)
        view = table.state.view(None)
        scene = presenter.table(view, players, table.name)
        zones = (*presenter.last_tricks(view["last"], players), *scene.zones) if view["last"] else scene.zones
        scene = scene._replace(
            subtitle="",
            prompt="",
            zones=zones,
            sentences=(
                *story.end_of_lesson(table, presenter, players),
                *filter(None, (story.last_card_text(table, presenter, players),)),
            ),
        )
        drawn, emoji = await self.scenes.draw_for(table.record.seats[seat].user, scene)
        content = latest_sentences(scene.sentences, lesson.MAX_END_LINES) if drawn else text.scene_text(scene, emoji)
        refusal = lesson.HAND_ENDED_TEXT if answer is not None and not answer.lasting else ""
        points = presenter.lesson.sum_up(view["last"], seat) if view["last"] else ""
        points = points or presenter.result_text(table.state.view(seat), players)
        content = "\n".join(filter(None, (refusal, points, content, _who_is_who(drawn))))
        picture_part = picture(drawn.filename, drawn.alt) if drawn else None
        return RenderedMessage(lesson.lesson_end(table, content, picture_part), drawn)

    async def _partner_note(self, table: TableState, seat: int, note: int) -> str:
        """Return a partner's note for a seat, by its event, below the cards; "" for event 0. Raises StoreError."""
        return notes_page.hand_note(table, seat, await self.confided_notes(table.id, note - 1), note) if note else ""
