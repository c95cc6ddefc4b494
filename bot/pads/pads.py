"""Finding pads, and the one way to change one: lock, what it is now, what the rules say, commit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from bot.common.cache import Cache
from bot.common.errors import Declined
from bot.common.locks import Locks
from bot.common.signals import Signal
from bot.pads.consents import check_not_blocked, merged, with_use
from bot.pads.pad import Pad, changed, folded, kept_for
from data.errors import ChangeMade, PadMoved
from data.pad_records import (
    Adoption,
    Contest,
    NewChange,
    NewPad,
    Outcome,
    PadConsent,
    PadHand,
    PadPlayer,
    PadRecord,
    PadWrite,
)
from data.records import now_ms
from data.store import Store
from rules.contract import Refusal

IN_MIND: Final = 200
"""Pads that are kept in memory."""

OPEN: Final = 100
"""Pads that a server may have open at a time."""

NO_PAD: Final = "There is no such pad."

DELETED: Final = "This pad is deleted. Within a day, a keeper can undo that with `/pad show`."


class UnknownPad(Declined):
    """A pad that is not in the records."""


@dataclass(slots=True)
class PadStep:
    """What one change makes of a pad: nothing of it is true until it has been kept. See PadWrite for the fields.

    `hands` are those that were entered or changed, as they were told; what they come to is worked out from all.
    """

    change: NewChange
    changes: dict[str, Any] = field(default_factory=dict[str, Any])
    players: tuple[PadPlayer, ...] | None = None
    keepers: tuple[tuple[int, str], ...] | None = None
    hands: tuple[PadHand, ...] = ()
    draft: int | None = None
    why: str | None = None
    outcome: Outcome | None = None
    consents: tuple[PadConsent, ...] = ()
    adoption: Adoption | None = None


class Build(NamedTuple):
    """What an interaction is to change in a pad: `step` says it of the pad as it is then. Raises Declined where it may
    not be.
    """

    interaction: int | None
    step: Callable[[Pad], PadStep]


class Pads:
    """All pads. Every method may raise StoreError."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.clock = clock
        self.changed: Signal[Pad] = Signal()
        """Told of each pad after a change has been kept."""
        self._known: Cache[int, Pad] = Cache(lambda: IN_MIND)
        self._locks: Locks[int] = Locks()

    async def open(self, new: NewPad, keeper: str, players: Sequence[PadPlayer], interaction: int | None) -> Pad:
        """Open a pad; an interaction that comes again finds what it opened."""
        try:
            number = await self.store.pads.create(new, keeper, players, interaction, OPEN)
        except ChangeMade as made:
            number = made.pad
        pad = await self.find(number)
        self.changed.emit(pad)
        return pad

    async def find(self, number: int) -> Pad:
        """The pad of that number. Raises UnknownPad."""
        return await self._known.read(number, self._load)

    async def _load(self, number: int) -> Pad:
        record = await self.store.pads.pad(number)
        if record is None:
            raise UnknownPad(NO_PAD)
        return Pad(record)

    async def change(self, number: int, build: Build) -> tuple[Pad, int]:
        """Change a pad; returns it as it is then, and the number of the change.

        An interaction that comes again changes nothing, and gets the number of what it did. Raises what `build` raises,
        Refusal where the rules take a hand no longer, UnknownPad.
        """
        pad, seq, others = await self._change(number, build)
        for other in others:
            await self._changed_elsewhere(other)
        return pad, seq

    async def _changed_elsewhere(self, number: int) -> None:
        """A change of another pad has changed this one, too: it is read anew."""
        async with self._locks.of(number):
            pad = await self._anew(number)
        self.changed.emit(pad)

    async def _change(self, number: int, build: Build) -> tuple[Pad, int, tuple[int, ...]]:
        lock = self._locks.of(number)
        async with lock:
            for last in (False, True):
                pad, now = await self.find(number), self.clock()
                try:
                    step = build.step(pad)
                    if pad.record.deleted is not None and step.change.kind != "undelete":
                        raise Declined(DELETED)
                    step.players, step.consents = with_use(pad, step.change, step.players, step.consents, now)
                    people = step.players, step.consents, step.keepers
                    await check_not_blocked(self.store.blocks, pad, step.change, *people)
                    after = _after(pad, step, now)
                except (Declined, Refusal):
                    made = await self._made(build.interaction)
                    if made is None:
                        raise
                    return await self._anew(number), made, ()
                write = PadWrite(
                    number,
                    pad.record.seq,
                    now,
                    step.change,
                    step.changes,
                    step.players,
                    step.keepers,
                    changed(pad.record.hands, after.hands),
                    step.draft,
                    step.why,
                    step.outcome,
                    tuple(one for one in after.consents if one not in pad.record.consents),
                    step.adoption,
                )
                try:
                    seq, others = await self.store.pads.write(write)
                except ChangeMade as made:
                    return await self._anew(number), made.seq, ()
                except PadMoved:  # another process has changed it: once more, on what it is now
                    await self._anew(number)
                    if last:
                        raise
                    continue
                except BaseException:
                    self._known.drop(number)  # whether it was kept is to be read
                    raise
                return await self._kept(number, after), seq, others
        raise AssertionError

    async def _kept(self, number: int, after: PadRecord) -> Pad:
        """The pad after a change that was kept; where its message stands may have been noted meanwhile."""
        known = self._known.get(number)
        if known is None:
            pad = await self.find(number)
        else:
            now = known.record
            record = replace(after, message_channel=now.message_channel, message=now.message, shown=now.shown)
            pad = Pad(record)
            self._known.put(number, pad)
        self.changed.emit(pad)
        return pad

    async def told(self, number: int, users: Collection[int]) -> None:
        """These people have been told that they were made players of a pad."""
        now = self.clock()
        await self.store.pads.consents_told(number, users, now)
        self.note_told(number, users, now)

    def note_told(self, number: int, users: Collection[int], now: int) -> None:
        """Note what the store knows already: when these people were told."""
        known = self._known.get(number)
        consents = () if known is None else known.record.consents
        told = [replace(one, told=now) if one.user in users and one.told is None else one for one in consents]
        self._note(number, consents=tuple(told))

    # The message of a pad: where it stands is noted in the store first, then in memory.

    async def posted(self, number: int, channel: int, message: int, seq: int) -> None:
        """A pad's message stands there from now on, and shows change `seq`."""
        await self.store.pads.posted(number, seq, channel, message)
        self._note(number, message_channel=channel, message=message, shown=seq)

    async def showed(self, number: int, message: int, seq: int) -> None:
        """A pad's message, if it is still this, shows change `seq`."""
        await self.store.pads.shown(number, seq, message)
        known = self._known.get(number)
        if known is not None and known.record.message == message:
            self._note(number, shown=max(seq, known.record.shown))

    async def gone(self, number: int, message: int) -> None:
        """A pad's message, if it was still this, is no more."""
        await self.store.pads.gone(number, message)
        known = self._known.get(number)
        if known is not None and known.record.message == message:
            self._note(number, message_channel=None, message=None)

    def _note(self, number: int, **fields: Any) -> None:
        known = self._known.get(number)
        if known is None:
            self._known.drop(number)  # it may have been read before
        else:
            self._known.put(number, Pad(replace(known.record, **fields)))

    async def delete(self, number: int, before: int) -> bool:
        """Delete a closed pad with all that is on it, unless somebody has changed it since `before`; what counts in
        standings stays.
        """
        async with self._locks.of(number):
            self._known.drop(number)
            return await self.store.retention.delete_pad(number, before)

    async def purge(self, number: int, before: int) -> bool:
        """Delete a pad for good that was marked as deleted before `before`, unless it was brought back."""
        async with self._locks.of(number):
            self._known.drop(number)
            return await self.store.retention.purge_pad(number, before)

    def evict_all(self) -> None:
        """Drop what is in memory: each pad is read anew when it is used again."""
        self._known.clear()

    async def _made(self, interaction: int | None) -> int | None:
        """The number of the change that an interaction has made already."""
        return None if interaction is None else await self.store.pads.change_of(interaction)

    async def _anew(self, number: int) -> Pad:
        self._known.drop(number)
        return await self.find(number)


