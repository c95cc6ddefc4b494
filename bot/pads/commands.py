"""The commands that change a score pad, and who may give them: each is a PadCommand for Pads.change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, name_key, plain
from bot.pads.consents import admit, record_leaving
from bot.pads.free_game import MAX_PLAYERS
from bot.pads.pad import Pad, game_of
from bot.pads.pads import PadCommand, PadStep, player_count_refusal
from bot.people.person import Person
from data.pads.records import (
    ChangeKind,
    ContestOutcome,
    GuestAdoption,
    NewChange,
    PadConsent,
    PadDraft,
    PadHand,
    PadPlayer,
    PlayerState,
)

MAX_HANDS: Final = 500
"""Hands of a pad, those struck out included."""

MAX_KEEPERS: Final = 10

FINISHED_TEXT: Final = "This pad is finished. A keeper can reopen it: *More*."

NOT_PLAYING: Final = "Join first: only players and keepers enter hands. Press *Players*."

KEEPERS_DECIDE_TEXT: Final = "Only keepers can change a contested hand."

HAND_CHANGED_TEXT: Final = "That hand has changed since you looked. Nothing was done."

NOT_PAD_KEEPER_TEXT: Final = "Only this pad's keepers can do that."

NO_GUEST: Final = "That player is not a guest of this pad."

PLAYERS_CHANGED: Final = "This pad's players have changed. Nothing was done."


class PadActor:
    """A user who acts on a pad, by an interaction, perhaps as a moderator."""

    def __init__(self, who: Person, interaction: int | None, *, moderator: bool = False) -> None:
        self.id = who.id
        self.name = who.display_name
        self.interaction = interaction
        self.moderator = moderator

    def may_keep(self, pad: Pad) -> bool:
        """Whether they may change all of the pad: a keeper or a moderator."""
        return self.moderator or any(user == self.id for user, _ in pad.record.keepers)

    def may_enter(self, pad: Pad) -> bool:
        """Whether they may enter hands: a keeper, or a player of the pad."""
        player = pad.player_of(self.id)
        return self.may_keep(pad) or (player is not None and player.state != "left")

    def may_change_hand(self, pad: Pad, hand: PadHand) -> bool:
        """Whether they may correct or strike a hand.

        A keeper may, and the person who entered it if no keeper has had to judge it.
        """
        if self.may_keep(pad):
            return True
        judged = hand.state == "contested" or pad.was_judged(hand.number)
        return hand.by == self.id and self.may_enter(pad) and not judged

    def new_change(self, kind: ChangeKind, hand: int | None = None, before: Any = None, after: Any = None) -> NewChange:
        """Return a change by this person."""
        return NewChange(kind, self.id, self.name, self.interaction, hand, before, after)


# -- players -----------------------------------------------------------------------------------------------------------


def add_players(actor: PadActor, people: Sequence[tuple[int | None, str]]) -> PadCommand:
    """Add players: members (user and name), and guests by name (None); players who had left come back.

    Members may add themselves, keepers anybody. Raises Declined, and adds nobody, if a name is taken or unreadable, or
    a user has refused.
    """

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        if any(user != actor.id for user, _ in people):
            require_keeper(actor, pad)
        players, consents, last_number = list(pad.record.players), list[PadConsent](), pad.record.last_player_number
        for user, name in people:
            if user is None:
                last_number = _add_guest(players, last_number, name)
            else:
                last_number = _add_member(pad, actor, players, consents, last_number, (user, name))
        step = _players_step(pad, actor, players)
        step.changes["last_player_number"], step.consents = last_number, tuple(consents)
        return step

    return PadCommand(actor.interaction, build)


def _add_guest(players: list[PadPlayer], last_number: int, name: str) -> int:
    """Add a guest to the players, or let them come back; returns the last number that was given. Raises Declined."""
    plain_name = plain(name, NAME_LIMIT)
    if not plain_name:
        raise Declined("Type a name that can be read.")
    for place, player in enumerate(players):
        if name_key(player.name) != name_key(name):
            continue
        if player.state != "left" or player.user is not None:
            raise Declined(f"{plain_name} is on this pad already.")
        players[place] = replace(player, state="in")
        return last_number
    return _add_last(players, last_number, None, name)


def _add_member(
    pad: Pad,
    actor: PadActor,
    players: list[PadPlayer],
    consents: list[PadConsent],
    last_number: int,
    who: tuple[int, str],
) -> int:
    """Add a member to the players, or let them come back; returns the last number that was given. Raises Declined."""
    (user, name), own_player = who, pad.player_of(who[0])
    plain_name, own = plain(name, NAME_LIMIT) or "That player", user == actor.id
    consent = pad.consents.get(user)
    if (
        own_player is not None
        and own_player.state != "left"
        and not (own and consent and consent.state in {"asked", "used"})
    ):
        raise Declined(f"{plain_name} is on this pad already.")
    if own_player is not None and consent is None:
        players[players.index(own_player)] = replace(own_player, state="in")
        return last_number
    number = last_number + 1 if own_player is None else own_player.number
    agreed, own_consent = admit(
        pad, actor, user, name, number, consent.guest if own_player is not None and consent else ""
    )
    consents += [] if own_consent is None else [own_consent]
    if own_player is None:
        return _add_last(players, last_number, user if agreed else None, name if agreed else plain_name)
    players[players.index(own_player)] = replace(own_player, state="in", user=user, name=name) if agreed else own_player
    return last_number


def _add_last(players: list[PadPlayer], last_number: int, user: int | None, name: str) -> int:
    """Add a player behind all others; returns their number. Raises Declined if the pad is full."""
    if len(players) >= MAX_PLAYERS:
        raise Declined(f"A pad has at most {MAX_PLAYERS} players.")
    place = max((player.place for player in players), default=-1) + 1
    players.append(PadPlayer(last_number + 1, user, name, place))
    return last_number + 1


def set_states(actor: PadActor, playing: Sequence[int]) -> PadCommand:
    """Let these players play the next hands and the others sit out. Players who have left stay away."""

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        require_keeper(actor, pad)
        if not set(playing) <= set(pad.players):
            raise Stale(PLAYERS_CHANGED)
        changed: dict[int, PadPlayer] = {}
        for number, player in pad.players.items():
            state: PlayerState = "in" if number in playing else "out" if player.state == "in" else player.state
            changed[number] = replace(player, state=state)
        return _players_step(pad, actor, replace_players(pad, changed))

    return PadCommand(actor.interaction, build)


def leave(actor: PadActor, number: int) -> PadCommand:
    """Let a player leave; their points stay. A player without a hand is removed."""

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        player = pad.players.get(number)
        if player is None or player.state == "left":
            raise Declined("That player is not on this pad.")
        own_player = pad.player_of(actor.id)
        own = own_player is not None and own_player.number == number
        if not own:
            require_keeper(actor, pad)
        if any(number in hand.players for hand in pad.record.hands):
            step = _players_step(pad, actor, replace_players(pad, {number: replace(player, state="left")}))
        else:
            step = _players_step(pad, actor, tuple(other for other in pad.record.players if other.number != number))
        step.consents = (record_leaving(pad, actor, number),) if own else ()
        return step

    return PadCommand(actor.interaction, build)


def sit_after(actor: PadActor, number: int, other: int | None) -> PadCommand:
    """Seat a player behind another, or first (None); seats go round the table in this order."""

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        require_keeper(actor, pad)
        if number not in pad.players or number == other or (other is not None and other not in pad.players):
            raise Stale(PLAYERS_CHANGED)
        order = [player for player in pad.players if player != number]
        order.insert(0 if other is None else order.index(other) + 1, number)
        return _players_step(
            pad, actor, tuple(replace(pad.players[player], place=place) for place, player in enumerate(order))
        )

    return PadCommand(actor.interaction, build)


def link(actor: PadActor, number: int, user: int, name: str) -> PadCommand:
    """Link a guest with a member; the guest's hands become the member's once they agree (consents.py)."""

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        require_keeper(actor, pad)
        guest = pad.players.get(number)
        if guest is None or guest.user is not None:
            raise Declined(NO_GUEST)
        own_player = pad.player_of(user)
        if own_player is not None:
            state = (
                "was asked already and has not answered yet"
                if own_player.number == number
                else "is on this pad already"
            )
            raise Declined(f"{plain(name, NAME_LIMIT)} {state}.")
        before = pad.requests_by_player.get(number)
        if before is not None and not before.guest:
            raise Declined(NO_GUEST)
        agreed, consent = admit(pad, actor, user, name, number, guest.name)
        now = replace(guest, user=user, name=name) if agreed else guest
        step = _players_step(pad, actor, replace_players(pad, {number: now}))
        nobody = [] if before is None else [replace(before, player=0)]  # it was said of another before
        step.consents = (*nobody, *([] if consent is None else [consent]))
        if user == actor.id:
            step.adoption = GuestAdoption(pad.record.guild, guest.name, user, actor.id)
        return step

    return PadCommand(actor.interaction, build)


def give_start(actor: PadActor, number: int, points: int | None) -> PadCommand:
    """Give a late player points to start with, or take these back (None); with points they are ranked."""

    def build(pad: Pad) -> PadStep:
        player = require_late_comer(pad, actor, number)
        before, after = ({"player": number, "start": some} for some in (player.start, points))
        step = _players_step(pad, actor, replace_players(pad, {number: replace(player, start=points)}))
        step.change = actor.new_change("start", None, before, after)
        return step

    return PadCommand(actor.interaction, build)


def require_late_comer(pad: Pad, actor: PadActor, number: int) -> PadPlayer:
    """Return the late player who may get points to start with. Raises Declined, Stale."""
    require_open(pad)
    require_keeper(actor, pad)
    player = pad.players.get(number)
    if player is None:
        raise Stale(PLAYERS_CHANGED)
    if player.start is None and not pad.standing.came_late(number):
        raise Declined(f"{plain(player.name, NAME_LIMIT)} has played since the first hand.")
    return player


# -- hands -------------------------------------------------------------------------------------------------------------


def enter(actor: PadActor, draft: PadDraft, account: dict[str, Any], now: int, today: str | None = None) -> PadCommand:
    """Enter the hand of a `draft`, or correct one. A new hand without a typed day was played `now`, on the day `today`.

    Raises Declined, and Stale (HandEnteredMeanwhile for a new hand) if the pad has changed since `draft.base`.
    """

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        if draft.hand:
            return _correct(pad, actor, draft, account)
        if not actor.may_enter(pad):
            raise Declined(NOT_PLAYING)
        if len(pad.record.hands) > draft.base:
            raise HandEnteredMeanwhile(pad.record.hands[-1])
        if len(pad.record.hands) >= MAX_HANDS:
            raise Declined(f"Open a new pad: this one is full, with {MAX_HANDS} hands.")
        _check_players(pad, draft)
        number = len(pad.record.hands) + 1
        played, day = (now, today) if draft.played is None else (draft.played, draft.day)
        hand = PadHand(
            number,
            0,
            draft.players,
            draft.dealer,
            account,
            {},
            {},
            (),
            "counts",
            now,
            played,
            actor.id,
            actor.name,
            day,
        )
        return hand_step(actor, "enter", None, hand, draft=draft.id or None)

    return PadCommand(actor.interaction, build)


class HandEnteredMeanwhile(Stale):
    """Another user has entered `hand` since the form was opened. Nothing of the own one counts yet."""

    def __init__(self, hand: PadHand) -> None:
        super().__init__("Someone else entered a hand meanwhile.")
        self.hand = hand


def _correct(pad: Pad, actor: PadActor, draft: PadDraft, account: dict[str, Any]) -> PadStep:
    """Return the step that puts a draft in the place of its hand; it settles a contest. Raises Stale."""
    hand = require_hand(pad, actor, draft.hand)
    if hand.rev != draft.base:
        raise Stale("Someone else changed this hand meanwhile. Nothing was done.")
    _check_players(pad, draft)
    played, day = (hand.played, hand.day) if draft.played is None else (draft.played, draft.day)
    now = replace(hand, players=draft.players, dealer=draft.dealer, account=account, played=played, day=day)
    waited = hand.state == "contested"
    if waited:
        now = replace(now, state="counts")
    return hand_step(actor, "correct", hand, now, draft=draft.id or None, outcome="corrected" if waited else None)


def strike(actor: PadActor, number: int, *, out: bool, rev: int | None = None) -> PadCommand:
    """Strike a hand out, or restore it; with `rev` only if that was its last change.

    A contested hand can be struck out on a finished pad, too.
    """

    def build(pad: Pad) -> PadStep:
        hand = require_hand(pad, actor, number)
        waited = hand.state == "contested"
        if not waited:
            require_open(pad)
        if waited and not out:
            raise Stale("That hand is contested. A keeper decides.")
        now = replace(hand, state="struck" if out else "counts")
        if now == hand:
            raise Stale("That hand is struck out already." if out else "That hand counts already.")
        if rev not in {None, hand.rev}:
            raise Stale(HAND_CHANGED_TEXT)
        return hand_step(actor, "strike" if out else "restore", hand, now, outcome="struck" if waited else None)

    return PadCommand(actor.interaction, build)


def undo(actor: PadActor, number: int, rev: int, before: dict[str, Any] | None) -> PadCommand:
    """Take the last change of a hand back, which was change `rev` of the pad.

    The hand is as it was `before`, or, if it was new (None), struck out. Raises Stale if it has been changed since.
    """

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        hand = require_hand(pad, actor, number)
        if hand.rev != rev:
            raise Stale("That hand has changed since: nothing to undo.")
        if hand.state == "contested" or (before is not None and before["state"] == "contested"):
            raise Declined("A keeper's decision cannot be undone.")
        if before is None:
            return hand_step(actor, "strike", hand, replace(hand, state="struck"))
        now = replace(
            hand,
            players=tuple(before["players"]),
            dealer=before["dealer"],
            account=before["account"],
            played=before["played"],
            day=before.get("day"),
            state=before["state"],
        )
        kind: ChangeKind = "correct" if now.state == hand.state else "strike" if now.state == "struck" else "restore"
        return hand_step(actor, kind, hand, now)

    return PadCommand(actor.interaction, build)


def hand_step(
    actor: PadActor,
    kind: ChangeKind,
    before: PadHand | None,
    after: PadHand,
    *,
    draft: int | None = None,
    why: str | None = None,
    outcome: ContestOutcome | None = None,
) -> PadStep:
    """Return the step by which a hand becomes `after`; `before` is None for a new one."""
    former = None if before is None else _hand_values(before)
    change = actor.new_change(kind, after.number, former, _hand_values(after))
    return PadStep(change, hands=(after,), draft_id=draft, contest_reason=why, contest_outcome=outcome)


def _hand_values(hand: PadHand) -> dict[str, Any]:
    """Return the values of a hand that a change records."""
    return {
        "players": list(hand.players),
        "dealer": hand.dealer,
        "account": hand.account,
        "played": hand.played,
        "day": hand.day,
        "state": hand.state,
    }


def find_hand(pad: Pad, number: int) -> PadHand:
    """Return the hand of that number. Raises Declined."""
    hand = pad.hands.get(number)
    if hand is None:
        raise Declined("This pad has no such hand.")
    return hand


def require_hand(pad: Pad, actor: PadActor, number: int) -> PadHand:
    """Return the hand, if they may change it. Raises Declined."""
    hand = find_hand(pad, number)
    if not actor.may_change_hand(pad, hand):
        judged = hand.state == "contested" or pad.was_judged(number)
        raise Declined(
            KEEPERS_DECIDE_TEXT if judged else "Only keepers, or the player who entered a hand, can correct it."
        )
    return hand


def _check_players(pad: Pad, draft: PadDraft) -> None:
    """Check that a hand's players are on the pad and as many as the game takes. Raises Declined, Stale."""
    if not set(draft.players) <= set(pad.players):
        raise Stale("This pad's players have changed. Choose again who played.")
    if refusal := player_count_refusal(pad.record.game, len(draft.players)):
        raise Declined(refusal)
    if not 0 <= draft.dealer < len(draft.players):
        raise Stale("This pad's players have changed. Choose again who dealt.")


