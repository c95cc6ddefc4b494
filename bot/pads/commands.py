"""What can be done to a score pad, and by whom: each is a Build for Pads.change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, name_key, plain
from bot.pads.consents import left, seating
from bot.pads.free_game import MOST
from bot.pads.pad import Pad, kept_for
from bot.pads.pads import Build, PadStep, fits
from data.pad_records import (
    Adoption,
    ChangeKind,
    Draft,
    NewChange,
    PadConsent,
    PadHand,
    PadPlayer,
    PlayerState,
)

MOST_HANDS: Final = 500
"""Hands of a pad, those struck out included."""

MOST_KEEPERS: Final = 10

FINISHED: Final = "This pad is finished. A keeper can reopen it: *More*."

NOT_PLAYING: Final = "Join first: only players and keepers enter hands. Press *Players*."

JUDGED: Final = "Only keepers can change a contested hand."

CHANGED: Final = "That hand has changed since you looked. Nothing was done."

NOT_YOURS: Final = "Only this pad's keepers can do that."


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


class Actor:
    """Who does something to a pad, by which interaction, and whether they are a moderator where they do it."""

    def __init__(self, who: Person, interaction: int | None, *, moderator: bool = False) -> None:
        self.id = who.id
        self.name = who.display_name
        self.interaction = interaction
        self.moderator = moderator

    def keeps(self, pad: Pad) -> bool:
        """Whether they may change all of it."""
        return self.moderator or any(user == self.id for user, _ in pad.record.keepers)

    def enters(self, pad: Pad) -> bool:
        """Whether they may enter hands: keepers may, and whoever plays on the pad."""
        mine = pad.player_of(self.id)
        return self.keeps(pad) or (mine is not None and mine.state != "left")

    def changes(self, pad: Pad, hand: PadHand) -> bool:
        """Whether they may correct or strike a hand: keepers may, and, unless it is or was for keepers to decide about,
        whoever entered it.
        """
        if self.keeps(pad):
            return True
        judged = hand.state == "contested" or pad.was_judged(hand.number)
        return hand.by == self.id and self.enters(pad) and not judged

    def change(self, kind: ChangeKind, hand: int | None = None, before: Any = None, after: Any = None) -> NewChange:
        """The change that they make."""
        return NewChange(kind, self.id, self.name, self.interaction, hand, before, after)


# -- players -----------------------------------------------------------------------------------------------------------


def add_players(actor: Actor, people: Sequence[tuple[int | None, str]]) -> Build:
    """Let people play on a pad: members (users with their names), and guests by name (None). Who had left comes back,
    a guest by the same name.

    Members may come by themselves, keepers bring anybody: members are guests until they agree (consents.py). Raises
    Declined where a name is taken or shows nothing, or somebody wants to be left out; then nobody is brought.
    """

    def build(pad: Pad) -> PadStep:
        _still_open(pad)
        if any(user != actor.id for user, _ in people):
            _require_keeper(actor, pad)
        players, consents, given = list(pad.record.players), list[PadConsent](), pad.record.given
        for user, name in people:
            if user is None:
                given = _add_guest(players, given, name)
            else:
                given = _add_member(pad, actor, players, consents, given, (user, name))
        step = _with_players(pad, actor, players)
        step.changes["given"], step.consents = given, tuple(consents)
        return step

    return Build(actor.interaction, build)


def _add_guest(players: list[PadPlayer], given: int, name: str) -> int:
    """Add a guest to the players, or let them come back; returns the last number that was given. Raises Declined."""
    shown = plain(name, NAME_LIMIT)
    if not shown:
        raise Declined("Type a name that can be read.")
    for place, one in enumerate(players):
        if name_key(one.name) != name_key(name):
            continue
        if one.state != "left" or one.user is not None:
            raise Declined(f"Choose another name: {shown} is on this pad already.")
        players[place] = replace(one, state="in")
        return given
    return _sit_last(players, given, None, name)


def _add_member(
    pad: Pad,
    actor: Actor,
    players: list[PadPlayer],
    consents: list[PadConsent],
    given: int,
    who: tuple[int, str],
) -> int:
    """Add a member to the players, or let them come back; returns the last number that was given. Raises Declined."""
    (user, name), mine = who, pad.player_of(who[0])
    shown, own = plain(name, NAME_LIMIT) or "That player", user == actor.id
    consent = pad.consents.get(user)
    if mine is not None and mine.state != "left" and not (own and consent and consent.state in {"asked", "used"}):
        raise Declined(f"{shown} is on this pad already.")
    if mine is not None and consent is None:
        players[players.index(mine)] = replace(mine, state="in")
        return given
    number = given + 1 if mine is None else mine.number
    agreed, kept = seating(pad, actor, user, name, number, consent.guest if mine is not None and consent else "")
    consents += [] if kept is None else [kept]
    if mine is None:
        return _sit_last(players, given, user if agreed else None, name if agreed else shown)
    players[players.index(mine)] = replace(mine, state="in", user=user, name=name) if agreed else mine
    return given


def _sit_last(players: list[PadPlayer], given: int, user: int | None, name: str) -> int:
    """Let somebody new sit behind all others; returns their number. Raises Declined where there is no room."""
    if len(players) >= MOST:
        raise Declined(f"A pad has at most {MOST} players.")
    place = max((one.place for one in players), default=-1) + 1
    players.append(PadPlayer(given + 1, user, name, place))
    return given + 1


def set_states(actor: Actor, playing: Sequence[int]) -> Build:
    """Say who plays the next hands: these players do, all others sit out. Those who have left stay away."""

    def build(pad: Pad) -> PadStep:
        _still_open(pad)
        _require_keeper(actor, pad)
        if not set(playing) <= set(pad.players):
            raise Stale("This pad's players have changed. Nothing was done.")
        changed: dict[int, PadPlayer] = {}
        for number, one in pad.players.items():
            state: PlayerState = "in" if number in playing else "out" if one.state == "in" else one.state
            changed[number] = replace(one, state=state)
        return _with_players(pad, actor, _set(pad, changed))

    return Build(actor.interaction, build)


def leave(actor: Actor, number: int) -> Build:
    """Let a player leave: what they won stays on the pad. Whoever never played a hand is taken off it."""

    def build(pad: Pad) -> PadStep:
        _still_open(pad)
        one = pad.players.get(number)
        if one is None or one.state == "left":
            raise Declined("That player is not on this pad.")
        mine = pad.player_of(actor.id)
        own = mine is not None and mine.number == number
        if not own:
            _require_keeper(actor, pad)
        if any(number in hand.players for hand in pad.record.hands):
            step = _with_players(pad, actor, _set(pad, {number: replace(one, state="left")}))
        else:
            step = _with_players(pad, actor, tuple(other for other in pad.record.players if other.number != number))
        step.consents = (left(pad, actor, number),) if own else ()
        return step

    return Build(actor.interaction, build)


def sit_after(actor: Actor, number: int, other: int | None) -> Build:
    """Let a player sit behind another, or first (None): seats go round the table in this order."""

    def build(pad: Pad) -> PadStep:
        _still_open(pad)
        _require_keeper(actor, pad)
        if number not in pad.players or number == other or (other is not None and other not in pad.players):
            raise Stale("This pad's players have changed. Nothing was done.")
        order = [one for one in pad.players if one != number]
        order.insert(0 if other is None else order.index(other) + 1, number)
        return _with_players(
            pad, actor, tuple(replace(pad.players[one], place=place) for place, one in enumerate(order))
        )

    return Build(actor.interaction, build)


def link(actor: Actor, number: int, user: int, name: str) -> Build:
    """Say that a guest is a member of the server: their hands are that person's once they agree (consents.py)."""

    def build(pad: Pad) -> PadStep:
        _still_open(pad)
        _require_keeper(actor, pad)
        guest = pad.players.get(number)
        if guest is None or guest.user is not None:
            raise Declined("That player is not a guest of this pad.")
        if pad.player_of(user) is not None:
            raise Declined(f"{plain(name, NAME_LIMIT)} is on this pad already.")
        before = pad.asked.get(number)
        if before is not None and not before.guest:
            raise Declined("That player is not a guest of this pad.")
        agreed, consent = seating(pad, actor, user, name, number, guest.name)
        now = replace(guest, user=user, name=name) if agreed else guest
        step = _with_players(pad, actor, _set(pad, {number: now}))
        nobody = [] if before is None else [replace(before, player=0)]  # it was said of another before
        step.consents = (*nobody, *([] if consent is None else [consent]))
        if user == actor.id:
            step.adoption = Adoption(pad.record.guild, guest.name, user, actor.id)
        return step

    return Build(actor.interaction, build)


