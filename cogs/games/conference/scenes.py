"""The scenes of Conference: the table with its two sides, and a hand of up to 23 cards by suit, from views alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.common_texts import this_trick, trick_before
from bot.ui.game.players import Players
from bot.ui.scene.scene import HandScene, SeatScene, TableScene, Zone
from bot.ui.scene.text import amount
from cogs.games.conference import blocked, calling, sides
from cogs.games.conference.trick_points import count_points, lacks_discard, so_far
from cogs.games.tarot.cards import KINDS, TRUMPS, card_text, kind_of, of_points
from cogs.games.tarot.pack import FOOL, TAROT
from cogs.games.tarot.scenes import hand_scene, seat_with_card, small_cards
from rules.conference.lead import next_player
from rules.conference.records import Setup, Sheet, partner, side
from rules.conference.scoring import TARGET
from rules.contract import View
from rules.sentences import capital
from rules.views import pack_of

TRICKS: Final = 19
"""C5.1."""


def table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """Return the public table."""
    is_over = common_texts.shows_last_hand(view)
    return TableScene(
        pack=TAROT.name,
        title=title,
        subtitle=common_texts.hand_number_text(view, view["options"]["hands"]),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=() if is_over else trick_before(view, players),
        facts=() if is_over else tuple(_facts(view, players)),
        card_places=view["phase"] in {"discard", "gallowglass", "play"},
        sides=sides.public_sides(view),
    )


def hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """Return a seat's own cards by suit, with what it may do; between hands what it ended with."""
    own_seat: int = view["seat"]
    is_over = common_texts.shows_last_hand(view)
    facts = [] if is_over else list(_facts(view, players))
    if view["phase"] != "play":
        facts.append(("Partner", players.name(partner(own_seat))))
        if view["discard"]:
            facts.append(("Discard", of_points(_discarded(view))))
        facts.append(("Your score", amount(view["scores"][own_seat])))
    zones = _zones_of_last(view["last"]) if is_over else this_trick(view, players) or trick_before(view, players)
    return hand_scene(view, title, prompt, blocked.notes(view), zones, facts)


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    """Return a seat: what it has called, what all know it to hold, what it has played to the trick."""
    badges = common_texts.seat_badges(view, players, seat)
    badges += [f"{TAROT.name_of(call['card'])}: {call['call']}" for call in view["calls"] if call["seat"] == seat]
    badges += [f"holds trump {card}" if card.isdigit() else f"holds {card_text(card)}" for card in view["known"][seat]]
    return seat_with_card(view, players, seat, badges)


def _zones_of_last(last: Mapping[str, Any]) -> tuple[Zone, ...]:
    """Return the zones of a finished hand: the discard."""
    count = count_points(last, last["discard"], None, side(last["dealer"]))
    return (small_cards("Discard", last["discard"], of_points(count)),)


def _facts(view: View, players: Players) -> Iterator[tuple[str, str]]:
    """Yield the state of the hand: tricks, suit led, gallowglass, and each side's points and score (C7.6)."""
    if view["gallowglass"] not in {None, "none"}:
        yield "Hired", KINDS[view["gallowglass"]]
    if view["phase"] != "play":
        return
    if view["seat"] is None or not view["trick"]:
        yield "Trick", f"{len(view['tricks']) + 1} of {TRICKS}"
    if view["led"] and kind_of(view["trick"][0][1]) != view["led"]:
        yield "Led", KINDS[view["led"]]
    if view["options"]["league"]:
        yield "Play goes", "left" if _goes_left(view) else "right"
    for side_index in _own_first(view):
        counts = f", {calling.letters(view['calls'][-1]['suits'][side_index])} count" if view["calls"] else ""
        yield _side(view, players, side_index), f"{_has(view, side_index)}{counts}"


