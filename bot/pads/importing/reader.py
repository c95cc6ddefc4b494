"""Imports a pad from anybody's file: all of it or nothing, checked against the rules hand by hand.

json_file and csv_file check a file's form, `read_pad` its options, players and hands. sheet_file reads any other table
of names and points, of which people are asked before it is a pad. Faults name their places in the file.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, cast

from bot.common.text import NAME_LIMIT, name_key, plain
from bot.pads.entry_forms import EntryContext, describe_refusal
from bot.pads.free_game import MAX_POINT_DIGITS
from bot.pads.importing.csv_file import EXPORTED, read_csv
from bot.pads.importing.json_file import read_json
from bot.pads.importing.problems import MAX_FILE_BYTES, Fault, Faults, ImportRefused, ParsedHand, ParsedPad, refuse_file
from bot.pads.importing.sheet_file import Sheet, read_sheet, split_separator
from bot.pads.pad import ScoredGame, game_of, rescore_hand, rescore_hands
from bot.pads.pads import player_count_refusal
from data.engine.clock import now_ms
from data.pads.records import FREE_GAME_ID, NewPad, PadHand, PadPlayer, PadRecord, PadStatus
from rules.contract import PadContext, Refusal
from rules.registry import GAMES

__all__ = [
    "MAX_FILE_BYTES",
    "Fault",
    "FileSource",
    "ImportRefused",
    "ImportedPad",
    "Sheet",
    "make_pad",
    "read",
    "read_file",
    "read_pad",
]


_NUMBER: Final = re.compile("[0-9]{1,15}")

FILE_SIGNATURES: Final = {
    b"%PDF": "Import the CSV or JSON from *Export*: this is a PDF.",
    b"PK\x03\x04": "Save the spreadsheet as “CSV UTF-8” first.",
    b"\xd0\xcf\x11\xe0": "Save the spreadsheet as “CSV UTF-8” first.",
}
"""The first bytes of other kinds of files, and the sentence for each."""


class FileSource(NamedTuple):
    """The pad that a file was exported from (exporting.files.source_of): database, number, numbers of players."""

    mark: str
    pad: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ImportedPad:
    """A pad from a file, ready to be opened. All players are guests, numbered in seat order from 1.

    `to_new_pad` fills in `rev`, `entered` and `by` of the hands. `rules_version` is the game's version here.
    """

    game: str
    rules_version: int
    name: str
    options: dict[str, Any]
    status: PadStatus
    players: tuple[PadPlayer, ...]
    hands: tuple[PadHand, ...]
    source: FileSource | None = None

    def to_new_pad(self, where: tuple[int, int], keeper: tuple[int, str], name: str | None, now: int) -> NewPad:
        """Return the pad to open in a server and channel.

        A user with their name enters its hands now; `name` replaces the file's.
        """
        called = self.name if name is None else plain(name, NAME_LIMIT)
        user, who = keeper
        hands = tuple(replace(hand, rev=1, entered=now, by=user, by_name=who) for hand in self.hands)
        return NewPad(
            *(self.game, self.rules_version, called, self.options, *where, user), status=self.status, imported=hands
        )


async def read(data: bytes, clock: Callable[[], int] = now_ms) -> ImportedPad | Sheet:
    """Run `read_file` in a thread. Raises ImportRefused."""
    _check_size(data)
    return await asyncio.to_thread(read_file, data, clock)


def read_file(data: bytes, clock: Callable[[], int]) -> ImportedPad | Sheet:
    """Return the pad of an exported file, or the table of names and points in another.

    Raises ImportRefused with faults.
    """
    text = _decode(data)
    separator, rest = split_separator(text)
    if _is_json(text) or EXPORTED.match(rest):
        return _exported_pad(text, clock)
    return read_sheet(rest, clock(), separator, skipped=1 if separator else 0)


def make_pad(sheet: Sheet, wins: str, clock: Callable[[], int]) -> ImportedPad:
    """Return the pad of a table in which `wins` (most or fewest) points win. Raises ImportRefused."""
    return _check_rules(sheet.to_pad(wins, clock()))


def read_pad(data: bytes, clock: Callable[[], int] = now_ms) -> ImportedPad:
    """Return the pad of an exported file, JSON or CSV. Raises ImportRefused with all faults."""
    return _exported_pad(_decode(data), clock)


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in {"{", "["}


def _exported_pad(text: str, clock: Callable[[], int]) -> ImportedPad:
    if _is_json(text):
        return _check_rules(read_json(text, clock()))
    separator, rest = split_separator(text)
    return _check_rules(read_csv(rest, clock(), skipped=1 if separator else 0))


def _decode(data: bytes) -> str:
    """Return the text of a file. Raises ImportRefused."""
    _check_size(data)
    if not data:
        raise refuse_file("The file is empty.")
    for begins, what in FILE_SIGNATURES.items():
        if data.startswith(begins):
            raise refuse_file(what)
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise refuse_file("Not UTF-8 text. Save the spreadsheet as “CSV UTF-8”.") from None
    if "\0" in text:
        raise refuse_file("The file is not text.")
    return text


def _check_size(data: bytes) -> None:
    if len(data) > MAX_FILE_BYTES:
        raise refuse_file(f"The file is too large: at most {MAX_FILE_BYTES // 1_000_000} MB.")


def _check_rules(parsed: ParsedPad) -> ImportedPad:
    """Return the parsed pad, checked against its game. Raises ImportRefused."""
    if parsed.game != FREE_GAME_ID and parsed.game not in GAMES:
        raise refuse_file(f"There is no game “{parsed.game[:40]}”.", "game")
    game, faults = game_of(parsed.game), Faults()
    options: dict[str, Any] = {}
    try:
        options = dict(game.resolve(parsed.options))
    except Refusal as refusal:
        faults.add("options", str(refusal))
    players = _build_players(parsed, faults)
    for hand in parsed.hands:
        _check_players(parsed, hand, faults)
    faults.raise_if_any()
    for hand in parsed.hands:
        _check_account(game, hand, options, faults)
    faults.raise_if_any()
    name = plain(parsed.name, NAME_LIMIT)
    hands = _build_hands(parsed, game, options, players, faults)
    faults.raise_if_any()
    return ImportedPad(parsed.game, game.version, name, options, parsed.status, players, hands, _parse_source(parsed))


def _parse_source(parsed: ParsedPad) -> FileSource | None:
    """Return the origin that a file names; None if it names none that is understood."""
    mark, *numbers = parsed.source.split() or [""]
    if len(numbers) != len(parsed.players) + 1 or not all(_NUMBER.fullmatch(number) for number in numbers):
        return None
    pad, *players = map(int, numbers)
    return FileSource(mark, pad, tuple(players))


def _build_players(parsed: ParsedPad, faults: Faults) -> tuple[PadPlayer, ...]:
    """Return the players as guests. Adds a fault for unreadable names, equal names and too many points."""
    used_names, players = set[str](), list[PadPlayer]()
    for number, (name, state, start) in enumerate(parsed.players, 1):
        plain_name = plain(name, NAME_LIMIT)
        if not plain_name:
            faults.add("players", f"Player {number} has no readable name.")
        elif name_key(name) in used_names:
            faults.add("players", f"Two players are called {plain_name}.")
        used_names.add(name_key(name))
        if start is not None and abs(start) >= 10**MAX_POINT_DIGITS:
            faults.add("players", f"Points to start with have at most {MAX_POINT_DIGITS} digits.")
        players.append(PadPlayer(number, None, plain_name, number - 1, state, start))
    return tuple(players)


def _check_players(parsed: ParsedPad, hand: ParsedHand, faults: Faults) -> None:
    """Check that a hand's players are on the pad, once each, as many as the game takes, and have points."""
    if len(set(hand.players)) != len(hand.players) or not set(hand.players) <= set(range(1, len(parsed.players) + 1)):
        faults.add(hand.where, "Name each player of the hand once.")
    elif refusal := player_count_refusal(parsed.game, len(hand.players)):
        faults.add(hand.where, refusal)
    elif hand.dealer not in hand.players:
        faults.add(hand.where, "The dealer must have played.")
    elif len(hand.points) != len(hand.players):
        faults.add(hand.where, "Each player of the hand needs points.")


