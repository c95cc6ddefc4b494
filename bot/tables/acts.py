"""The life of tables: opening, lobby, moves, next hands, ends. Everything here is kept before it is answered.

Every change goes through `_change`: lock the table, build a step (rules decide), append it, and only then take it in.
The cogs answer with what these methods return; what others see follows from the work that are kept with the step.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, Protocol
from weakref import WeakValueDictionary

from bot.errors import Declined, Stale, UnknownTable
from bot.tables.live import DEALER, Done, Live, Step
from bot.tables.offers import Offer
from data.errors import DuplicateInteraction, SequenceTaken, StoreError
from data.records import BOARD, REFRESH, Append, NewEvent, NewWork, NewTable, SeatRecord, TableRecord, now_ms
from data.store import Store
from rules.contract import Game, OptionValue, Refusal
from rules.players import players_of
from rules.registry import GAMES
from rules.shuffle import SECRET_BYTES, commitment

log = logging.getLogger(__name__)

PING: Final = "ping"

MENTION: Final = "mention"
"""The table's setting for how many seconds whoever is awaited has before the ping: 60 if it is not set."""

NEVER: Final = -1
"""The value of that setting for a table without pings."""

SAFETY_NET: Final = 30_000
"""Milliseconds after which an owed refresh is looked at again; `changed` brings it about at once."""

OPENING: Final = "opening"
"""The key of the intention to answer with a new table's lobby: an answer has no nonce to be found by."""

SOON: Final = 2000
"""Milliseconds after which whoever was to post or delete has done so, or was stopped on the way."""

KEPT: Final = 2000
"""Tables kept in memory; the others are read from their log when they are used again."""

COMPUTERS: Final = ("Ambrose", "Beatrix", "Cosmo", "Delphine", "Edgar", "Flora", "Gideon", "Hester", "Ignatz", "Juno")
"""Names of computer players, by seat; shown with a robot's mark, so that nobody takes them for people."""


class Person(Protocol):
    """Whoever uses the bot: a Discord user or member."""

    @property
    def id(self) -> int:
        """The user's id."""
        ...

    @property
    def display_name(self) -> str:
        """The name that others see."""
        ...


