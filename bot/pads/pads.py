"""Finds pads, and changes them in one way: lock, read, ask the rules, commit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from bot.common.cache import Cache
from bot.common.errors import Declined
from bot.common.locks import CHANGE_TRIES, KeyedLocks
from bot.common.signals import Signal
from bot.pads.consents import accept_by_use, becomes_player, check_not_blocked, merge_consents
from bot.pads.pad import Pad, changed_hands, game_of, rescore_hands
from bot.people.bans import check_not_banned
from data.engine.clock import now_ms
from data.pads.errors import ChangeMade, PadMoved
from data.pads.records import (
    Contest,
    ContestOutcome,
    GuestAdoption,
    NewChange,
    NewPad,
    PadConsent,
    PadHand,
    PadPlayer,
    PadRecord,
    PadWrite,
)
from data.store import Store
from rules.contract import Refusal

MAX_CACHED_PADS: Final = 200
"""Pads that are kept in memory."""

MAX_OPEN_PADS: Final = 100
"""Pads that a server may have open at a time."""

NO_PAD: Final = "There is no such pad."

DELETED_TEXT: Final = "This pad is deleted. Within a day, a keeper can undo that with `/pad show`."


class UnknownPad(Declined):
    """A pad that is not in the records."""


@dataclass(slots=True)
class PadStep:
    """One change of a pad, which holds only once it is committed. See PadWrite for the fields.

    `hands` are the entered or changed ones; all hands are scored again.
    """

    change: NewChange
    changes: dict[str, Any] = field(default_factory=dict[str, Any])
    players: tuple[PadPlayer, ...] | None = None
    keepers: tuple[tuple[int, str], ...] | None = None
    hands: tuple[PadHand, ...] = ()
    draft_id: int | None = None
    contest_reason: str | None = None
    contest_outcome: ContestOutcome | None = None
    consents: tuple[PadConsent, ...] = ()
    adoption: GuestAdoption | None = None


class PadCommand(NamedTuple):
    """The change that an interaction asks for: `step` makes it from the current pad. Raises Declined if it may not."""

    interaction: int | None
    step: Callable[[Pad], PadStep]


class Pads:
    """All pads. Every method may raise StoreError."""

    def __init__(self, store: Store, clock: Callable[[], int] = now_ms) -> None:
        self.store = store
        self.clock = clock
        self.changed: Signal[Pad] = Signal()
        """Emitted with each pad after a change was committed."""
        self._known: Cache[int, Pad] = Cache(MAX_CACHED_PADS)
        self._locks: KeyedLocks[int] = KeyedLocks()

    async def open(self, new: NewPad, keeper: str, players: Sequence[PadPlayer], interaction: int | None) -> Pad:
        """Open a pad; a repeated interaction gets the pad that it opened."""
        try:
            number = await self.store.pads.create(new, keeper, players, interaction, MAX_OPEN_PADS)
        except ChangeMade as made:
            number = made.pad
        pad = await self.find(number)
        self.changed.emit(pad)
        return pad

    async def find(self, number: int) -> Pad:
        """Return the pad of that number. Raises UnknownPad."""
        return await self._known.read(number, self._load)

    async def wait_committed(self, number: int) -> None:
        """Wait until a change of a pad that is being stored is known here."""
        async with self._locks.of(number):
            pass

    async def _load(self, number: int) -> Pad:
        record = await self.store.pads.pad(number)
        if record is None:
            raise UnknownPad(NO_PAD)
        return Pad(record)

    async def change(self, number: int, build: PadCommand) -> tuple[Pad, int]:
        """Change a pad; returns the new pad, and the number of the change.

        A repeated interaction changes nothing and gets the number of its change. Raises as `build` does, Refusal if the
        rules refuse a hand, UnknownPad.
        """
        pad, seq, others = await self._change(number, build)
        for other in others:
            await self._reload_changed(other)
        return pad, seq

    async def _reload_changed(self, number: int) -> None:
        """Read a pad again that another pad's change has changed."""
        async with self._locks.of(number):
            pad = await self._reload(number)
        self.changed.emit(pad)

    async def _change(self, number: int, build: PadCommand) -> tuple[Pad, int, tuple[int, ...]]:
        """Change a pad under its lock. Returns it, the number of the change, and the other pads that it changed."""
        lock = self._locks.of(number)
        async with lock:
            if self.store.process is not None:  # another process may have changed it just now
                self._known.drop(number)
            for last in CHANGE_TRIES:
                pad, now = await self.find(number), self.clock()
                try:
                    step = build.step(pad)
                    if pad.record.deleted is not None and step.change.kind != "undelete":
                        raise Declined(DELETED_TEXT)
                    step.players, step.consents = accept_by_use(pad, step.change, step.players, step.consents, now)
                    people = step.players, step.consents, step.keepers
                    await check_not_blocked(self.store.blocks, pad, step.change, *people)
                    if becomes_player(step.change, step.consents):
                        await check_not_banned(self.store, pad.record.guild, step.change.user)
                    after = _apply_step(pad, step, now)
                except (Declined, Refusal):
                    change = await self._find_change(build.interaction)
                    if change is None:
                        raise
                    return await self._reload(number), change, ()
                write = PadWrite(
                    number,
                    pad.record.seq,
                    now,
                    step.change,
                    step.changes,
                    step.players,
                    step.keepers,
                    changed_hands(pad.record.hands, after.hands),
                    step.draft_id,
                    step.contest_reason,
                    step.contest_outcome,
                    tuple(consent for consent in after.consents if consent not in pad.record.consents),
                    step.adoption,
                )
                try:
                    seq, others = await self.store.pads.write(write)
                    for other in others:  # before anybody hears of it: their work reads them anew
                        self._known.drop(other)
                except ChangeMade as change:
                    return await self._reload(number), change.seq, ()
                except PadMoved:  # another process has changed it: once more, on what it is now
                    await self._reload(number)
                    if last:
                        raise
                    continue
                except BaseException:
                    self._known.drop(number)  # whether it was kept is to be read
                    raise
                return await self._cache_change(pad, after), seq, others
        raise AssertionError

    async def _cache_change(self, before: Pad, after: PadRecord) -> Pad:
        """Cache the pad after a committed change."""
        if self._known.get(after.id) is not before:
            pad = await self._reload(after.id)  # a message's place or a consent may have been noted meanwhile
        else:
            pad = Pad(after)
            self._known.put(after.id, pad)
        self.changed.emit(pad)
        return pad

    async def note_informed(self, number: int, users: Collection[int]) -> None:
        """Record that these people know now that they are players of a pad."""
        now = self.clock()
        await self.store.pads.note_consents_informed(number, users, now)
        self.cache_informed(number, users, now)

    def cache_informed(self, number: int, users: Collection[int], now: int) -> None:
        """Record in memory when these people learned it."""
        cached = self._known.get(number)
        consents = () if cached is None else cached.record.consents
        informed = [
            replace(consent, informed_at=now) if consent.user in users and consent.informed_at is None else consent
            for consent in consents
        ]
        self._update_cached(number, consents=tuple(informed))

    # The message of a pad: where it stands is noted in the store first, then in memory.

    async def note_posted(self, number: int, channel: int, message: int, seq: int) -> None:
        """Record where a pad's message stands, showing change `seq`."""
        await self.store.pads.note_posted(number, seq, channel, message)
        self._update_cached(number, message_channel=channel, message=message)

    async def note_message_gone(self, number: int, message: int) -> None:
        """Record that a pad's message, if it was still this, is gone."""
        await self.store.pads.note_message_gone(number, message)
        cached = self._known.get(number)
        if cached is not None and cached.record.message == message:
            self._update_cached(number, message_channel=None, message=None)

    def _update_cached(self, number: int, **fields: Any) -> None:
        cached = self._known.get(number)
        if cached is None:
            self._known.drop(number)  # it may have been read before
        else:
            self._known.put(number, Pad(replace(cached.record, **fields)))

    async def delete(self, number: int, before: int) -> bool:
        """Delete a closed pad unless it has changed since `before`; its results stay in the standings."""
        async with self._locks.of(number):
            self._known.drop(number)
            return await self.store.retention.delete_pad(number, before)

    async def purge(self, number: int, before: int) -> bool:
        """Delete a pad for good that was marked as deleted before `before`, unless that was undone."""
        async with self._locks.of(number):
            self._known.drop(number)
            return await self.store.retention.purge_pad(number, before)

    def evict(self, number: int) -> None:
        """Drop a pad from memory."""
        self._known.drop(number)

    def evict_all(self) -> None:
        """Drop all pads from memory."""
        self._known.clear()

    async def _find_change(self, interaction: int | None) -> int | None:
        """Return the number of the change that an interaction has made before."""
        return None if interaction is None else await self.store.pads.change_of(interaction)

    async def _reload(self, number: int) -> Pad:
        self._known.drop(number)
        return await self.find(number)


