"""A score pad as a value: its hands' outcomes, who leads, who deals next. A pad is a fold over its entries (6-pads).

Debts are carried to the next hand (Voren's matches, V6.2), and settled if the players change (V6.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Protocol

from bot.common.text import NAME_LIMIT, plain
from bot.pads.free_game import FreeGame
from bot.pads.standing import PadStanding
from data.pads.records import FREE_GAME_ID, Contest, ListedPad, PadConsent, PadHand, PadPlayer, PadRecord, PadStatus
from rules import registry
from rules.contract import Conduct, Option, OptionValue, PadContext, Refusal
from rules.registry import GAMES

HandOutcome = dict[str, Any]


class ScoredGame(Protocol):
    """The part of a game that a pad needs: every game of rules/ has it, and the free game."""

    id: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    options: ClassVar[Mapping[str, Option]]
    version: ClassVar[int]
    conduct: ClassVar[Conduct]

    def resolve(self, options: Mapping[str, object], seats: int | None = None) -> dict[str, OptionValue]:
        """Return all options with their values. Raises Refusal `bad_option`."""
        ...

    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """Return the entry for `pad`."""
        ...

    def pad(self, entry: Mapping[str, Any]) -> HandOutcome:
        """Return the outcome of an entry: `points`, and the game's own values. Raises Refusal."""
        ...

    def pad_played(self, entry: Mapping[str, Any]) -> bool:
        """Whether the hand of an entry was played."""
        ...


FREE_GAME: Final = FreeGame()


def game_of(game: str) -> ScoredGame:
    """Return the game of that id, or the free game. Raises KeyError."""
    return FREE_GAME if game == FREE_GAME_ID else GAMES[game]


def game_name(game: str) -> str:
    """Return the name of the game of that id, or of the free game; the id itself if this version does not know it."""
    return FREE_GAME.name if game == FREE_GAME_ID else registry.title_of(game)


def fewest_win(game: ScoredGame, options: Mapping[str, Any]) -> bool:
    """Whether the fewest points win."""
    return options["wins"] == "fewest" if game.id == FREE_GAME_ID else GAMES[game.id].fewest_win


def title_of(pad: PadRecord | ListedPad) -> str:
    """Return the pad's title: its name as typed, or its game and number. Callers escape it."""
    return pad.name or f"{game_name(pad.game)}, pad {pad.id}"


