"""A score pad as a value: what its hands come to, who leads, who deals next. A pad is a fold over its entries (6-pads).

What was told of each hand is turned into an entry for the rules by its game; what one hand owes is carried to the next
(Voren's matches, V6.2). Where who plays changes after a hand, what is owed is settled at once, as after the last one
(V6.5): a match is a matter of those who played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Protocol

from bot.common.text import NAME_LIMIT, plain
from bot.pads.free_game import FreePad
from bot.pads.standing import PadStanding
from data.pad_records import FREE, Contest, ListedPad, PadConsent, PadHand, PadPlayer, PadRecord
from rules import registry
from rules.contract import Conduct, Known, Option, OptionValue, Refusal
from rules.registry import GAMES

Brought = dict[str, Any]


class Scored(Protocol):
    """What a pad needs of a game: every game of rules/ has it, and the free pad."""

    id: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    options: ClassVar[Mapping[str, Option]]
    version: ClassVar[int]
    conduct: ClassVar[Conduct]

    def resolve(self, options: Mapping[str, object], seats: int | None = None) -> dict[str, OptionValue]:
        """All options with their values. Raises Refusal `bad_option`."""
        ...

    def pad_entry(self, told: Mapping[str, Any], known: Known) -> dict[str, Any]:
        """The entry for `pad`."""
        ...

    def pad(self, entry: Mapping[str, Any]) -> Brought:
        """What the hand of an entry brought: `points`, and what else its game says. Raises Refusal."""
        ...

    def pad_played(self, entry: Mapping[str, Any]) -> bool:
        """Whether the hand of an entry was played."""
        ...


FREE_PAD: Final = FreePad()


def kept_for(game: str) -> Scored:
    """The game of that id, or the free pad. Raises KeyError for none."""
    return FREE_PAD if game == FREE else GAMES[game]


def called_game(game: str) -> str:
    """What the game of that id, or the free pad, is called; of one that this version does not know, its id."""
    return FREE_PAD.name if game == FREE else registry.title_of(game)


def fewest_win(game: Scored, options: Mapping[str, Any]) -> bool:
    """Whether the fewest points win."""
    return options["wins"] == "fewest" if game.id == FREE else GAMES[game.id].fewest_win


def title_of(pad: PadRecord | ListedPad) -> str:
    """What a pad is called, or what is played; as typed (whoever shows it escapes it)."""
    return pad.name or f"{called_game(pad.game)}, pad {pad.id}"


@dataclass(frozen=True)
class Pad:
    """A pad as it is kept, and what it comes to."""

    record: PadRecord

    @property
    def id(self) -> int:
        """Its number."""
        return self.record.id

    @cached_property
    def game(self) -> Scored:
        """What it is kept for."""
        return kept_for(self.record.game)

    @property
    def title(self) -> str:
        """What it is called, or what is played; as typed (whoever shows it escapes it)."""
        return title_of(self.record)

    @cached_property
    def players(self) -> dict[int, PadPlayer]:
        """The players by number, in the order in which they sit."""
        return {one.number: one for one in self.record.players}

    @property
    def playing(self) -> tuple[int, ...]:
        """The numbers of those who play the next hand, in the order in which they sit."""
        return tuple(number for number, one in self.players.items() if one.state == "in")

    @cached_property
    def hands(self) -> dict[int, PadHand]:
        """All hands by number, those struck out included."""
        return {one.number: one for one in self.record.hands}

    @cached_property
    def counted(self) -> tuple[PadHand, ...]:
        """The hands that count, in order."""
        return tuple(one for one in self.record.hands if one.state == "counts")

    @cached_property
    def has_result(self) -> bool:
        """Whether a hand that counts was played: without one nobody leads or has won."""
        return any(self.game.pad_played(one.entry) for one in self.counted)

    @cached_property
    def played(self) -> tuple[PadHand, ...]:
        """The hands that were played, in order: those that count, and those that were contested and wait."""
        return tuple(one for one in self.record.hands if one.state != "struck")

    @cached_property
    def waiting(self) -> dict[int, Contest]:
        """By hand what is contested and waits for a keeper, as far as it is known by whom."""
        return {one.hand: one for one in self.record.contests if one.outcome == "waits"}

    def was_judged(self, hand: int) -> bool:
        """Whether a hand was contested and a keeper has decided about it: it is the keepers' from then on."""
        return any(one.hand == hand and one.outcome not in {"waits", "withdrawn"} for one in self.record.contests)

    @cached_property
    def consents(self) -> dict[int, PadConsent]:
        """What each person said whom others made a player, or who has left."""
        return {one.user: one for one in self.record.consents}

    @cached_property
    def asked(self) -> dict[int, PadConsent]:
        """The players who are guests until they agree, by number."""
        return {one.player: one for one in self.record.consents if one.state == "asked" and one.player in self.players}

    def guest_of(self, player: int) -> str:
        """The name of a player who is a guest of the server; empty for a member, who is none before they agree."""
        one = self.players[player]
        brought = any(who.player == player and not who.guest for who in self.record.consents)
        return "" if one.user is not None or brought else plain(one.name, NAME_LIMIT)

    def player_of(self, user: int) -> PadPlayer | None:
        """The player that a user is, or is once they agree; None where they are none."""
        mine = self.consents.get(user)
        number = mine.player if mine is not None and mine.state == "asked" else None
        return next((one for one in self.record.players if one.user == user or one.number == number), None)

    def has_played(self, hand: PadHand, user: int) -> bool:
        """Whether a user is one of those who played a hand; no guest is, save one who is asked whether they are."""
        mine = self.player_of(user)
        return mine is not None and mine.number in hand.players

    @property
    def totals(self) -> dict[int, int]:
        """What each player has won, with what they were given to start with."""
        return self.standing.totals

    @property
    def fewest_win(self) -> bool:
        """Whether the fewest points win."""
        return fewest_win(self.game, self.record.options)

    @cached_property
    def standing(self) -> PadStanding:
        """How the game stands after all hands that count."""
        return self.standing_after(self.counted)

    def standing_after(self, hands: tuple[PadHand, ...]) -> PadStanding:
        """How the game stood after these hands."""
        ties = self.record.options["ties"] if self.record.game == FREE else "shared"
        return PadStanding(self.players, hands, self.fewest_win, ties)

    def leaders(self) -> list[int]:
        """Who leads, or has won; nobody where no hand was played."""
        return list(self.standing.leaders) if self.has_result else []

    def next_dealer(self, players: Sequence[int]) -> int:
        """Which of those who play the next hand deals it (their place, from 0): the deal passes on from the last hand's
        dealer; where that player sits this one out, to whoever comes after them.
        """
        if not self.played or not players:
            return 0
        last = self.played[-1]
        dealt = last.players[last.dealer]
        if set(players) == set(last.players):
            return self.game.conduct.next_dealer(list(players).index(dealt), len(players), self.record.options)
        order = list(self.players)
        place = order.index(dealt)
        after = [*order[place + 1 :], *order[: place + 1]]
        return list(players).index(next(one for one in after if one in players))

    def is_over(self) -> bool:
        """Whether a free pad's game has come to the end that was agreed on: its hands are played, or its total is
        reached by somebody who is ranked, and somebody has won.
        """
        if self.record.game != FREE or not self.leaders():
            return False
        target, rounds = self.record.options["target"], self.record.options["rounds"]
        reached = bool(target) and any(self.totals[one] >= target for one in self.standing.ranked)
        return reached or (bool(rounds) and len(self.counted) >= rounds)