def _has(view: View, side_index: int) -> str:
    """Return a side's points (C8.1), with the discard (C3.2) where the view tells it: only the dealer knows it."""
    points = so_far(view)[side_index]
    if not view["discard"]:
        return f"{of_points(points)} in tricks"
    deals = side(view["dealer"]) == side_index and not view["calls"]  # a call needs the room
    discarded = f", {_discarded(view)} discarded" if deals else ""
    return f"{of_points(points)}{discarded}"


def _discarded(view: View) -> int:
    """Return the points of the discard for the dealer's side."""
    return count_points(view, view["discard"], None, side(view["dealer"]))


def _own_first(view: View) -> Sequence[int]:
    """Return the sides, the own one first."""
    return (1, 0) if view["seat"] is not None and side(view["seat"]) == 1 else (0, 1)


def _side(view: View, players: Players, side_index: int) -> str:
    """Return the name of a side for the view's reader."""
    if view["seat"] is None:
        return capital(sides.name(view, players, side_index))
    return f"You and {players.name(partner(view['seat']))}" if side_index == side(view["seat"]) else "Others"


def _goes_left(view: View) -> bool:
    """Whether the player to the left is next (C5.1)."""
    setup = Setup.from_options(view["options"], pack_of(view))
    return next_player(Sheet(setup, view["number"], view["dealer"]), 0) == 1


def stakes(view: View) -> str:
    """Return the stakes of the present decision, in a sentence (C2.3, C3.2, C4.4, C7.6, C8); empty for bystanders."""
    phase = view["phase"]
    if phase == "cut":
        return "After a cut the log tells much of the next deal."
    if view["seat"] is None:
        return ""
    if phase == "discard":
        return "Their points count for your side."
    if phase == "gallowglass":
        return f"Its cards and tricks get no card points; you need {TARGET}."
    if phase != "play":
        return ""
    if calling.is_asked(view):
        return calling.stakes(view)
    return f"{_stands_in(view)}{_lies(view)}" if view["trick"] else _needs(view)


def _needs(view: View) -> str:
    """Return the points that win the hand, and how many of them a side has (C8.2 to C8.4)."""
    points = so_far(view)
    own_points, other_points = (
        f"{points[side_index]}{' and the discard' * lacks_discard(view, side_index)}" for side_index in _own_first(view)
    )
    if view["calls"]:
        return f"More points win: you {own_points}, they {other_points}."
    hired = view["gallowglass"] not in {None, "none"}
    if hired and side(view["seat"]) != side(view["dealer"]):
        return f"The others have {other_points}; {TARGET} wins."
    has_won = not hired and points[side(view["seat"])] >= TARGET
    return f"Your side has {own_points} and has won." if has_won else f"Your side has {own_points}; {TARGET} wins."


def _lies(view: View) -> str:
    """Return the points in the trick for each side, the trick's own among them, where a call has made them differ.

    The Fool stays its player's (C4.4, C5.5, C7.6, C8.1).
    """
    cards, number = [card for _, card in view["trick"] if card != FOOL], len(view["tricks"])
    winning_card = next((card for seat, card in view["trick"] if seat == view["winning"]), "")
    own_points, other_points = (
        1 + count_points(view, cards, number, side_index, winning_card) for side_index in _own_first(view)
    )
    if own_points != other_points:
        return f"The trick has {of_points(own_points)} for you, {other_points} for the others."
    hired = view["gallowglass"]
    if hired in {kind_of(card) for card in cards}:
        return f"Only {of_points(own_points)} so far: {KINDS[hired]} is hired."
    if own_points == 1:
        return "1 point so far, for the trick itself."
    return f"{own_points} points so far: {own_points - 1} in cards, 1 for the trick."


def _stands_in(view: View) -> str:
    """Return the sentence that cards of the hired suit may be played as if of the suit led (C4.2)."""
    led_suit, hired = view["led"], view["gallowglass"]
    if led_suit in {None, TRUMPS, hired} or hired in {None, "none"}:
        return ""
    kinds = {kind_of(move.removeprefix("play ").split(" ")[0]) for move in view["moves"]}
    return f"{KINDS[hired]} can stand in. " if {led_suit, hired} <= kinds else ""