def give_start(actor: Actor, number: int, points: int | None) -> Build:
    """Give somebody who came late points to start with, or take these back (None): with points they are ranked."""

    def build(pad: Pad) -> PadStep:
        one = late_comer(pad, actor, number)
        before, after = ({"player": number, "start": some} for some in (one.start, points))
        step = _with_players(pad, actor, _set(pad, {number: replace(one, start=points)}))
        step.change = actor.change("start", None, before, after)
        return step

    return Build(actor.interaction, build)


def late_comer(pad: Pad, actor: Actor, number: int) -> PadPlayer:
    """A player to whom a keeper may give points to start with. Raises Declined."""
    _still_open(pad)
    _require_keeper(actor, pad)
    one = pad.players.get(number)
    if one is None:
        raise Stale("This pad's players have changed. Nothing was done.")
    if one.start is None and not pad.standing.came_late(number):
        raise Declined(f"{plain(one.name, NAME_LIMIT)} has played since the first hand.")
    return one


# -- hands -------------------------------------------------------------------------------------------------------------


def enter(actor: Actor, draft: Draft, told: dict[str, Any], now: int, today: str | None = None) -> Build:
    """Keep what was told of a hand, as its `draft` has it: a new one, or another account of one that is there. A new
    one for which no day was typed was played `now`, which is their `today`, if that is known.

    Raises Declined where they may not, Stale (Twin for a new one) where others have changed the pad since `draft.base`.
    """

    def build(pad: Pad) -> PadStep:
        _still_open(pad)
        if draft.hand:
            return _corrected(pad, actor, draft, told)
        if not actor.enters(pad):
            raise Declined(NOT_PLAYING)
        if len(pad.record.hands) > draft.base:
            raise Twin(pad.record.hands[-1])
        if len(pad.record.hands) >= MOST_HANDS:
            raise Declined(f"Open a new pad: this one is full, with {MOST_HANDS} hands.")
        _check_players(pad, draft)
        number = len(pad.record.hands) + 1
        played, day = (now, today) if draft.played is None else (draft.played, draft.day)
        hand = PadHand(
            number, 0, draft.players, draft.dealer, told, {}, {}, (), "counts", now, played, actor.id, actor.name, day
        )
        return PadStep(actor.change("enter", number, None, account(hand)), hands=(hand,), draft=draft.id or None)

    return Build(actor.interaction, build)