def preview(pad: Pad, step: PadStep, now: int) -> Pad:
    """Return the pad that a step would make; nothing is kept. Raises Refusal."""
    return Pad(_apply_step(pad, step, now))


def _apply_step(pad: Pad, step: PadStep, now: int) -> PadRecord:
    """Return the record after a step, with all hands scored again. Raises Refusal."""
    seq = pad.record.seq + 1
    entered = {hand.number: replace(hand, rev=seq) for hand in step.hands}
    hands = [entered.pop(hand.number, hand) for hand in pad.record.hands] + [
        entered[number] for number in sorted(entered)
    ]
    record = replace(
        pad.record,
        **step.changes,
        seq=seq,
        updated=now,
        players=pad.record.players if step.players is None else step.players,
        keepers=pad.record.keepers if step.keepers is None else step.keepers,
        hands=tuple(hands),
        contests=_apply_contests(pad, step, seq, now),
        consents=merge_consents(pad, step.consents, seq, now),
        delete_agreed=pad.record.delete_agreed | {step.change.user}
        if step.change.kind == "agree_delete"
        else frozenset[int](),
        deleted_by=step.change.name if step.change.kind == "delete" else "",
    )
    record = replace(record, ever_finished=record.ever_finished or record.status == "finished")
    return replace(record, hands=rescore_hands(record))


def _apply_contests(pad: Pad, step: PadStep, seq: int, now: int) -> tuple[Contest, ...]:
    """Return the contests after a step."""
    change, before = step.change, pad.record.contests
    if step.contest_reason is not None and change.hand is not None:
        return (*before, Contest(seq, change.hand, change.user, change.name, step.contest_reason, now))
    waits = pad.waiting.get(change.hand or 0)
    if step.contest_outcome is None or waits is None:
        return before
    settled = replace(waits, outcome=step.contest_outcome, decided=seq, decider=change.name)
    return tuple(settled if contest is waits else contest for contest in before)


def player_count_refusal(game: str, players: int) -> str:
    """Return the reason why so many cannot play a hand, as a sentence; empty if they can."""
    about = game_of(game)
    fewest, most = about.seats
    if fewest <= players <= most:
        return ""
    player_count = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return f"{about.name} needs {player_count} {'player' if player_count == '1' else 'players'}, not {players}."
