"""The position of a game between its hands, in the words and signs that all games share, from any view.

It reads only the keys of views that every game has (docs/protocol.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.game.players import Players
from bot.ui.scene.scene import COMPUTER, DEALER, MAX_CAPTIONED_CARDS, CardScene, CardState, Ledger, LedgerRow, Zone
from bot.ui.scene.text import amount
from rules.contract import View
from rules.registry import GAMES, winners_of
from rules.sentences import listed


def shows_last_hand(view: View) -> bool:
    """Whether the table shows the hand that ended last: between hands, and after the end."""
    return view["last"] is not None and view["phase"] in {"deal", "cut", "finished"}


def hand_number_text(view: View, hands: int, hand: str = "Hand") -> str:
    """Return the number of the hand in play, or of the ended hand on show, among all hands.

    `hand` is the game's word for one.
    """
    if view["finished"]:
        return "The game is over" if hands > 1 else f"The {hand.lower()} is over"
    if shows_last_hand(view):  # the hand that is shown, not the one to come
        return f"{hand} {view['number']} of {hands} is over"
    return f"{hand} {view['number'] + 1} of {hands}"


def dealer_text(view: View, players: Players) -> str:
    """Return a sentence on who deals the awaited hand."""
    who = players.name(view["dealer"])
    return f"{who} deals next." if view["last"] else f"{who} deals."


def last_hand_points(view: View, unit: str) -> str:
    """Return the points of the view's seat in the hand that ended last: "14 points"; "" before there is one.

    Never "won": in a game of tricks that reads as so many tricks.
    """
    if view["last"] is None:
        return ""
    points: int = view["last"]["points"][view["seat"]]
    return f"{amount(points) if points else 'No'} {unit}{'s' * (abs(points) != 1)}"


def outcome_text(view: View, players: Players) -> str:
    """Return a sentence on who has won the game, and with how many points."""
    winners = winners_of(view)
    if not winners:
        return "No deal was played, so nobody wins."
    names = listed([players.who(winners[0]), *map(players.whom, winners[1:])])
    wins = "wins" if len(winners) == 1 and winners[0] != players.reader else "win"
    lowest = ", the lowest score" if GAMES[view["game"]].fewest_win else ""
    return f"{names} {wins} with {amount(view['scores'][winners[0]])}{lowest}."


def pause_text(view: View, players: Players) -> str:
    """Return the sentence between hands: who has won at the end, who deals before a deal; "" in a hand."""
    if view["finished"]:
        return outcome_text(view, players)
    return dealer_text(view, players) if view["phase"] == "deal" else ""


def seat_badges(view: View, players: Players, seat: int) -> list[str]:
    """Return the badges that a seat has in every game: the dealer's button, a computer player's robot."""
    return [DEALER] * (seat == view["dealer"]) + [COMPUTER] * (seat in players.computers)


def last_trick_zones(last: Mapping[str, Any], most: int, players: Players) -> tuple[Zone, ...]:
    """Return the last tricks of a hand that is over, so many at most; `last` is how it went.

    None in a game without tricks.
    """
    tricks: Sequence[Mapping[str, Any]] = last.get("tricks", ())
    numbered = list(enumerate(tricks, 1))[-most:]
    return tuple(
        trick_zone(f"Trick {number}", played["cards"], played["winner"], players, over=True)
        for number, played in numbered
    )


def trick_card_state(best: bool, over: bool) -> CardState:
    """Return the state of a card of a trick: the best one is winning it, or took it if the trick is over."""
    return "plain" if not best else "took" if over else "winning"


def trick_zone(
    title: str, cards: Sequence[tuple[int, str]], winner: int | None, players: Players, *, over: bool
) -> Zone:
    """Return a trick, in progress or over, with the owner of each card and the best card.

    `cards` are seats and cards in the order played.
    """
    lying = tuple(
        CardScene(card, trick_card_state(seat == winner, over), players.name(seat), seat) for seat, card in cards
    )
    if winner is None or len(lying) <= MAX_CAPTIONED_CARDS:
        return Zone(title, lying)
    return Zone(title, lying, note=f"{players.name(winner)} {'won' if over else 'wins'}")


def card_in_trick(view: View, seat: int) -> tuple[CardScene, ...]:
    """Return the card of a seat in the trick in progress."""
    state: CardState = "winning" if view["winning"] == seat else "plain"
    return tuple(CardScene(card, state) for who, card in view["trick"] if who == seat)


def trick_before(view: View, players: Players, title: str = "Last trick") -> tuple[Zone, ...]:
    """Return the trick before the one in progress, if there was one."""
    return tuple(
        trick_zone(title, trick["cards"], trick["winner"], players, over=True) for trick in view["tricks"][-1:]
    )


def this_trick(view: View, players: Players, title: str = "") -> tuple[Zone, ...]:
    """Return the trick in progress, if a card lies in it; its title is its number by default."""
    title = title or f"Trick {len(view['tricks']) + 1}"
    return (trick_zone(title, view["trick"], view["winning"], players, over=False),) if view["trick"] else ()


LedgerParts = tuple[Sequence[tuple[str, Sequence[int]]], str, Sequence[str]]
"""The columns of a ledger, each with its numbers by seat; the title of their sum; a note by seat."""


def make_ledger(
    columns: Sequence[tuple[str, Sequence[int]]],
    net: str,
    notes: Sequence[str],
    points: Sequence[Sequence[int]],
    players: Players,
) -> Ledger:
    """Make the ledger of a hand from columns of numbers by seat and notes by seat.

    `points` are those of all hands up to it, a list a hand, which make the totals.
    """
    rows = tuple(
        LedgerRow(
            seat,
            players.name(seat),
            note,
            tuple(numbers[seat] for _, numbers in columns),
            sum(hand[seat] for hand in points),
        )
        for seat, note in enumerate(notes)
    )
    return Ledger(tuple(column for column, _ in columns), net, rows)