def as_made(pad: Pad, step: PadStep, now: int) -> Pad:
    """The pad that a step would make; nothing is kept. Raises Refusal."""
    return Pad(_after(pad, step, now))


def _after(pad: Pad, step: PadStep, now: int) -> PadRecord:
    """The pad as the step makes it, all its hands worked out anew. Raises Refusal."""
    seq = pad.record.seq + 1
    told = {one.number: replace(one, rev=seq) for one in step.hands}
    hands = [told.pop(one.number, one) for one in pad.record.hands] + [told[number] for number in sorted(told)]
    record = replace(
        pad.record,
        **step.changes,
        seq=seq,
        updated=now,
        players=pad.record.players if step.players is None else step.players,
        keepers=pad.record.keepers if step.keepers is None else step.keepers,
        hands=tuple(hands),
        contests=_contests(pad, step, seq, now),
        consents=merged(pad, step.consents, seq, now),
        delete_agreed=pad.record.delete_agreed | {step.change.user}
        if step.change.kind == "agree_delete"
        else frozenset[int](),
        deleted_by=step.change.name if step.change.kind == "delete" else "",
    )
    record = replace(record, ever_finished=record.ever_finished or record.status == "finished")
    return replace(record, hands=folded(record))


def _contests(pad: Pad, step: PadStep, seq: int, now: int) -> tuple[Contest, ...]:
    """What was contested on the pad, as the step leaves it."""
    change, before = step.change, pad.record.contests
    if step.why is not None and change.hand is not None:
        return (*before, Contest(seq, change.hand, change.user, change.name, step.why, now))
    waits = pad.waiting.get(change.hand or 0)
    if step.outcome is None or waits is None:
        return before
    settled = replace(waits, outcome=step.outcome, decided=seq, decider=change.name)
    return tuple(settled if one is waits else one for one in before)


def fits(game: str, players: int) -> str:
    """Why so many cannot play a hand of a game, as a sentence; empty where they can."""
    about = kept_for(game)
    fewest, most = about.seats
    if fewest <= players <= most:
        return ""
    wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return f"{about.name} needs {wanted} {'player' if wanted == '1' else 'players'}, not {players}."