# -- the pad -----------------------------------------------------------------------------------------------------------


def set_options(actor: PadActor, name: str | None, options: dict[str, Any] | None) -> PadCommand:
    """Change the pad's name, or its options while no hand counts. Raises Declined, Refusal."""

    def build(pad: Pad) -> PadStep:
        require_open(pad)
        require_keeper(actor, pad)
        changes: dict[str, Any] = {}
        if name is not None:
            changes["name"] = plain(name, NAME_LIMIT)
        if options is not None:
            now = game_of(pad.record.game).resolve(options)
            if now != pad.record.options and pad.played_hands:
                raise Declined("The game's options are fixed once a hand is entered.")
            changes["options"] = now
        before = {key: getattr(pad.record, key) for key in changes}
        return PadStep(actor.new_change("options", None, before, changes), changes)

    return PadCommand(actor.interaction, build)


def set_keepers(actor: PadActor, keepers: Sequence[tuple[int, str]]) -> PadCommand:
    """Set the keepers, with their names. The person who opened the pad stays one."""

    def build(pad: Pad) -> PadStep:
        require_keeper(actor, pad)
        first = pad.record.keepers[:1]
        new_keepers = (*first, *(keeper for keeper in dict(keepers).items() if not first or keeper[0] != first[0][0]))
        if len(new_keepers) > MAX_KEEPERS:
            raise Declined(f"A pad has at most {MAX_KEEPERS} keepers.")
        before, after = ({"keepers": [user for user, _ in some]} for some in (pad.record.keepers, new_keepers))
        return PadStep(actor.new_change("keepers", None, before, after), keepers=new_keepers)

    return PadCommand(actor.interaction, build)


