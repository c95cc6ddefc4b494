"""The commands about guests: a new name, and two players who are one person. Each is a PadCommand for Pads.change.

The hands of the guest become the other player's. The change records them, so that it can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, name_key, plain
from bot.pads.commands import NO_GUEST, PLAYERS_CHANGED, PadActor, replace_players, require_keeper, require_open
from bot.pads.pad import Pad
from bot.pads.pads import PadCommand, PadStep
from data.pads.records import PadHand, PadPlayer, PlayerState
from rules.sentences import listed

_PLACE: Final = ("place", "state", "start", "source_pad", "source_number")
"""The fields of a player that a merge records, besides number and name."""


class NewGuests(NamedTuple):
    """Typed names of guests: new ones, and ones that are on the pad already."""

    added: tuple[str, ...]
    there: tuple[str, ...]


def new_guests(pad: Pad, names: Iterable[str]) -> NewGuests:
    """Sort typed names by whether a player on the pad has them. A guest who left can come back."""
    used_names = {
        name_key(player.name) for player in pad.record.players if player.state != "left" or player.user is not None
    }
    added, there = list[str](), list[str]()
    for name in {name_key(name): name for name in names}.values():
        (there if name_key(name) in used_names else added).append(name)
    return NewGuests(tuple(added), tuple(there))


def player_named(pad: Pad, name: str, but: int) -> PadPlayer | None:
    """Return the player of that name, other than number `but`."""
    others = (player for player in pad.record.players if player.number != but)
    return next((player for player in others if name_key(player.name) == name_key(name)), None)


def is_guest(pad: Pad, number: int) -> bool:
    """Whether a player is a guest: not a member whom others added, who is asked."""
    player, consent = pad.players.get(number), pad.requests_by_player.get(number)
    return player is not None and player.user is None and (consent is None or bool(consent.guest))


def rename_guest(actor: PadActor, number: int, name: str) -> PadCommand:
    """Rename a guest. Raises Declined if the name is unreadable or another player's."""

    def build(pad: Pad) -> PadStep:
        guest, plain_name = require_guest(pad, actor, number), plain(name, NAME_LIMIT)
        if not plain_name:
            raise Declined("Type a name that can be read.")
        if player_named(pad, plain_name, number) is not None:
            raise Declined(f"{plain_name} is on this pad already.")
        if plain_name == guest.name:
            raise Stale(f"The guest is called {plain_name} already.")
        before, after = ({"number": number, "name": some} for some in (guest.name, plain_name))
        consent = pad.requests_by_player.get(number)
        return PadStep(
            actor.new_change("rename", None, before, after),
            players=replace_players(pad, {number: replace(guest, name=plain_name)}),
            consents=() if consent is None else (replace(consent, guest=plain_name),),
        )

    return PadCommand(actor.interaction, build)


def merge_players(actor: PadActor, number: int, into: int) -> PadCommand:
    """Give all hands of a guest to another player; the guest's line goes.

    Raises Declined if both played the same hand, Refusal if the rules refuse a hand then.
    """

    def build(pad: Pad) -> PadStep:
        guest, other = check_mergeable(pad, actor, number, into)
        hands = [hand for hand in pad.record.hands if number in hand.players]
        start = other.start if guest.start is None else guest.start + (other.start or 0)
        state: PlayerState = "in" if (guest.state, other.state) == ("in", "out") else other.state
        players = replace_players(pad, {into: replace(other, start=start, state=state)})
        former = {key: getattr(guest, key) for key in ("number", "name", *_PLACE)}
        former |= {"into": into, "into_was": {"start": other.start, "state": other.state}}
        consent = pad.requests_by_player.get(number)
        return PadStep(
            actor.new_change("merge", None, {**former, "hands": [hand.number for hand in hands]}, {"number": into}),
            players=tuple(player for player in players if player.number != number),
            hands=tuple(_replace_player(hand, number, into) for hand in hands),
            consents=() if consent is None else (replace(consent, player=0),),
        )

    return PadCommand(actor.interaction, build)


def split_players(actor: PadActor, before: dict[str, Any]) -> PadCommand:
    """Undo a merge, which recorded `before`: the guest has a line and those hands again.

    Raises Stale if it was undone, or if the other player is not on the pad.
    """

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        require_keeper(actor, pad)
        number, into = before["number"], before["into"]
        other = pad.players.get(into)
        if number in pad.players or other is None:
            raise Stale(PLAYERS_CHANGED)
        name = before["name"] or ""
        if name and player_named(pad, name, number) not in {None, other}:
            raise Declined(f"{plain(name, NAME_LIMIT)} is on this pad already. Rename that guest first.")
        guest = PadPlayer(number, None, name, **{key: before[key] for key in _PLACE})
        players = list(replace_players(pad, {into: replace(other, **before["into_was"])}))
        players.insert(min(guest.place, len(players)), guest)
        hands = [hand for hand in pad.record.hands if hand.number in before["hands"] and into in hand.players]
        return PadStep(
            actor.new_change("split", None, None, {"number": number, "into": into}),
            players=tuple(replace(player, place=place) for place, player in enumerate(players)),
            hands=tuple(_replace_player(hand, into, number) for hand in hands),
        )

    return PadCommand(actor.interaction, build)


def check_mergeable(pad: Pad, actor: PadActor, number: int, into: int) -> tuple[PadPlayer, PadPlayer]:
    """Return a guest and the player whom they may be. Raises Declined if both played one hand, Stale."""
    guest, other = require_guest(pad, actor, number), pad.players.get(into)
    if other is None or into == number:
        raise Stale(PLAYERS_CHANGED)
    both = [str(hand.number) for hand in pad.record.hands if {number, into} <= set(hand.players)]
    if both:
        names = listed([plain(guest.name, NAME_LIMIT) or "The guest", plain(other.name, NAME_LIMIT)])
        which = f"hand{'' if len(both) == 1 else 's'} {listed(both)}"
        raise Declined(f"{names} both played {which}, so they are two people. If that is wrong, correct {which} first.")
    return guest, other


def require_guest(pad: Pad, actor: PadActor, number: int) -> PadPlayer:
    """Return the guest. Raises Declined unless the actor may change the pad."""
    require_open(pad)
    require_keeper(actor, pad)
    if not is_guest(pad, number):
        raise Declined(NO_GUEST)
    return pad.players[number]


def _replace_player(hand: PadHand, number: int, by: int) -> PadHand:
    return replace(hand, players=tuple(by if player == number else player for player in hand.players))