def _check_account(game: ScoredGame, hand: ParsedHand, options: Mapping[str, Any], faults: Faults) -> None:
    """Check a hand's account: it must not replace what the pad itself knows of a hand."""
    account = hand.account
    if game.id == FREE_GAME_ID:
        points = cast("list[object]", account["points"]) if isinstance(account.get("points"), list) else []
        if set(account) != {"points"} or [type(amount) for amount in points] != [int] * len(hand.players):
            faults.add(hand.where, "A hand has one whole number for each player.")
        return
    knowledge = PadContext(options, len(hand.players), 0, (0,) * len(hand.players), last=False)
    unread = set(account) - set(game.pad_entry(account, knowledge))
    set_here = {
        key
        for key in account
        if key in game.pad_entry({other: account[other] for other in account if other != key}, knowledge)
    }
    for key in sorted(unread | set_here):
        faults.add(hand.where, f"Unknown entry “{key[:40]}”.")


def _build_hands(
    parsed_pad: ParsedPad, game: ScoredGame, options: dict[str, Any], players: tuple[PadPlayer, ...], faults: Faults
) -> tuple[PadHand, ...]:
    """Return the hands as the rules have them; what they refuse, or add up otherwise, is noted.

    Where hands owe to the next, what comes after one that is refused cannot be checked, and is not.
    """
    hands = tuple(_build_hand(number, parsed) for number, parsed in enumerate(parsed_pad.hands, 1))
    record = PadRecord(
        *(0, parsed_pad.game, game.version, parsed_pad.name, options, 0, 0, parsed_pad.status, 0, None, None, 0, 0, ()),
        players,
        hands,
    )
    refusals: dict[int, Refusal] = {}

    def refuse(hand: PadHand, refusal: Refusal) -> None:
        refusals[hand.number] = refusal

    scored_hands = list(rescore_hands(record, refuse))
    for place, hand in enumerate(scored_hands):
        if hand.state != "counts":  # it takes nothing from the hand before and leaves nothing to the next
            knowledge = PadContext(options, len(hand.players), hand.dealer, (0,) * len(hand.players), last=False)
            try:
                scored_hands[place] = rescore_hand(game, hand, knowledge)
            except Refusal as refusal:
                refuse(hand, refusal)
    unsure = False
    for hand, parsed in zip(scored_hands, parsed_pad.hands, strict=True):
        if hand.number in refusals:
            names = tuple(players[number - 1].name for number in hand.players)
            context = EntryContext(options, names, hand.dealer, hand.number - 1)
            faults.add(parsed.where, describe_refusal(refusals[hand.number], context))
            unsure = True
        elif len(hand.points) != len(hand.players):
            faults.add(parsed.where, f"Told of {len(hand.points)} players, but {len(hand.players)} played.")
            unsure = True
        elif hand.state == "counts" and hand.points != parsed.points and not (unsure and "owes" in hand.outcome):
            faults.add(parsed.where, f"The points must be {_listed(hand.points)}, not {_listed(parsed.points)}.")
    return tuple(scored_hands)


def _build_hand(number: int, parsed: ParsedHand) -> PadHand:
    """Return a hand that is yet to be worked out."""
    nothing: dict[str, Any] = {}
    dealer = parsed.players.index(parsed.dealer)
    return PadHand(
        *(number, 0, parsed.players, dealer, parsed.account, nothing, nothing, parsed.points, parsed.state),
        *(0, parsed.when.played, None, ""),
        day=parsed.when.day,
    )


def _listed(points: tuple[int, ...]) -> str:
    return ", ".join(map(str, points))
