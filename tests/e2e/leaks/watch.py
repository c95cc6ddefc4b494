"""The watch: everything that leaves the bot, searched for what its reader may not know at that moment.

Recipients are told apart as Discord tells them apart: requests to a channel concern everybody, an ephemeral answer its
user, and what the stand-in shows to each user is searched once more with that user's eyes. Log lines may show no card
at all. What is lawful is taken out first, each piece by its exact words: what a log line tells of a move that was made,
what a person is told of their own move, the echo of a card that they named themselves, and the rulebook.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from random import Random
from typing import Any, Final

from bot.common.text import escape
from bot.tables.model.premoves import of_seat
from bot.tables.model.table_state import TableState
from bot.ui.rulebooks import load_rulebook
from bot.ui.table import premove_panel
from data.deals.records import Deal, NewDeal
from data.store import Store
from data.tables.records import Append, NewEvent, NewTable
from rules.players import player_of
from sandbox import Recorded
from tests.e2e.leaks import search
from tests.e2e.leaks.games import GAMES
from tests.e2e.leaks.knowledge import Book, Game
from tests.support.house import House

Reader = str | None
"""A user's id, None for everybody, or "the operator", who reads the log."""

TABLE: Final = re.compile(r"e[hs]:(?!\w*rules)[a-z_]+:(\d+)")
ECHO: Final = re.compile(r"(?:You do|The dummy does) not hold [^.]+\. \(K4\.3\)")
DURATION: Final = re.compile(r"\b\d+(\.\d+)?[smhd]\b")
"""How long something took, in a line of a library's log ("41.3s behind"): no card, which is written in capitals."""
CUT: Final = re.compile(r"\b[a-z]{1,2}…")
"""The beginning of a word at which a text was cut short: "31 ca…" names no card."""
HINT: Final = "**Hint: "
"""How a hint begins; behind the move stands the reason."""
SHORT: Final = 40
"""Letters: what is not longer may stand in the rulebook by chance."""
RULES: Final = "\n".join(page for game in GAMES for page in load_rulebook(game).pages)
HEADINGS: Final = {heading for game in GAMES for heading, _ in load_rulebook(game).sections}
"""Chapters of the rulebooks: above a clause, and in the list to jump to one."""
ALWAYS: Final = [sentence for game in GAMES.values() for sentence in game.always]
EVERY: Final = tuple(GAMES.values())
FLAG_EPHEMERAL: Final = 64


def without(text: str, sentence: str) -> str:
    """The text without what is told there, or without its beginning where it was cut short."""
    place = text.find(sentence[:SHORT])
    if place < 0:
        return text
    same = sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(text[place:], sentence)))
    return text[:place] + text[place + same :]


@lru_cache(4096)  # a table says the same again and again, and to one after the other
def without_rules(text: str) -> str:
    """The text without what anybody may read at any time; nothing is left of what stands in a rulebook."""
    for sentence in ALWAYS:
        text = text.replace(sentence, "")
    text = CUT.sub("…", text)
    heading, _, below = text.partition("\n")
    if heading.removeprefix("### ") in HEADINGS:
        text = below
    clause = text.partition(" ")[2]  # behind its number
    is_clause = (len(text) > SHORT and text in RULES) or (len(clause) > SHORT and clause in RULES)
    return "" if is_clause else text