def finish(actor: PadActor, *, over: bool) -> PadCommand:
    """Finish a pad, which locks it, or reopen it."""

    def build(pad: Pad) -> PadStep:
        require_keeper(actor, pad)
        if (pad.record.status == "finished") == over:
            raise Stale("This pad is finished already." if over else "This pad is open already.")
        return PadStep(actor.new_change("finish" if over else "reopen"), {"status": "finished" if over else "open"})

    return PadCommand(actor.interaction, build)


def _players_step(pad: Pad, actor: PadActor, players: Sequence[PadPlayer]) -> PadStep:
    before, after = (
        {"players": [{"number": player.number, "place": player.place, "state": player.state} for player in some]}
        for some in (pad.record.players, players)
    )
    return PadStep(actor.new_change("players", None, before, after), players=tuple(players))


def replace_players(pad: Pad, changed: dict[int, PadPlayer]) -> tuple[PadPlayer, ...]:
    """Return the players of a pad, those in `changed` by their numbers in the place of the former."""
    return tuple(changed.get(player.number, player) for player in pad.record.players)


def require_open(pad: Pad) -> None:
    """Check that a pad is open. Raises Declined if it is finished."""
    if pad.record.status == "finished":
        raise Declined(FINISHED_TEXT)


def require_keeper(actor: PadActor, pad: Pad) -> None:
    """Raise Declined for a user who does not keep the pad."""
    if not actor.may_keep(pad):
        raise Declined(NOT_PAD_KEEPER_TEXT)
