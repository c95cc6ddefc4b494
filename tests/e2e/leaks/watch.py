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
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.sandbox import Recorded
from bot.show.rulebooks import rulebook
from cogs.voren.pack import VOREN
from data.records import Append, NewEvent, NewTable
from data.store import Store
from tests.e2e.harness import House
from tests.e2e.leaks import search
from tests.e2e.leaks.knowledge import Book

Reader = str | None
"""A user's id, None for everybody, or "the operator", who reads the log."""

TABLE: Final = re.compile(r"e[hs]:(?!rules)[a-z]+:(\d+)")
ECHO: Final = re.compile(r"You do not hold the [^.(]+ \(([A-Z0-9]+)\)\. \(K4\.3\)")
DURATION: Final = re.compile(r"\b\d+(\.\d+)?[smhd]\b")
"""How long something took, in a line of a library's log ("41.3s behind"): no card, which is written in capitals."""
ALWAYS: Final = (
    "The Wolf and Treachery count as trumps.",
    "the Wolf and Treachery fell in one trick",
    "the Wolf beats all trumps, and Treachery the Wolf",
    "only Treachery beats it",
)
"""Sentences of the rules that name cards whatever anybody holds."""

SHORT: Final = 40
"""Letters: what is not longer may stand in the rulebook by chance."""
BOOK: Final = "\n".join(rulebook("voren").pages)
NAMES: Final = {VOREN.name_of(card).removeprefix("the ").lower(): card for card in VOREN.cards()}
EMOJI: Final = {re.sub(r"[^a-z0-9]+", "_", VOREN.name_of(card).lower()): card for card in VOREN.cards()}
"""The cards by the names of their emoji, as they begin."""
_CARD: Final = rf"(?:the )?({'|'.join(NAMES)})\b"
STORY: Final = re.compile(rf"(\w+) (?:led|played|won trick \d with) {_CARD}", re.IGNORECASE)
"""What the story tells of a card: who led it, played it or won a trick with it."""
TURNED_UP: Final = re.compile(rf"\b{_CARD} was turned up", re.IGNORECASE)
FLAG_EPHEMERAL: Final = 64