class Twin(Stale):
    """Somebody else has entered a hand since the form was opened: `hand`. Nothing of the own one counts yet."""

    def __init__(self, hand: PadHand) -> None:
        super().__init__("Someone else entered a hand meanwhile.")
        self.hand = hand


def _corrected(pad: Pad, actor: Actor, draft: Draft, told: dict[str, Any]) -> PadStep:
    hand = hand_of(pad, actor, draft.hand)
    if hand.rev != draft.base:
        raise Stale("Someone else changed this hand meanwhile. Nothing was done.")
    _check_players(pad, draft)
    played, day = (hand.played, hand.day) if draft.played is None else (draft.played, draft.day)
    now = replace(hand, players=draft.players, dealer=draft.dealer, told=told, played=played, day=day)
    waited = hand.state == "contested"
    if waited:
        now = replace(now, state="counts")
    return PadStep(
        actor.change("correct", hand.number, account(hand), account(now)),
        hands=(now,),
        draft=draft.id or None,
        outcome="corrected" if waited else None,
    )


def strike(actor: Actor, number: int, *, out: bool, rev: int | None = None) -> Build:
    """Strike a hand out, or restored it; with `rev` only if that was its last change.

    One that was contested is struck out on a finished pad, too.
    """

    def build(pad: Pad) -> PadStep:
        hand = hand_of(pad, actor, number)
        waited = hand.state == "contested"
        if not waited:
            _still_open(pad)
        if waited and not out:
            raise Stale("That hand is contested. A keeper decides.")
        now = replace(hand, state="struck" if out else "counts")
        if now == hand:
            raise Stale("That hand is struck out already." if out else "That hand counts already.")
        if rev not in {None, hand.rev}:
            raise Stale(CHANGED)
        kind: ChangeKind = "strike" if out else "restore"
        outcome = "struck" if waited else None
        return PadStep(actor.change(kind, number, account(hand), account(now)), hands=(now,), outcome=outcome)

    return Build(actor.interaction, build)


def undo(actor: Actor, number: int, rev: int, before: dict[str, Any] | None) -> Build:
    """Take the last change of a hand back, which was change `rev` of the pad: the hand is as it was `before`, or, if it
    was new (None), struck out.

    Raises Stale where the hand has been changed since.
    """

    def build(pad: Pad) -> PadStep:
        _still_open(pad)
        hand = hand_of(pad, actor, number)
        if hand.rev != rev:
            raise Stale("That hand has changed since: nothing to undo.")
        if hand.state == "contested" or (before is not None and before["state"] == "contested"):
            raise Declined("A keeper's decision cannot be undone.")
        if before is None:
            now = replace(hand, state="struck")
            return PadStep(actor.change("strike", number, account(hand), account(now)), hands=(now,))
        now = replace(
            hand,
            players=tuple(before["players"]),
            dealer=before["dealer"],
            told=before["told"],
            played=before["played"],
            day=before.get("day"),
            state=before["state"],
        )
        kind: ChangeKind = "correct" if now.state == hand.state else "strike" if now.state == "struck" else "restore"
        return PadStep(actor.change(kind, number, account(hand), account(now)), hands=(now,))

    return Build(actor.interaction, build)


