"""The commands about guests: a new name, and two players who are one person. Each is a PadCommand for Pads.change.

The hands of the guest become the other player's. The change records them, so that it can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, name_key, plain
from bot.pads.commands import FINISHED, NOT_YOURS, Actor
from bot.pads.pad import Pad
from bot.pads.pads import PadCommand, PadStep
from data.pads.records import PadHand, PadPlayer, PlayerState
from rules.sentences import listed

NO_GUEST: Final = "That player is not a guest of this pad."

PLAYERS_CHANGED: Final = "This pad's players have changed. Nothing was done."


class NewGuests(NamedTuple):
    """Typed names of guests: those who can be added, and those who are on the pad already."""

    added: tuple[str, ...]
    there: tuple[str, ...]


def new_guests(pad: Pad, names: Iterable[str]) -> NewGuests:
    """Sort typed names by whether somebody on the pad has them. A guest who left can come back."""
    taken = {
        name_key(player.name) for player in pad.record.players if player.state != "left" or player.user is not None
    }
    added, there = list[str](), list[str]()
    for name in {name_key(name): name for name in names}.values():
        (there if name_key(name) in taken else added).append(name)
    return NewGuests(tuple(added), tuple(there))


def player_named(pad: Pad, name: str, but: int) -> PadPlayer | None:
    """The player of that name, other than number `but`."""
    return next((one for one in pad.record.players if one.number != but and name_key(one.name) == name_key(name)), None)


def is_guest(pad: Pad, number: int) -> bool:
    """Whether a player is a guest: not a member whom others added, who is asked."""
    player, asked = pad.players.get(number), pad.asked.get(number)
    return player is not None and player.user is None and (asked is None or bool(asked.guest))


def rename_guest(actor: Actor, number: int, name: str) -> PadCommand:
    """Rename a guest. Raises Declined if the name is unreadable or another player's."""

    def build(pad: Pad) -> PadStep:
        guest, shown = require_guest(pad, actor, number), plain(name, NAME_LIMIT)
        if not shown:
            raise Declined("Type a name that can be read.")
        if player_named(pad, shown, number) is not None:
            raise Declined(f"{shown} is on this pad already.")
        if shown == guest.name:
            raise Stale(f"The guest is called {shown} already.")
        before, after = ({"number": number, "name": some} for some in (guest.name, shown))
        renamed = [replace(one, name=shown) if one.number == number else one for one in pad.record.players]
        asked = pad.asked.get(number)
        return PadStep(
            actor.new_change("rename", None, before, after),
            players=tuple(renamed),
            consents=() if asked is None else (replace(asked, guest=shown),),
        )

    return PadCommand(actor.interaction, build)


def merge_players(actor: Actor, number: int, into: int) -> PadCommand:
    """Give all hands of a guest to another player; the guest's line goes.

    Raises Declined if both played the same hand, Refusal if the rules refuse a hand then.
    """

    def build(pad: Pad) -> PadStep:
        guest, other = check_mergeable(pad, actor, number, into)
        theirs = [hand for hand in pad.record.hands if number in hand.players]
        start = other.start if guest.start is None else guest.start + (other.start or 0)
        state: PlayerState = "in" if (guest.state, other.state) == ("in", "out") else other.state
        players = [
            replace(one, start=start, state=state) if one.number == into else one
            for one in pad.record.players
            if one.number != number
        ]
        former = {key: getattr(guest, key) for key in ("number", "name", "place", "state", "start", "source")}
        hands = [hand.number for hand in theirs]
        before = {**former, "into": into, "into_was": {"start": other.start, "state": other.state}, "hands": hands}
        asked = pad.asked.get(number)
        return PadStep(
            actor.new_change("merge", None, before, {"number": into}),
            players=tuple(players),
            hands=tuple(_replace_player(hand, number, into) for hand in theirs),
            consents=() if asked is None else (replace(asked, player=0),),
        )

    return PadCommand(actor.interaction, build)


def split_players(actor: Actor, before: dict[str, Any]) -> PadCommand:
    """Undo a merge, which recorded `before`: the guest has a line and those hands again.

    Raises Stale if it was undone, or if the other player is not on the pad.
    """

    def build(pad: Pad) -> PadStep:
        _require_keeper(pad, actor)
        number, into = before["number"], before["into"]
        other = pad.players.get(into)
        if number in pad.players or other is None:
            raise Stale(PLAYERS_CHANGED)
        name = before["name"] or ""
        if name and player_named(pad, name, number) not in {None, other}:
            raise Declined(f"{plain(name, NAME_LIMIT)} is on this pad already. Rename that guest first.")
        former = {key: before[key] for key in ("place", "state", "start")}
        source = None if before["source"] is None else (before["source"][0], before["source"][1])
        guest = PadPlayer(number, None, name, source=source, **former)
        players = [replace(one, **before["into_was"]) if one.number == into else one for one in pad.record.players]
        players.insert(min(guest.place, len(players)), guest)
        theirs = [hand for hand in pad.record.hands if hand.number in before["hands"] and into in hand.players]
        return PadStep(
            actor.new_change("split", None, None, {"number": number, "into": into}),
            players=tuple(replace(one, place=place) for place, one in enumerate(players)),
            hands=tuple(_replace_player(hand, into, number) for hand in theirs),
        )

    return PadCommand(actor.interaction, build)


def check_mergeable(pad: Pad, actor: Actor, number: int, into: int) -> tuple[PadPlayer, PadPlayer]:
    """A guest and the player whom they may be. Raises Declined for those who both played a hand, Stale."""
    guest, other = require_guest(pad, actor, number), pad.players.get(into)
    if other is None or into == number:
        raise Stale(PLAYERS_CHANGED)
    both = [str(hand.number) for hand in pad.record.hands if {number, into} <= set(hand.players)]
    if both:
        names = listed([plain(guest.name, NAME_LIMIT) or "The guest", plain(other.name, NAME_LIMIT)])
        which = f"hand{'' if len(both) == 1 else 's'} {listed(both)}"
        raise Declined(f"{names} both played {which}, so they are two people. If that is wrong, correct {which} first.")
    return guest, other


def require_guest(pad: Pad, actor: Actor, number: int) -> PadPlayer:
    """The guest, for somebody who may change the pad. Raises Declined."""
    _require_keeper(pad, actor)
    if not is_guest(pad, number):
        raise Declined(NO_GUEST)
    return pad.players[number]


def _require_keeper(pad: Pad, actor: Actor) -> None:
    if pad.record.status == "finished":
        raise Declined(FINISHED)
    if not actor.may_keep(pad):
        raise Declined(NOT_YOURS)


def _replace_player(hand: PadHand, number: int, by: int) -> PadHand:
    return replace(hand, players=tuple(by if player == number else player for player in hand.players))
