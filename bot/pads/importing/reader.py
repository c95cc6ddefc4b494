"""Reading a pad back from a file of anybody's: all of it or nothing, held to the rules hand by hand.

    read            off the event loop: from bytes to `Imported`
    json_file, csv_file -> problems.ReadPad    what stands in the file, checked for its form
    read_pad        the same held to the game: its options, its players, and what the rules make of each hand

What cannot be taken is named with its place in the file. Nothing here touches a pad or the store.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, cast

from bot.common.text import NAME_LIMIT, name_key, plain
from bot.pads.entry_forms import Asked, in_words
from bot.pads.free_game import DIGITS
from bot.pads.importing.csv_file import read_csv
from bot.pads.importing.json_file import read_json
from bot.pads.importing.problems import MOST_BYTES, Fault, Faults, NotImported, ReadHand, ReadPad, refused
from bot.pads.pad import Scored, folded, kept_for, worked_out
from bot.pads.pads import fits
from data.pad_records import FREE, NewPad, PadHand, PadPlayer, PadRecord, PadStatus
from data.records import now_ms
from rules.contract import Known, Refusal
from rules.registry import GAMES

__all__ = ["MOST_BYTES", "Fault", "Imported", "NotImported", "Source", "read", "read_pad"]


_NUMBER: Final = re.compile("[0-9]{1,15}")

OTHER_KINDS: Final = {
    b"%PDF": "Import the CSV or JSON from *Export*: this is a PDF.",
    b"PK\x03\x04": "Save the spreadsheet as “CSV UTF-8” first.",
    b"\xd0\xcf\x11\xe0": "Save the spreadsheet as “CSV UTF-8” first.",
}
"""What files of other kinds begin with, which people may take for the right one, and what they are told."""


class Source(NamedTuple):
    """The pad whose file it is (exporting.files.source_of): its database, its number, those of its players."""

    mark: str
    pad: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """What is needed to open a pad with all that was in a file. All players are guests, numbered as they sit from 1.

    Of the hands `rev`, `entered` and `by` are to be filled in by whoever keeps them; entry, brought and points are
    worked out. `rules_version` is that of the game as it is here.
    """

    game: str
    rules_version: int
    name: str
    options: dict[str, Any]
    status: PadStatus
    players: tuple[PadPlayer, ...]
    hands: tuple[PadHand, ...]
    source: Source | None = None

    def pad(self, where: tuple[int, int], keeper: tuple[int, str], name: str | None, now: int) -> NewPad:
        """The pad to be opened with it, in a server and channel, by a user with their name, who enters its hands now;
        called `name` where there is one.
        """
        called = self.name if name is None else plain(name, NAME_LIMIT)
        user, who = keeper
        hands = tuple(replace(one, rev=1, entered=now, by=user, by_name=who) for one in self.hands)
        return NewPad(
            *(self.game, self.rules_version, called, self.options, *where, user), status=self.status, imported=hands
        )


async def read(data: bytes, clock: Callable[[], int] = now_ms) -> Imported:
    """What `read_pad` makes of a file, in a thread. Raises NotImported."""
    _check_size(data)
    return await asyncio.to_thread(read_pad, data, clock)


def read_pad(data: bytes, clock: Callable[[], int] = now_ms) -> Imported:
    """The pad of a file, JSON or CSV. Raises NotImported with everything that is wrong in it."""
    _check_size(data)
    if not data:
        raise refused("The file is empty.")
    for begins, what in OTHER_KINDS.items():
        if data.startswith(begins):
            raise refused(what)
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise refused("Not UTF-8 text. Save the spreadsheet as “CSV UTF-8”.") from None
    if "\0" in text:
        raise refused("The file is not text.")
    return _held(read_json(text, clock()) if text.lstrip()[:1] in {"{", "["} else read_csv(text, clock()))


def _check_size(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise refused(f"The file is too large: at most {MOST_BYTES // 1_000_000} MB.")


def _held(found: ReadPad) -> Imported:
    """What was read, held to its game. Raises NotImported."""
    if found.game != FREE and found.game not in GAMES:
        raise refused(f"There is no game “{found.game[:40]}”.", "game")
    game, faults = kept_for(found.game), Faults()
    options: dict[str, Any] = {}
    try:
        options = dict(game.resolve(found.options))
    except Refusal as refusal:
        faults.add("options", str(refusal))
    players = _players(found, faults)
    for hand in found.hands:
        _check_players(found, hand, faults)
    faults.settle()
    for hand in found.hands:
        _check_told(game, hand, options, faults)
    faults.settle()
    name = plain(found.name, NAME_LIMIT)
    hands = _hands(found, game, options, players, faults)
    faults.settle()
    return Imported(found.game, game.version, name, options, found.status, players, hands, _source(found))


def _source(found: ReadPad) -> Source | None:
    """Whose file it says that it is; None where it says nothing that can be understood."""
    mark, *numbers = found.source.split() or [""]
    if len(numbers) != len(found.players) + 1 or not all(_NUMBER.fullmatch(one) for one in numbers):
        return None
    pad, *players = map(int, numbers)
    return Source(mark, pad, tuple(players))


def _players(found: ReadPad, faults: Faults) -> tuple[PadPlayer, ...]:
    taken, players = set[str](), list[PadPlayer]()
    for number, (name, state, start) in enumerate(found.players, 1):
        shown = plain(name, NAME_LIMIT)
        if not shown:
            faults.add("players", f"Player {number} has no readable name.")
        elif name_key(name) in taken:
            faults.add("players", f"Two players are called {shown}.")
        taken.add(name_key(name))
        if start is not None and abs(start) >= 10**DIGITS:
            faults.add("players", f"Points to start with have at most {DIGITS} digits.")
        players.append(PadPlayer(number, None, shown, number - 1, state, start))
    return tuple(players)


def _check_players(found: ReadPad, hand: ReadHand, faults: Faults) -> None:
    """Hold a hand to players of the pad, each there once, as many as the game is for, with points each."""
    if len(set(hand.players)) != len(hand.players) or not set(hand.players) <= set(range(1, len(found.players) + 1)):
        faults.add(hand.where, "Name each player of the hand once.")
    elif refusal := fits(found.game, len(hand.players)):
        faults.add(hand.where, refusal)
    elif hand.dealer not in hand.players:
        faults.add(hand.where, "The dealer must have played.")
    elif len(hand.points) != len(hand.players):
        faults.add(hand.where, "Each player of the hand needs points.")


def _check_told(game: Scored, hand: ReadHand, options: Mapping[str, Any], faults: Faults) -> None:
    """Hold what was told to what may be: nothing in it may stand in for what the pad itself knows of a hand."""
    told = hand.told
    if game.id == FREE:
        points = cast("list[object]", told["points"]) if isinstance(told.get("points"), list) else []
        if set(told) != {"points"} or [type(one) for one in points] != [int] * len(hand.players):
            faults.add(hand.where, "A hand has one whole number for each player.")
        return
    known = Known(options, len(hand.players), 0, (0,) * len(hand.players), last=False)
    unread = set(told) - set(game.pad_entry(told, known))
    set_here = {
        key for key in told if key in game.pad_entry({one: told[one] for one in told if one != key}, known)
    }  # fmt: skip
    for key in sorted(unread | set_here):
        faults.add(hand.where, f"Unknown entry “{key[:40]}”.")


def _hands(
    found: ReadPad, game: Scored, options: dict[str, Any], players: tuple[PadPlayer, ...], faults: Faults
) -> tuple[PadHand, ...]:
    """The hands as the rules have them; what they refuse, or add up otherwise, is noted.

    Where hands owe to the next, what comes after one that is refused cannot be checked, and is not.
    """
    hands = tuple(_hand(number, one) for number, one in enumerate(found.hands, 1))
    record = PadRecord(
        *(0, found.game, game.version, found.name, options, 0, 0, found.status, 0, None, None, 0, 0, 0, ()),
        players,
        hands,
    )
    refusals: dict[int, Refusal] = {}

    def refuse(hand: PadHand, refusal: Refusal) -> None:
        refusals[hand.number] = refusal

    made = list(folded(record, refuse))
    for place, hand in enumerate(made):
        if hand.state != "counts":  # it takes nothing from the hand before and leaves nothing to the next
            known = Known(options, len(hand.players), hand.dealer, (0,) * len(hand.players), last=False)
            try:
                made[place] = worked_out(game, hand, known)
            except Refusal as refusal:
                refuse(hand, refusal)
    unsure = False
    for hand, one in zip(made, found.hands, strict=True):
        if hand.number in refusals:
            names = tuple(players[number - 1].name for number in hand.players)
            asked = Asked(options, names, hand.dealer, hand.number - 1)
            faults.add(one.where, in_words(refusals[hand.number], asked))
            unsure = True
        elif len(hand.points) != len(hand.players):
            faults.add(one.where, f"Told of {len(hand.points)} players, but {len(hand.players)} played.")
            unsure = True
        elif hand.state == "counts" and hand.points != one.points and not (unsure and "owes" in hand.brought):
            faults.add(one.where, f"The points must be {_listed(hand.points)}, not {_listed(one.points)}.")
    return tuple(made)


def _hand(number: int, found: ReadHand) -> PadHand:
    """A hand that is yet to be worked out."""
    nothing: dict[str, Any] = {}
    dealer = found.players.index(found.dealer)
    return PadHand(
        *(number, 0, found.players, dealer, found.told, nothing, nothing, found.points, found.state),
        *(0, found.when.played, None, ""),
        day=found.when.day,
    )


def _listed(points: tuple[int, ...]) -> str:
    return ", ".join(map(str, points))