@dataclass(eq=False)
class Watch(logging.Handler):
    """Watches one house from its start. `findings` are the leaks; `seen` counts what was searched."""

    house: House
    findings: list[str] = field(default_factory=list[str])
    seen: Counter[str] = field(default_factory=Counter[str])
    books: dict[int, Book] = field(default_factory=dict[int, Book])
    named: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Cards that a user named in a forged click, and may therefore read of in the answer."""
    _last: tuple[int, str, set[str], list[str]] | None = None
    _emoji: dict[str, str] = field(default_factory=dict[str, str])
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
        append, create = store.append, store.create_table

        async def appended(write: Append) -> int:
            last = await append(write)
            self._kept(write.table, write.after, write.events)
            return last

        async def created(draft: NewTable, events: Any = (), *others: Any, **named: Any) -> Any:
            record = await create(draft, events, *others, **named)
            self._kept(record.id, 0, events)
            return record

        store.append, store.create_table = appended, created

    def _kept(self, table: int, after: int, events: tuple[NewEvent, ...]) -> None:
        book = self.books.setdefault(table, Book())
        for seq, event in enumerate(events, start=after + 1):
            book.take(seq, event)

    def secrets(self) -> dict[str, str]:
        """All secrets that no table has shown yet: hexadecimal -> whose."""
        return {
            secret: f"table {table}, draw {name}"
            for table, book in self.books.items()
            for name, secret in book.secrets.items()
        }

    def _seat(self, table: int, user: Reader) -> int | None:
        live = self.house.bot.tables._live.get(table)
        return None if live is None or user is None else live.seat_of(int(user))

    # -- what is sent ------------------------------------------------------------------------------------------------

    def _request(self, request: Recorded) -> None:
        self.seen["requests"] += 1
        if request.route.startswith("/applications/"):
            return  # commands and the faces as emoji: the same for every table, before any is dealt
        reader = self.reader(request)
        where = f"{request.method} {request.route}"
        said = [*search.strings(request.body), *search.strings(request.query)]
        said.append(request.headers.get("X-Audit-Log-Reason", ""))
        table = self._table(said, request)
        self.look(where, said, table, reader)
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
        kept = self.house.sandbox.world.messages.get(message or "")
        return self._viewers.get(message or "") if kept is None else kept.viewer

    def _table(self, said: list[str], request: Recorded | None = None, channel: str | None = None) -> int | None:
        """The table that a payload belongs to: by its buttons, else by its channel."""
        for text in said:
            if found := TABLE.match(text):
                return int(found[1])
        if request is not None:
            path = request.path.split("/")
            if path[1] == "channels":
                channel = path[2]
            elif path[1] in {"interactions", "webhooks"} and path[3] in self.house.sandbox.world.tokens:
                interaction = self.house.sandbox.world.tokens[path[3]]
                if found := TABLE.match(interaction.name):
                    return int(found[1])
                channel = interaction.channel_id
        for table, live in self.house.bot.tables._live.items():
            if str(live.record.thread) == channel:
                return table
        return None

    def _event(self, user: str, event: str, data: Mapping[str, Any]) -> None:
        if event not in {"MESSAGE_CREATE", "MESSAGE_UPDATE", "MODAL", "CHOICES", "MENTION", "THREAD_CREATE"}:
            return
        self.seen["events"] += 1
        if event == "MESSAGE_CREATE" and data["flags"] & FLAG_EPHEMERAL:
            self._viewers[data["id"]] = user
        key = id(data)
        # The same payload goes to one user after the other; after the last it may change, so it is read anew.
        if self._last is None or self._last[0] != key or user in self._last[2] or self._last[1] != event:
            self._last = (key, event, set(), list(search.strings(data)))
        self._last[2].add(user)
        said = self._last[3]
        self.look(f"{event} to {user}", said, self._table(said, channel=str(data.get("channel_id", ""))), user)

    def emit(self, record: logging.LogRecord) -> None:
        """A line of the log, with its traceback if it has one."""
        self.seen[f"log lines {record.levelname}"] += 1
        self.look(f"the log of {record.name}", [DURATION.sub("", self.format(record))], None, "the operator")

    # -- the search --------------------------------------------------------------------------------------------------

    def look(self, where: str, said: list[str], table: int | None, reader: Reader) -> None:
        """Search these texts with the eyes of `reader`."""
        emojis = self.house.sandbox.world.emojis
        if len(self._emoji) != len(emojis):
            named = {key: one["name"].rpartition("_eh")[0] for key, one in emojis.items()}
            self._emoji = {key: EMOJI[name] for key, name in named.items() if name in EMOJI}
        whole = "\n".join(said)
        self.seen["letters"] += len(whole)
        if (shown := search.secret_in(whole, self.secrets())) is not None:
            self.findings.append(f"{where}: the secret of {shown}")
        book = self.books.get(table) if table is not None else None
        if reader == "the operator" or book is None:
            hidden = frozenset(VOREN.cards())
            masks = frozenset[str]().union(*(one.masks(None) for one in self.books.values()))
        else:
            seat = self._seat(table or 0, reader)
            hidden, masks = book.hidden(seat), book.masks(seat)
        if masks and (found := masks & search.numbers(whole)):
            self.findings.append(f"{where}: hands as numbers {sorted(found)}")
        if not hidden or not (hidden & search.cards(whole, self._emoji)):
            return
        whole = "\n".join(self._unlawful(text, table, reader) for text in said)
        if leaked := hidden & search.cards(whole, self._emoji):
            clue = next((text for text in whole.split("\n") if leaked & search.cards(text, self._emoji)), "")
            who = "everybody" if reader is None else reader
            self.findings.append(f"{where}: {sorted(leaked)} to {who}, table {table}: {clue[:200]!r}")

    def _unlawful(self, text: str, table: int | None, reader: Reader) -> str:
        """The text without what its reader may read whatever is hidden now."""
        for sentence in ALWAYS:
            text = text.replace(sentence, "")
        clause = text.partition(" ")[2]  # behind its number
        if (len(text) > SHORT and text in BOOK) or (len(clause) > SHORT and clause in BOOK):
            return ""
        book = self.books.get(table) if table is not None else None
        if book is None or reader == "the operator":
            return text
        seats = {name: seat for seat, name in enumerate(self._names(table or 0))}
        if reader is not None:
            seat = self._seat(table or 0, reader)
            seats["You"] = -1 if seat is None else seat
            text = ECHO.sub(lambda found: "" if found[1] in self.named.get(reader, ()) else found[0], text)

        def untold(found: re.Match[str]) -> str:
            """A sentence of the story without its card, if that seat did play it, in whatever hand."""
            played = book.played.get(seats.get(found[1], -1), set())
            return "" if NAMES.get(found[2].lower()) in played else found[0]

        text = TURNED_UP.sub(lambda found: "" if NAMES.get(found[1].lower()) in book.turned_up else found[0], text)
        return STORY.sub(untold, text)

    def _names(self, table: int) -> tuple[str, ...]:
        live = self.house.bot.tables._live.get(table)
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