class Tables:
    """All tables of this process. `changed` is called after every kept change, with the table."""

    def __init__(
        self,
        store: Store,
        *,
        refresh: bool = True,
        ping_delay: float = 60,
        max_live: int = 50,
        clock: Callable[[], int] = now_ms,
        secret: Callable[[int], bytes] = secrets.token_bytes,
        rng: Random | None = None,
    ) -> None:
        self.store = store
        self.changed: Callable[[Live], None] = lambda _: None
        self._refresh = refresh
        self._ping_delay = ping_delay
        self._max_live = max_live
        self._clock = clock
        self._secret = secret
        self._rng = rng or secrets.SystemRandom()
        self._live: dict[int, Live] = {}
        self._loading: dict[int, asyncio.Future[Live]] = {}
        self._showing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # -- finding -----------------------------------------------------------------------------------------------------

    async def find(self, table: int) -> Live:
        """The table, from memory or from its log. Raises UnknownTable, or StoreError."""
        live = self._live.get(table)
        if live is not None:
            self._live[table] = self._live.pop(table)  # the last used stays longest
            return live
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: int) -> Live:
        record = await self.store.table(table)
        if record is None or record.game not in GAMES:
            raise UnknownTable("I know no such table.")
        live = Live(record, self._showing.setdefault(table, asyncio.Lock()))
        events = await self.store.log(table)
        try:
            if record.rules_version != live.game.version and record.status == "playing":
                raise ValueError("rules version")
            live.fold(events)
        except (Refusal, KeyError, TypeError, ValueError) as error:
            log.error(  # noqa: TRY400  # the traceback's values could show a card
                "table %s is frozen: its log of %s events does not replay under rules version %s of %s (%s)",
                table,
                len(events),
                live.game.version,
                record.game,
                type(error).__name__,
            )
            if record.status in {"playing", "lobby"}:
                await self._freeze(live)
        self._live[table] = live
        self._let_go()
        return live

    def _let_go(self) -> None:
        """Forget the tables that were used longest ago; nobody may be in the middle of something there."""
        for table in list(self._live)[: max(0, len(self._live) - KEPT)]:
            live = self._live[table]
            if not (live.lock.locked() or live.showing.locked() or live.computers()):
                del self._live[table]

    async def _freeze(self, live: Live) -> None:
        work = NewWork(REFRESH, seq=live.record.seq + 1, due=self._clock())
        event = NewEvent("freeze")
        append = Append(live.id, live.record.seq, (event,), (work,), {"status": "frozen"}, drop=((PING, "*"),))
        await self.store.append(append)
        live.record = replace(live.record, seq=live.record.seq + 1, status="frozen")
        self.changed(live)

    async def live_tables(self) -> list[TableRecord]:
        """The rows of all tables that have not come to their end."""
        return await self.store.live_tables()

    async def in_channel(self, channel: int, *, live: bool = True) -> list[TableRecord]:
        """The tables of a channel or thread, newest first: those under way, or all."""
        return (await self.store.tables_in(channel, live=live))[::-1]

    def forget(self, table: int) -> None:
        """Drop what is in memory of a table; its log has the truth."""
        self._live.pop(table, None)

    # -- the one way to change a table -------------------------------------------------------------------------------

    async def _change(self, table: int, interaction: int | None, build: Callable[[Step], None]) -> tuple[Live, Done]:
        for last_try in (False, True):
            live = await self.find(table)
            async with live.lock:
                if self._live.get(table) is not live:
                    continue
                if interaction is not None and interaction in live.done:
                    return live, live.done[interaction]
                if live.record.status == "frozen":
                    raise Declined(FROZEN)
                step = Step(live, self._secret)
                build(step)
                try:
                    await self._keep(live, step)
                except DuplicateInteraction as error:
                    self.forget(table)
                    record = error.record
                    return await self.find(table), Done(record.kind, record.seat, record.text, record.seq, again=True)
                except SequenceTaken:
                    self.forget(table)
                    if last_try:
                        raise
                    continue
                except StoreError as error:
                    return await self._doubt(table, interaction, error)
                except asyncio.CancelledError:
                    self.forget(table)
                    raise
                first = step.events[0]
                done = Done(first.kind, first.seat, first.text, live.record.seq - len(step.events) + 1)
            self.changed(live)
            return live, done
        raise SequenceTaken(f"table {table}")

    async def _doubt(self, table: int, interaction: int | None, error: StoreError) -> tuple[Live, Done]:
        """What became of a commit is not certain: the log decides. Raises `error` where nothing was kept."""
        self.forget(table)
        try:
            live = await self.find(table)
        except StoreError:
            raise error from None
        self.changed(live)
        if interaction is None or interaction not in live.done:
            raise error
        return live, live.done[interaction]

    async def _keep(self, live: Live, step: Step) -> None:
        record = live.record
        last = record.seq + len(step.events)
        work = step.work
        if self._refresh:
            work.append(NewWork(REFRESH, seq=last, due=self._clock() + SAFETY_NET))
        drop = self._pings(live, step)
        append = Append(
            record.id, record.seq, tuple(step.events), tuple(work), step.changes, seats=step.seats, drop=drop
        )
        await self.store.append(append)
        # From the row as it is now: which message shows the table may have changed during the commit.
        changed = replace(live.record, seq=last, seats=step.players(), updated=self._clock())
        live.accept(step, replace(changed, **step.changes) if step.changes else changed)

    def _pings(self, live: Live, step: Step) -> tuple[tuple[str, str], ...]:
        """Owe a ping to every person with a new decision; returns which owed pings no longer hold."""
        if step.changes.get("status", live.record.status) != "playing":
            return ((PING, "*"),)
        if step.decisions is live.decisions:
            return ()
        drop = tuple((PING, f"{seat}:{seq}") for seat, seq in live.decisions.items() if step.decisions.get(seat) != seq)
        players, wait = step.players(), live.record.settings.get(MENTION, self._ping_delay)
        for seat, seq in step.decisions.items():
            if live.decisions.get(seat) != seq and players[seat].kind == "person" and wait != NEVER:
                due = self._clock() + int(wait * 1000)
                step.work.append(NewWork(PING, f"{seat}:{seq}", seq, {"seat": seat}, due))
        return drop

    # -- lobby -------------------------------------------------------------------------------------------------------

    async def open(
        self,
        game: Game,
        options: Mapping[str, OptionValue],
        where: tuple[int, int],
        host: Person,
        interaction: int | None,
        players: Sequence[SeatRecord] = (),
        settings: Mapping[str, int] | None = None,
    ) -> Live:
        """A new table in its lobby with `host` in seat 0, then `players` (a rematch). `where` is (guild, channel).

        `settings` are the table's own, MENTION among them.

        Raises Refusal for bad options, Declined where the server has too many tables.
        """
        guild, channel = where
        resolved = game.resolve(options)
        under_way = await self.store.count_live(guild)
        if under_way >= self._max_live:
            raise Declined(f"This server has {under_way} tables under way, as many as I keep at a time. End one first.")
        seats = [SeatRecord(0, 0, host.id, "person", host.display_name)]
        events = [NewEvent("join", 0, host.display_name, interaction=interaction, user=host.id)]
        for player in players:
            if player.user != host.id and len(seats) < game.seats[1]:
                seats.append(replace(player, seat=len(seats), points=0))
                events.append(NewEvent("join", len(seats) - 1, player.name, user=player.user))
        for name in (DEALER, "0"):
            secret = self._secret(SECRET_BYTES)
            public = {"sha256": commitment(secret)}
            events.append(NewEvent("commit", text=name, public=public, hidden={"secret": secret.hex()}))
        own = dict(settings or {})
        draft = NewTable(game.id, game.version, resolved, guild, channel, host.id, settings=own)
        try:
            table = (await self.store.create_table(draft, events, self._lobby_meant(channel, interaction), seats)).id
        except StoreError:
            # An interaction that came twice, or a commit of which nobody can say what became: the log can.
            kept = None if interaction is None else await self.store.interaction(interaction)
            if kept is None:
                raise
            table = kept.table
        return await self.find(table)

    def _lobby_meant(self, channel: int, interaction: int | None) -> tuple[NewWork, ...]:
        """The intention to answer `interaction` with the lobby.

        A process that is killed before it has noted the message leaves one to be looked for after the interaction.
        """
        if interaction is None:
            return ()
        where = {"channel": channel, "after": interaction}
        return (NewWork(BOARD, OPENING, payload=where, due=self._clock() + SOON),)

    async def join(self, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
        """Seat a person at a lobby table. Raises Declined where they sit there already or it is full."""

        def build(step: Step) -> None:
            seats = self._lobby(step)
            if any(seat.user == who.id for seat in seats):
                raise Declined("You have a seat at this table already.")
            self._room(step, seats)
            step.add(NewEvent("join", len(seats), who.display_name, interaction=interaction, user=who.id))
            step.seats = (*seats, SeatRecord(step.record.id, len(seats), who.id, "person", who.display_name))

        return await self._change(table, interaction, build)

    async def add_computer(self, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
        """Seat a computer player at a lobby table; any seated person may ask for one."""

        def build(step: Step) -> None:
            seats = self._lobby(step)
            self._seated(step, who)
            self._room(step, seats)
            taken = {seat.name for seat in seats}
            name = next((name for name in COMPUTERS if name not in taken), f"Computer {len(seats) + 1}")
            step.add(NewEvent("join", len(seats), name, {"computer": True}, interaction=interaction, user=who.id))
            step.seats = (*seats, SeatRecord(step.record.id, len(seats), None, "computer", name))

        return await self._change(table, interaction, build)

    async def start(self, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
        """Draw the dealer and deal. Any seated person may start, so that an absent host blocks nobody."""

        def build(step: Step) -> None:
            seats = self._lobby(step)
            self._seated(step, who)
            fewest, _ = step.live.game.seats
            if len(seats) < fewest:
                raise Declined(
                    f"{step.live.game.name} needs at least {fewest} players; {len(seats)} "
                    f"{'is' if len(seats) == 1 else 'are'} seated. Invite somebody, or add a computer player."
                )
            step.start(interaction, who.id)

        return await self._change(table, interaction, build)

    async def leave(self, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
        """Give a seat up: in the lobby it goes; in play a computer player plays on, so that nobody waits."""

        def build(step: Step) -> None:
            record = step.record
            mine = self._seated(step, who)
            people = [seat for seat in record.seats if seat.kind == "person" and seat.user != who.id]
            step.add(NewEvent("leave", mine.seat, mine.name, interaction=interaction, user=who.id))
            if not people:
                step.changes["status"] = "ended"
                step.add(NewEvent("end", text="everybody has left"))
                step.reveal()
            elif record.host == who.id:
                step.changes["host"] = people[0].user
            if record.status == "lobby":
                kept = [seat for seat in record.seats if seat.user != who.id]
                step.seats = tuple(replace(seat, seat=number) for number, seat in enumerate(kept))
            else:
                stand_in = replace(mine, user=None, kind="computer", name=f"Stand-in for {mine.name}"[:80])
                step.seats = tuple(stand_in if seat.seat == mine.seat else seat for seat in record.seats)

        return await self._change(table, interaction, build)

    async def end(self, table: int, who: Person, interaction: int, *, moderator: bool) -> tuple[Live, Done]:
        """End a table before its time: its host and moderators may; others need half of the people seated to agree.

        Returns an `end` event, or an `agree` event where more have to agree.
        """

        def build(step: Step) -> None:
            record = step.record
            if record.status not in {"lobby", "playing"}:
                raise Declined("This table has come to its end already.")
            if not moderator and record.host != who.id:
                self._seated(step, who)
                agreed = {who.id, *record.settings.get("agree_to_end", ())}
                people = {seat.user for seat in record.seats if seat.kind == "person"}
                if 2 * len(agreed & people) < len(people) or len(people & agreed) < min(2, len(people)):
                    if who.id in record.settings.get("agree_to_end", ()):
                        raise Declined("You have agreed to end this table already; half of the players have to.")
                    step.add(NewEvent("agree", text=who.display_name, interaction=interaction, user=who.id))
                    step.changes["settings"] = {**record.settings, "agree_to_end": sorted(agreed)}
                    return
            step.add(NewEvent("end", text=who.display_name, interaction=interaction, user=who.id))
            step.reveal()
            step.changes["status"] = "ended"

        return await self._change(table, interaction, build)

    def _lobby(self, step: Step) -> tuple[SeatRecord, ...]:
        if step.record.status != "lobby":
            raise Declined("This table has begun already." if step.record.status == "playing" else OVER)
        return step.record.seats

    def _room(self, step: Step, seats: Sequence[SeatRecord]) -> None:
        most = step.live.game.seats[1]
        if len(seats) >= most:
            raise Declined(f"All {most} seats are taken.")

    def _seated(self, step: Step, who: Person) -> SeatRecord:
        if step.record.status in {"over", "ended"}:
            raise Declined(OVER)
        seat = step.live.seat_of(who.id)
        if seat is None:
            raise Declined("You have no seat at this table.")
        return step.record.seats[seat]

    # -- play --------------------------------------------------------------------------------------------------------

    async def act(self, table: int, user: int, move: str | Offer, interaction: int | None) -> tuple[Live, Done]:
        """A person's move, as its text or as a button offered it: Stale if what was offered has gone.

        Raises Refusal with its clause, Declined where the person has no seat here, StoreError where it was not kept.
        """

        def build(step: Step) -> None:
            live = step.live
            seat = live.seat_of(user)
            if live.record.status in {"over", "ended"}:
                raise Stale(OVER)
            if seat is None:
                raise Declined("You have no seat at this table.")
            if live.table is None:
                raise Stale("The game has not begun yet.")
            if seat not in live.table.state.to_act:
                raise Stale(f"It is not your turn now. {waiting_for(live)}")
            text = move if isinstance(move, str) else move.move(live, seat)
            live.seen[user] = self._clock()
            step.move(seat, text, interaction, user)

        return await self._change(table, interaction, build)

    async def next_hand(
        self, table: int, who: Person, interaction: int, decision: int | None = None
    ) -> tuple[Live, Done]:
        """Deal the next hand; any seated person may ask for it, and nobody waits for the others."""

        def build(step: Step) -> None:
            self._seated(step, who)
            live = step.live
            dealt = 0 if live.table is None else live.table.state.number
            if not live.awaiting() or (decision is not None and decision != dealt):
                raise Stale("That hand has been dealt already. This is how things stand now.")
            step.add(NewEvent("next", text=who.display_name, interaction=interaction, user=who.id))
            step.chance()

        return await self._change(table, interaction, build)

    async def word(self, table: int, who: Person, word: str, interaction: int) -> tuple[Live, Done]:
        """Add a player's own word to what the next shuffle is drawn from."""

        def build(step: Step) -> None:
            self._seated(step, who)
            if len(step.contributions) >= 100:
                raise Declined("The next shuffle has a hundred contributions already; that will do.")
            step.add(NewEvent("word", text=word, public={"by": who.display_name}, interaction=interaction, user=who.id))

        return await self._change(table, interaction, build)

    async def computer_move(self, table: int) -> bool:
        """Let one computer player that is to act make its move; False if none is."""
        live = await self.find(table)
        if not live.computers():
            return False

        def build(step: Step) -> None:
            seats = step.live.computers()
            if not seats or step.table is None:
                raise Stale("No computer player is to move.")
            view = step.table.state.view(seats[0])
            strongest = list(players_of(step.live.game).values())[-1]
            step.move(seats[0], strongest.choose(view, self._rng), None, None)

        try:
            await self._change(table, None, build)
        except Stale:
            return False
        return True

    async def reposted(self, live: Live, channel: int, message: int, shown: int) -> None:
        """The table's public message is now this one, and shows event number `shown`."""
        await self.store.shown(live.id, shown, channel, message)
        for one in {live, await self.find(live.id)}:  # the table may have been read anew meanwhile
            one.record = replace(one.record, message_channel=channel, message=message, shown=shown)

    async def note(self, table: int, write: Callable[[TableRecord], Append]) -> Live:
        """Keep something of a table that is no event (where it is shown, what is owed): what `write` makes of its row.

        Returns the table after it. Raises StoreError.
        """
        for last_try in (False, True):
            live = await self.find(table)
            async with live.lock:
                if self._live.get(table) is not live:
                    continue
                append = write(live.record)
                try:
                    await self.store.append(append)
                except SequenceTaken:
                    self.forget(table)
                    if last_try:
                        raise
                    continue
                except (StoreError, asyncio.CancelledError):
                    self.forget(table)
                    raise
                live.record = replace(live.record, **append.changes)
                return live
        raise SequenceTaken(f"table {table}")


def waiting_for(live: Live) -> str:
    """One sentence on whom the table waits for."""
    if live.table is None or live.record.status != "playing":
        return "The game is not under way."
    if live.awaiting():
        return "The next hand waits for somebody to press Next hand."
    names = live.names()
    waiting = [names[seat] for seat in live.table.state.to_act]
    return f"The table waits for {' and '.join(waiting)}."


OVER: Final = "This table has come to its end. Open a new one, or press Rematch."
FROZEN: Final = (
    "This table is frozen: its log no longer fits the rules as I know them. Nothing is lost, and my operator has been "
    "told."
)