def folded(record: PadRecord, refused: Callable[[PadHand, Refusal], None] | None = None) -> tuple[PadHand, ...]:
    """The hands of a pad, each with its entry and what it brought worked out anew where that has changed.

    Raises Refusal where the rules do not take an entry; with `refused` that is told of each such hand, which stays as
    it is and owes nothing.
    """
    game, found = kept_for(record.game), list[PadHand]()
    counted = [one for one in record.hands if one.state == "counts"]
    after = dict(zip((one.number for one in counted), counted[1:]))
    owed: Mapping[int, int] = {}
    for hand in record.hands:
        if hand.state != "counts":
            found.append(hand)
            continue
        follows = after.get(hand.number)
        last = record.status == "finished" if follows is None else set(follows.players) != set(hand.players)
        owing = tuple(owed.get(player, 0) for player in hand.players)
        known = Known(record.options, len(hand.players), hand.dealer, owing, last)
        try:
            now = worked_out(game, hand, known)
        except Refusal as refusal:
            if refused is None:
                raise
            refused(hand, refusal)
            now = hand
        owed = dict(zip(hand.players, now.brought.get("owes", ())))
        found.append(now)
    return tuple(found)


def worked_out(game: Scored, hand: PadHand, known: Known) -> PadHand:
    """A hand with its entry, and what the rules answer to it if that is another than before. Raises Refusal."""
    entry = game.pad_entry(hand.told, known)
    if entry == hand.entry:
        return hand
    brought = game.pad(entry)
    return replace(hand, entry=entry, brought=brought, points=tuple(brought["points"]))


def changed(before: Iterable[PadHand], after: Iterable[PadHand]) -> tuple[PadHand, ...]:
    """The hands that are others than before."""
    known = {one.number: one for one in before}
    return tuple(one for one in after if known.get(one.number) != one)