def account(hand: PadHand) -> dict[str, Any]:
    """What a change keeps of a hand."""
    return {
        "players": list(hand.players),
        "dealer": hand.dealer,
        "told": hand.told,
        "played": hand.played,
        "day": hand.day,
        "state": hand.state,
    }


def hand_of(pad: Pad, actor: Actor, number: int) -> PadHand:
    """A hand that they may change. Raises Declined."""
    hand = pad.hands.get(number)
    if hand is None:
        raise Declined("This pad has no such hand.")
    if not actor.changes(pad, hand):
        judged = hand.state == "contested" or pad.was_judged(number)
        raise Declined(JUDGED if judged else "Only keepers, or the player who entered a hand, can correct it.")
    return hand


def _check_players(pad: Pad, draft: Draft) -> None:
    """Hold a hand to players of the pad, as many as can play it. Raises Declined, Stale."""
    if not set(draft.players) <= set(pad.players):
        raise Stale("This pad's players have changed. Choose again who played.")
    if refusal := fits(pad.record.game, len(draft.players)):
        raise Declined(refusal)
    if not 0 <= draft.dealer < len(draft.players):
        raise Stale("This pad's players have changed. Choose again who dealt.")


# -- the pad -----------------------------------------------------------------------------------------------------------


def set_options(actor: Actor, name: str | None, options: dict[str, Any] | None) -> Build:
    """Change what a pad is called, and what is played; that only while no hand counts. Raises Declined, Refusal."""

    def build(pad: Pad) -> PadStep:
        _still_open(pad)
        _require_keeper(actor, pad)
        changes: dict[str, Any] = {}
        if name is not None:
            changes["name"] = plain(name, NAME_LIMIT)
        if options is not None:
            now = kept_for(pad.record.game).resolve(options)
            if now != pad.record.options and pad.played:
                raise Declined("The game's options are fixed once a hand is entered.")
            changes["options"] = now
        before = {key: getattr(pad.record, key) for key in changes}
        return PadStep(actor.change("options", None, before, changes), changes)

    return Build(actor.interaction, build)


def set_keepers(actor: Actor, keepers: Sequence[tuple[int, str]]) -> Build:
    """Say who keeps a pad, with their names. Whoever opened it stays one of them."""

    def build(pad: Pad) -> PadStep:
        _require_keeper(actor, pad)
        first = pad.record.keepers[:1]
        wanted = (*first, *(one for one in dict(keepers).items() if not first or one[0] != first[0][0]))
        if len(wanted) > MOST_KEEPERS:
            raise Declined(f"A pad has at most {MOST_KEEPERS} keepers.")
        before, after = ({"keepers": [user for user, _ in some]} for some in (pad.record.keepers, wanted))
        return PadStep(actor.change("keepers", None, before, after), keepers=wanted)

    return Build(actor.interaction, build)


def finish(actor: Actor, *, over: bool) -> Build:
    """Finish a pad, so that nothing in it can be changed, or open it again."""

    def build(pad: Pad) -> PadStep:
        _require_keeper(actor, pad)
        if (pad.record.status == "finished") == over:
            raise Stale("This pad is finished already." if over else "This pad is open already.")
        return PadStep(actor.change("finish" if over else "reopen"), {"status": "finished" if over else "open"})

    return Build(actor.interaction, build)


def _with_players(pad: Pad, actor: Actor, players: Sequence[PadPlayer]) -> PadStep:
    before, after = (
        {"players": [{"number": one.number, "place": one.place, "state": one.state} for one in some]}
        for some in (pad.record.players, players)
    )
    return PadStep(actor.change("players", None, before, after), players=tuple(players))


def _set(pad: Pad, changed: dict[int, PadPlayer]) -> tuple[PadPlayer, ...]:
    return tuple(changed.get(one.number, one) for one in pad.record.players)


def _still_open(pad: Pad) -> None:
    if pad.record.status == "finished":
        raise Declined(FINISHED)


def _require_keeper(actor: Actor, pad: Pad) -> None:
    if not actor.keeps(pad):
        raise Declined(NOT_YOURS)