@dataclass(eq=False)
class Watch(logging.Handler):
    """Watches one house from its start. `findings` are the leaks; `seen` counts what was searched."""

    house: House
    findings: list[str] = field(default_factory=list[str])
    seen: Counter[str] = field(default_factory=Counter[str])
    books: dict[int, Book] = field(default_factory=dict[int, Book])
    named: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Cards that a user named in a forged click, and may therefore read of in the answer."""
    _last: tuple[Mapping[str, Any], str, set[str], list[str]] | None = None
    _taught: tuple[tuple[int, int, int], list[str]] | None = None
    """What a table said last of a seat's decision: its number, event and seat, and the texts."""
    _emoji: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """For each game its cards by the ids of their emoji; games may share some."""
    _emojis: int = 0
    _known: dict[int, int] = field(default_factory=dict[int, int])
    """The last event of each table that its book has."""
    _deals: dict[int, dict[str, str]] = field(default_factory=dict[int, dict[str, str]])
    """The secrets of deals that are not closed, by when (ms) they end: hexadecimal -> whose."""
    doubtful: list[tuple[str, list[str], int | None, Reader]] = field(
        default_factory=list[tuple[str, list[str], int | None, Reader]]
    )
    """What seemed to be a leak while a book was behind the database: it is searched again once that has caught up."""
    _viewers: dict[str, str] = field(default_factory=dict[str, str])
    """Whose eyes an ephemeral message is for, kept beyond its life."""

    def __post_init__(self) -> None:
        logging.Handler.__init__(self, logging.DEBUG)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.house.sandbox.recorder.requests.append(self._request)
        self.house.sandbox.recorder.events.append(self._event)

    # -- what is kept ------------------------------------------------------------------------------------------------

    def read(self, store: Store) -> None:
        """Learn of every event that `store` keeps from now on."""
        append, create = store.tables.append, store.tables.create

        async def appended(write: Append) -> int:
            last = await append(write)
            self.books[write.table].options = write.changes.get("options", self.books[write.table].options)
            self._kept(write.table, write.after, write.events)
            return last

        async def created(draft: NewTable, events: Any = (), *others: Any, **named: Any) -> Any:
            record = await create(draft, events, *others, **named)
            game = GAMES[draft.game]
            self.books[record.id] = game.book(game, draft.options)
            self._kept(record.id, 0, events)
            return record

        store.tables.append, store.tables.create = appended, created
        open_deal, close_deals = store.deals.open, store.deals.close

        async def opened(new: NewDeal) -> Deal:
            deal = await open_deal(new)
            self._deals.setdefault(deal.closes, {})[deal.secret.hex()] = f"deal {deal.id} at {deal.game}"
            return deal

        async def closed(until: int) -> None:
            await close_deals(until)
            self._deals = {closes: secrets for closes, secrets in self._deals.items() if closes > until}

        store.deals.open, store.deals.close = opened, closed

    def _kept(self, table: int, after: int, events: tuple[NewEvent, ...]) -> None:
        book = self.books[table]
        for seq, event in enumerate(events, start=after + 1):
            book.take(seq, event)
        self._known[table] = after + len(events)
        again, self.doubtful = self.doubtful, []
        for where, texts, of, reader in again:
            self.look(where, texts, of, reader)

    def _is_behind(self, table: int | None) -> bool:
        """Whether events of a table, or of any, have been committed of which its book has not heard yet: a table that
        is read from the database shows them before whoever made them goes on.
        """
        path = self.house.settings.database_url.partition("///")[2]
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            record = dict(database.execute("SELECT id, seq FROM tables").fetchall())
        return any(record[number] > known for number, known in self._known.items() if table in {None, number})

    def secrets(self) -> dict[str, str]:
        """All secrets that no table has shown yet, and those of open deals: hexadecimal -> whose."""
        result = {
            secret: f"table {table}, draw {name}"
            for table, book in self.books.items()
            for name, secret in book.secrets.items()
        }
        for secrets in self._deals.values():
            result |= secrets
        return result

    def _seat(self, table: int, user: Reader) -> int | None:
        live = self.house.services.tables._live.get(table)
        return None if live is None or user is None else live.seat_of(int(user))

    # -- what is sent ------------------------------------------------------------------------------------------------

    def _request(self, request: Recorded) -> None:
        self.seen["requests"] += 1
        if request.route.startswith("/applications/"):
            return  # commands and the faces as emoji: the same for every table, before any is dealt
        reader = self.reader(request)
        where = f"{request.method} {request.route}"
        texts = [*search.strings(request.body), *search.strings(request.query)]
        texts.append(request.headers.get("X-Audit-Log-Reason", ""))
        table = self._table(texts, request)
        self.look(where, texts, table, reader)
        for file in request.files:
            self.seen["files"] += 1
            self.look(f"{where}, a file's name", [file.filename], table, reader)
            self.look(f"{where}, alt text", [file.description or ""], table, reader)
            if file.body.startswith(b"\x89PNG"):
                odd, beside = search.beside_the_pixels(file.body)
                if odd:
                    self.findings.append(f"{where}: a picture holds {', '.join(sorted(odd))}")
                self.look(f"{where}, beside the pixels", [beside], table, reader)
            else:
                self.look(f"{where}, a file", self._proof(where, file.body), table, reader)

    def reader(self, request: Recorded) -> Reader:
        """Who reads what a request sends."""
        world, path = self.house.sandbox.world, request.path.split("/")
        if request.route.startswith("/interactions/"):
            interaction = world.tokens[path[3]]
            if request.body["type"] == 7:
                return self._viewer(interaction.source_id)
            private = (request.body.get("data") or {}).get("flags", 0) & FLAG_EPHEMERAL or request.body["type"] in {
                8,
                9,
            }
            return interaction.user_id if private else None
        if request.route.startswith("/webhooks/"):
            interaction = world.tokens[path[3]]
            if request.method == "POST":
                return interaction.user_id if request.body.get("flags", 0) & FLAG_EPHEMERAL else None
            return self._viewer(interaction.original_id or interaction.source_id)
        return None

    def _viewer(self, message: str | None) -> Reader:
        record = self.house.sandbox.world.messages.get(message or "")
        return self._viewers.get(message or "") if record is None else record.viewer

    def _table(self, texts: list[str], request: Recorded | None = None, channel: str | None = None) -> int | None:
        """The table that a payload belongs to: by its buttons, else by its channel. A hand may lead to that of another
        table, so a button that opens one tells least.
        """
        for text in sorted(texts, key=lambda words: words.startswith("eh:show_hand:")):
            if match := TABLE.match(text):
                return int(match[1])
        if request is not None:
            path = request.path.split("/")
            if path[1] == "channels":
                channel = path[2]
            elif path[1] in {"interactions", "webhooks"} and path[3] in self.house.sandbox.world.tokens:
                interaction = self.house.sandbox.world.tokens[path[3]]
                if match := TABLE.match(interaction.name):
                    return int(match[1])
                channel = interaction.channel_id
        for table, live in self.house.services.tables._live.items():
            if str(live.record.thread) == channel:
                return table
        return None

    def table_of(self, data: Mapping[str, Any]) -> int | None:
        """The table that an event's payload belongs to."""
        return self._table(list(search.strings(data)), channel=str(data.get("channel_id", "")))

    def _event(self, user: str, event: str, data: Mapping[str, Any]) -> None:
        if event not in {"MESSAGE_CREATE", "MESSAGE_UPDATE", "MODAL", "CHOICES", "MENTION", "THREAD_CREATE"}:
            return
        self.seen["events"] += 1
        if event == "MESSAGE_CREATE" and data["flags"] & FLAG_EPHEMERAL:
            self._viewers[data["id"]] = user
        # The same payload goes to one user after the other; after the last it may change, so it is read anew.
        if self._last is None or self._last[0] is not data or user in self._last[2] or self._last[1] != event:
            self._last = (data, event, set(), list(search.strings(data)))
        self._last[2].add(user)
        texts = self._last[3]
        self.look(f"{event} to {user}", texts, self._table(texts, channel=str(data.get("channel_id", ""))), user)

    def emit(self, record: logging.LogRecord) -> None:
        """A line of the log, with its traceback if it has one."""
        self.seen[f"log lines {record.levelname}"] += 1
        self.look(f"the log of {record.name}", [DURATION.sub("", self.format(record))], None, "the operator")

    # -- the search --------------------------------------------------------------------------------------------------

    def look(self, where: str, texts: list[str], table: int | None, reader: Reader) -> None:
        """Search these texts with the eyes of `reader`."""
        before = len(self.findings)
        self._search(where, texts, table, reader)
        if len(self.findings) > before and self._is_behind(table):
            del self.findings[before:]
            self.doubtful.append((where, texts, table, reader))

    def _search(self, where: str, texts: list[str], table: int | None, reader: Reader) -> None:
        self._learn_emoji()
        whole = "\n".join(texts)
        self.seen["letters"] += len(whole)
        if (text := search.secret_in(whole, self.secrets())) is not None:
            self.findings.append(f"{where}: the secret of {text}")
        book = self.books.get(table) if table is not None else None
        if reader == "the operator" or book is None:
            games, seat, books = EVERY, None, list(self.books.values())
            hidden = {game.id: game.faces.every for game in games}
        else:
            games, seat, books = (book.game,), self._seat(table or 0, reader), [book]
            hidden = {games[0].id: book.hidden(seat)}
        masks = frozenset[str]().union(*(entry.masks(seat) for entry in books))
        if masks and (result := masks & search.numbers(whole)):
            self.findings.append(f"{where}: hands as numbers {sorted(result)}")
        if result := {run for entry in books for run in entry.sequences(seat) if run in whole}:
            self.findings.append(f"{where}: cards as numbers {sorted(result)}")
        for game in games:
            self._look_for(game, hidden[game.id], where, texts, table, reader)

    def _look_for(
        self, game: Game, hidden: frozenset[str], where: str, texts: list[str], table: int | None, reader: Reader
    ) -> None:
        """Search these texts for the cards of a game that are hidden."""
        emoji = self._emoji[game.id]
        if not hidden or not (hidden & game.faces.found("\n".join(texts), emoji)):
            return
        whole = "\n".join(self._unlawful(game, text, table, reader) for text in texts)
        if leaked := hidden & game.faces.found(whole, emoji):
            clue = next((text for text in whole.split("\n") if leaked & game.faces.found(text, emoji)), "")
            who = "everybody" if reader is None else reader
            self.findings.append(f"{where}: {sorted(leaked)} to {who}, table {table}: {clue[:600]!r}")

    def _learn_emoji(self) -> None:
        """Know the faces that have been uploaded by the ids of their emoji."""
        emojis = self.house.sandbox.world.emojis
        if self._emojis == len(emojis) and self._emoji:
            return
        self._emojis = len(emojis)
        named = {key: entry["name"].rpartition("_eh")[0] for key, entry in emojis.items()}
        for game in EVERY:
            emoji = game.faces.emoji
            self._emoji[game.id] = {key: emoji[name] for key, name in named.items() if name in emoji}

    def _unlawful(self, game: Game, text: str, table: int | None, reader: Reader) -> str:
        """The text without what its reader may read whatever is hidden now."""
        text = without_rules(text)
        if not text:
            return ""
        book = self.books.get(table) if table is not None else None
        if book is None or reader == "the operator":
            return text
        seats = {name: seat for seat, name in enumerate(self._names(table or 0))}
        if reader is not None:
            seat = self._seat(table or 0, reader)
            seats["You"] = -1 if seat is None else seat
            if seat is not None:
                live = self.house.services.tables._live[table or 0]
                text = self._untaught(text, live, seat)
                text = self._unordered(text, live, seat)
            named = self.named.get(reader, set[str]())
            text = ECHO.sub(lambda match: "" if game.faces.found(match[0]) <= named else match[0], text)
        return book.untold(text, seats)

    def _untaught(self, text: str, live: TableState, seat: int) -> str:
        """The text without what a lesson says of a game and of a decision, and without the reason for a hint: lawful is
        what comes of the seat's own view.
        """
        if live.state is None or not (live.record.lesson or HINT in text):
            return text
        if self._taught is None or self._taught[0] != (live.id, live.record.seq, seat):
            presenter, view = self.house.services.presenters.of(live), live.state.view(seat)
            texts = [presenter.lesson.goal]
            if seat in live.state.to_act:
                texts.append(presenter.guide(view))
                for level in ("normal",) if live.record.lesson else ("strong", "normal"):
                    reason = player_of(live.game, level).advise(view, Random(live.decisions[seat])).why
                    texts.append(escape(reason, len(reason)))
            self._taught = (live.id, live.record.seq, seat), [line for line in texts if line]
        for words in self._taught[1]:
            text = without(text, words)
        return text

    def _unordered(self, text: str, live: TableState, seat: int) -> str:
        """The text without what a seat's player reads of their own order: in the next hand its card may be anyone's."""
        if live.state is None or of_seat(live, seat) is None:
            return text
        return text.replace(
            premove_panel.hand_line(live, seat, self.house.services.presenters.of(live), live.state.view(seat)), ""
        )

    def _names(self, table: int) -> tuple[str, ...]:
        live = self.house.services.tables._live.get(table)
        return () if live is None else live.names()

    def _proof(self, where: str, body: bytes) -> list[str]:
        """A proof without the hands that are over; it may hold nothing of the one in progress."""
        text = body.decode("latin-1")
        try:
            proof = json.loads(text)
            book = self.books[int(proof["table"])]
        except (ValueError, KeyError, TypeError):
            return [text]
        if proof["game"]["events"] != book.finished_events()[: len(proof["game"]["events"])]:
            self.findings.append(f"{where}: a proof tells more than the hands that are over")
            return [text]
        return list(search.strings({**proof, "game": {**proof["game"], "events": []}}))