@dataclass(frozen=True)
class Pad:
    """A stored pad, and what follows from it."""

    record: PadRecord

    @property
    def id(self) -> int:
        """Its number."""
        return self.record.id

    @cached_property
    def game(self) -> ScoredGame:
        """The pad's game."""
        return game_of(self.record.game)

    @property
    def title(self) -> str:
        """The title, unescaped: the name as typed, or the game and number."""
        return title_of(self.record)

    @cached_property
    def players(self) -> dict[int, PadPlayer]:
        """The players by number, in seat order."""
        return {player.number: player for player in self.record.players}

    @property
    def playing(self) -> tuple[int, ...]:
        """The numbers of the next hand's players, in seat order."""
        return tuple(number for number, player in self.players.items() if player.state == "in")

    @cached_property
    def hands(self) -> dict[int, PadHand]:
        """All hands by number, those struck out included."""
        return {hand.number: hand for hand in self.record.hands}

    @cached_property
    def counted(self) -> tuple[PadHand, ...]:
        """The hands that count, in order."""
        return tuple(hand for hand in self.record.hands if hand.state == "counts")

    @cached_property
    def has_result(self) -> bool:
        """Whether a hand that counts was played: without one nobody leads or has won."""
        return any(self.game.pad_played(hand.entry) for hand in self.counted)

    @cached_property
    def played_hands(self) -> tuple[PadHand, ...]:
        """The hands that were played, in order: counted and contested ones."""
        return tuple(hand for hand in self.record.hands if hand.state != "struck")

    @cached_property
    def waiting(self) -> dict[int, Contest]:
        """Open contests by hand."""
        return {contest.hand: contest for contest in self.record.contests if contest.outcome == "waits"}

    def was_judged(self, hand: int) -> bool:
        """Whether a keeper has decided about a contest of a hand: from then on only keepers change it."""
        return any(
            contest.hand == hand and contest.outcome not in {"waits", "withdrawn"} for contest in self.record.contests
        )

    @cached_property
    def consents(self) -> dict[int, PadConsent]:
        """Consents by user: of people added by others, and of people who left."""
        return {consent.user: consent for consent in self.record.consents}

    @cached_property
    def requests_by_player(self) -> dict[int, PadConsent]:
        """Requests by player number: guests until they agree."""
        return {
            consent.player: consent
            for consent in self.record.consents
            if consent.state == "asked" and consent.player in self.players
        }

    def guest_of(self, player: int) -> str:
        """Return the name of a player who is a guest; empty for a member, agreed or not."""
        seated = self.players[player]
        is_added = any(who.player == player and not who.guest for who in self.record.consents)
        return "" if seated.user is not None or is_added else plain(seated.name, NAME_LIMIT)

    def player_of(self, user: int) -> PadPlayer | None:
        """Return the player that a user is, or will be once they agree; None if they are none."""
        consent = self.consents.get(user)
        number = consent.player if consent is not None and consent.state == "asked" else None
        return next((player for player in self.record.players if player.user == user or player.number == number), None)

    def has_played(self, hand: PadHand, user: int) -> bool:
        """Whether a user played a hand; a guest did only if they are asked whether they are that user."""
        player = self.player_of(user)
        return player is not None and player.number in hand.players

    @property
    def totals(self) -> dict[int, int]:
        """Each player's total, with points to start with."""
        return self.standing.totals

    @property
    def fewest_win(self) -> bool:
        """Whether the fewest points win."""
        return fewest_win(self.game, self.record.options)

    @cached_property
    def standing(self) -> PadStanding:
        """The standing after all counted hands."""
        return self.standing_after(self.counted)

    def standing_after(self, hands: tuple[PadHand, ...]) -> PadStanding:
        """Return the standing after these hands."""
        ties = self.record.options["ties"] if self.record.game == FREE_GAME_ID else "shared"
        return PadStanding(self.players, hands, self.fewest_win, ties)

    def with_status(self, status: PadStatus) -> Pad:
        """Return the pad as it is in this status: debts are paid as it is finished.

        Hands that the rules refuse stay.
        """
        changed = replace(self.record, status=status)
        return Pad(replace(changed, hands=rescore_hands(changed, lambda _hand, _refusal: None)))

    @cached_property
    def settlement(self) -> dict[int, int]:
        """The amount that each player gets for debts when the pad is finished; negative if they pay.

        Empty where nobody owes.
        """
        before = self if self.record.status == "open" else self.with_status("open")
        if not before.counted or not any(before.counted[-1].outcome.get("owes", ())):
            return {}
        after = before.with_status("finished").totals
        return {player: after[player] - before.totals[player] for player in self.players}

    def leaders(self) -> list[int]:
        """Return the leaders or winners; empty before a hand was played."""
        return list(self.standing.leaders) if self.has_result else []

    def next_dealer(self, players: Sequence[int]) -> int:
        """Return the next dealer's place among these players, from 0.

        The deal passes on from the last hand's dealer; if that player sits this hand out, to the player who comes after
        them.
        """
        if not self.played_hands or not players:
            return 0
        last = self.played_hands[-1]
        dealt = last.players[last.dealer]
        if set(players) == set(last.players):
            return self.game.conduct.next_dealer(list(players).index(dealt), len(players), self.record.options)
        order = list(self.players)
        place = order.index(dealt)
        after = [*order[place + 1 :], *order[: place + 1]]
        return list(players).index(next(number for number in after if number in players))

    def is_over(self) -> bool:
        """Whether a free game has come to its agreed end.

        Its hands are played, or a ranked player has reached its total; and a player has won.
        """
        if self.record.game != FREE_GAME_ID or not self.leaders():
            return False
        target, rounds = self.record.options["target"], self.record.options["rounds"]
        reached = bool(target) and any(self.totals[player] >= target for player in self.standing.ranked)
        return reached or (bool(rounds) and len(self.counted) >= rounds)


def rescore_hands(record: PadRecord, refused: Callable[[PadHand, Refusal], None] | None = None) -> tuple[PadHand, ...]:
    """Return the hands of a pad, each with its entry and outcome, worked out again if the entry has changed.

    Raises Refusal if the rules refuse an entry. With `refused`, that is called instead; the hand stays as it is and
    carries no debts.
    """
    game, rescored = game_of(record.game), list[PadHand]()
    counted = [counting for counting in record.hands if counting.state == "counts"]
    after = dict(zip((counting.number for counting in counted), counted[1:]))
    debts: Mapping[int, int] = {}
    for hand in record.hands:
        if hand.state != "counts":
            rescored.append(hand)
            continue
        follows = after.get(hand.number)
        last = record.status == "finished" if follows is None else set(follows.players) != set(hand.players)
        owing = tuple(debts.get(player, 0) for player in hand.players)
        knowledge = PadContext(record.options, len(hand.players), hand.dealer, owing, last)
        try:
            now = rescore_hand(game, hand, knowledge)
        except Refusal as refusal:
            if refused is None:
                raise
            refused(hand, refusal)
            now = hand
        debts = dict(zip(hand.players, now.outcome.get("owes", ())))
        rescored.append(now)
    return tuple(rescored)


def rescore_hand(game: ScoredGame, hand: PadHand, knowledge: PadContext) -> PadHand:
    """Return a hand with its entry, scored if the entry has changed. Raises Refusal."""
    entry = game.pad_entry(hand.account, knowledge)
    if entry == hand.entry:
        return hand
    outcome = game.pad(entry)
    return replace(hand, entry=entry, outcome=outcome, points=tuple(outcome["points"]))


def changed_hands(before: Iterable[PadHand], after: Iterable[PadHand]) -> tuple[PadHand, ...]:
    """Return the hands that differ from before."""
    earlier = {hand.number: hand for hand in before}
    return tuple(hand for hand in after if earlier.get(hand.number) != hand)
