"""The results of a score pad: its hands, and once it is finished its game.

A game counts for its ranked players (bot/pads/standing.py); others have their hands only. A contested hand waits, and
its game with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pads.pad import Pad
from data.pads.records import PadHand
from data.standings.records import GamePart, GameResult, HandPart, HandResult, Origin, PartKind, ResultState
from rules.registry import GAMES


def hand_results(pad: Pad) -> list[HandResult]:
    """Return the results of a pad's counted and contested hands; none of a deleted pad."""
    if pad.record.deleted is not None:
        return []
    return [_hand_result(pad, hand, _result_state(hand)) for hand in pad.record.hands if hand.state != "struck"]


def _result_state(hand: PadHand) -> ResultState:
    return "counts" if hand.state == "counts" else "waits"


def _hand_result(pad: Pad, hand: PadHand, state: ResultState) -> HandResult:
    """Return the result of a pad's hand."""
    game = GAMES.get(pad.record.game)
    success_counts = () if game is None or not hand.outcome else game.pad_success_counts(hand.entry, hand.outcome)
    parts = tuple(
        HandPart(
            seat,
            *_player_of(pad, player),
            points,
            success_counts[seat] if seat < len(success_counts) else {},
            pad.guest_of(player),
        )
        for seat, (player, points) in enumerate(zip(hand.players, hand.points, strict=True))
    )
    origin = Origin("pad", pad.id)
    return HandResult(
        *(origin, hand.number, pad.record.guild, pad.record.game, played_at(hand), state),
        friendly=False,
        parts=parts,
        entered=hand.entered,
    )


def played_at(hand: PadHand) -> int:
    """Return the time (ms) of a hand: not after it was entered, whatever day was typed."""
    return min(hand.played, hand.entered)


def _player_of(pad: Pad, player: int) -> tuple[PartKind, int | None]:
    user = pad.players[player].user
    return ("guest", None) if user is None else ("person", user)


def game_result(pad: Pad, finished: int | None) -> GameResult | None:
    """Return the result of a pad first finished at that time.

    Returns None if it is open, deleted, or has no counted hand that was played. It ended with the hand that was played
    last.
    """
    if pad.record.deleted is not None or pad.record.status != "finished" or finished is None or not pad.has_result:
        return None
    everybody = [number for number in pad.players if any(number in hand.players for hand in pad.counted)]
    place, winners, sides = pad.standing.places, pad.leaders(), _sides(pad, everybody)
    parts = tuple(
        GamePart(
            seat,
            sides[player],
            *_player_of(pad, player),
            pad.totals[player],
            place.get(player, len(place) + 1),
            won=player in winners,
            stay="whole" if player in place else "came",
            guest=pad.guest_of(player),
        )
        for seat, player in enumerate(everybody)
    )
    waits = any(_result_state(hand) == "waits" for hand in pad.record.hands if hand.state != "struck")
    record = pad.record
    state: ResultState = "waits" if waits else "counts"
    origin = Origin("pad", pad.id)
    ended = max(played_at(hand) for hand in pad.counted)
    return GameResult(
        *(origin, record.guild, record.game, ended, len(pad.counted), state),
        friendly=False,
        parts=parts,
        entered=finished,
    )


def _sides(pad: Pad, everybody: Sequence[int]) -> dict[int, int]:
    """Return sides by player: two who were partners in all hands that either played share one."""
    game = GAMES.get(pad.record.game)
    partners: dict[int, set[int]] = {player: set() for player in everybody}
    for hand in pad.counted:
        for seat, player in enumerate(hand.players):
            confidants = () if game is None else game.conduct.confidants(seat)
            partners[player] |= {hand.players[other] for other in confidants if other < len(hand.players)}
    sides = {player: seat for seat, player in enumerate(everybody)}
    for player in everybody:
        for other in partners[player]:
            if partners[player] == {other} and partners[other] == {player}:
                sides[player] = min(sides[player], sides[other])
    return sides
