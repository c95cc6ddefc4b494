"""Finding pads, and the one way to change one: lock, what it is now, what the rules say, commit."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.errors import Declined
from bot.pads.pad import Pad, changed, folded, kept_for
from data.errors import ChangeMade, PadMoved
from data.pad_records import NewChange, NewPad, PadHand, PadPlayer, PadRecord, PadWrite
from data.records import now_ms
from data.store import Store

IN_MIND: Final = 200
"""Pads that are kept in memory."""

OPEN: Final = 100
"""Pads that a server may have open at a time."""

NO_PAD: Final = "I know no such pad."


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


Build = Callable[[Pad], PadStep]
"""Says what is to be changed in a pad. Raises Declined where it may not be."""


class Pads:
    """All pads. `shown` is told of each that has changed. Every method may raise StoreError."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.clock = clock
        self.shown: Callable[[Pad], None] = lambda _: None
        self._known: OrderedDict[int, Pad] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}

    async def open(self, new: NewPad, keeper: str, players: Sequence[PadPlayer], interaction: int | None) -> Pad:
        """Open a pad; an interaction that comes again finds what it opened."""
        try:
            number = await self.store.pads.create(new, keeper, players, interaction, OPEN)
        except ChangeMade as made:
            number = made.pad
        return await self.find(number)

    async def find(self, number: int) -> Pad:
        """The pad of that number. Raises UnknownPad."""
        found = self._known.get(number)
        if found is None:
            record = await self.store.pads.pad(number)
            if record is None:
                raise UnknownPad(NO_PAD)
            found = self._known.setdefault(number, Pad(record))  # somebody else may have read it meanwhile
        self._known.move_to_end(number)
        while len(self._known) > IN_MIND:
            self._known.popitem(last=False)
        return found

    async def change(self, number: int, build: Build) -> tuple[Pad, int]:
        """Change a pad; returns it as it is then, and the number of the change.

        An interaction that comes again changes nothing, and gets the number of what it did. Raises what `build` raises,
        Refusal where the rules take a hand no longer, UnknownPad.
        """
        lock = self._locks.setdefault(number, asyncio.Lock())
        async with lock:
            for last in (False, True):
                pad = await self.find(number)
                step = build(pad)
                after = _after(pad, step, self.clock())
                write = PadWrite(
                    number,
                    pad.record.seq,
                    step.change,
                    step.changes,
                    step.players,
                    step.keepers,
                    changed(pad.record.hands, after.hands),
                    step.draft,
                )
                try:
                    seq = await self.store.pads.write(write)
                except ChangeMade as made:
                    return await self._anew(number), made.seq
                except PadMoved:  # another process has changed it: once more, on what it is now
                    await self._anew(number)
                    if last:
                        raise
                    continue
                except BaseException:
                    self._known.pop(number, None)  # whether it was kept is to be read
                    raise
                self._known[number] = Pad(after)
                self.shown(self._known[number])
                return self._known[number], seq
        raise AssertionError

    async def noted(self, number: int, channel: int | None, message: int | None, seq: int) -> None:
        """Keep in memory, too, where a pad's message stands and what it shows; None for a message that is gone."""
        known = self._known.get(number)
        if known is not None:
            record = replace(known.record, message_channel=channel, message=message, shown=max(known.record.shown, seq))
            self._known[number] = Pad(record)

    async def _anew(self, number: int) -> Pad:
        self._known.pop(number, None)
        return await self.find(number)


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
    )
    return replace(record, hands=folded(record))


def fits(game: str, players: int) -> str:
    """Why so many cannot play a hand of a game, as a sentence; empty where they can."""
    about = kept_for(game)
    fewest, most = about.seats
    if fewest <= players <= most:
        return ""
    wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return f"{about.name} is for {wanted} players, and {players} would play this hand."
