"""The scenes of Conference: the table with its two sides, and a hand of up to 23 cards by suit, from views alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.presenter import Players
from bot.ui.scene.scene import HandScene, SeatScene, TableScene, Zone
from bot.ui.scene.text import amount
from cogs.games.conference import blocked, calling, sides
from cogs.games.conference.ledger import ledger
from cogs.games.conference.trick_points import counted, so_far
from cogs.games.tarot.cards import KINDS, laid, named, of_points
from cogs.games.tarot.pack import FOOL, TAROT
from cogs.games.tarot.scenes import few, seat_with_card, this_trick, trick_before
from rules.conference.lead import follower
from rules.conference.records import Setup, Sheet, partner, side
from rules.contract import View
from rules.sentences import capital
from rules.views import pack_of

TRICKS: Final = 19
"""C5.1."""


def table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """The public table."""
    over = common_texts.shows_last(view)
    return TableScene(
        pack=TAROT.name,
        title=title,
        subtitle=common_texts.which(view, view["options"]["hands"]),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=_zones_of_last(view["last"]) if over else trick_before(view, players),
        facts=() if over else tuple(_facts(view)),
        card_places=view["phase"] in {"discard", "gallowglass", "play"},
        sides=sides.shown(view),
        ledger=ledger(view["last"], view["points"], players) if over else None,
    )


def hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """A seat's own cards by suit, with what it may do; between hands what it ended with."""
    mine: int = view["seat"]
    turn = mine in view["awaited"]
    over = common_texts.shows_last(view)
    playable = [move.split(" ")[1] for move in view["moves"] if move.startswith("play ")]
    playing = view["phase"] == "play"
    barred: Mapping[str, Any] = view["barred"] if playing else {}  # what cannot be laid away may well be played later
    held: Sequence[str] = view["hand"] or ()
    cards, groups = laid(held, playable if len({*playable}) < len(held) else (), barred)
    facts = [] if over else list(_facts(view))
    facts.append(("Your partner", players.name(partner(mine))))
    if view["discard"]:
        facts.append(("Laid away", ", ".join(TAROT.name_of(card) for card in view["discard"])))
    facts.append(("You have" if over else "You had", amount(view["scores"][mine])))
    return HandScene(
        pack=TAROT.name,
        title=f"Your hand at {title}",
        prompt=prompt,
        cards=cards,
        notes=(*calling.notes(view), *blocked.notes(view)) if turn else (),
        zones=_zones_of_last(view["last"]) if over else this_trick(view, players) or trick_before(view, players),
        facts=tuple(facts),
        your_turn=turn,
        groups=groups,
    )


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    """A seat: what it has called, what all know it to hold, what it has played to the trick."""
    badges = common_texts.signs(view, players, seat)
    badges += [f"{TAROT.name_of(call['card'])}: {call['call']}" for call in view["calls"] if call["seat"] == seat]
    badges += [f"holds trump {card}" if card.isdigit() else f"holds {named(card)}" for card in view["known"][seat]]
    return seat_with_card(view, players, seat, badges)


def _zones_of_last(last: Mapping[str, Any]) -> tuple[Zone, ...]:
    """Of a hand that was played: the discard, and the card that was given for the Fool."""
    discard, fool = last["discard"], last["fool"]
    count = counted(last, discard, None, side(last["dealer"]))
    zones = [few("Discard", discard, f"{of_points(count)} counted")]
    if fool:
        title = "The Fool" if fool["given"] == FOOL else "Fool's card"
        zones.append(few(title, [fool["given"]], f"{sides.PAIRS[fool['from']]} to {sides.PAIRS[fool['to']]}"))
    return tuple(zones)


def _facts(view: View) -> Iterator[tuple[str, str]]:
    """How far the hand has come, what has to be followed, what is hired, and what the sides have and score (C7.6)."""
    if view["gallowglass"] is not None:
        yield "Hired", KINDS.get(view["gallowglass"], "none")
    if view["phase"] != "play":
        return
    yield "Trick", f"{len(view['tricks']) + 1} of {TRICKS}"
    if view["led"]:
        yield "To follow", KINDS[view["led"]]
    if view["options"]["league"]:
        yield "Play goes", "to the left" if _goes_left(view) else "to the right"
    points = so_far(view)
    for one in _own_first(view):
        counts = f", {calling.letters(view['calls'][-1]['suits'][one])} count" if view["calls"] else ""
        yield capital(_side(view, one).removeprefix("the ")), f"{of_points(points[one])}{counts}"


def _own_first(view: View) -> Sequence[int]:
    """The sides, that of the view's seat first."""
    return (1, 0) if view["seat"] is not None and side(view["seat"]) == 1 else (0, 1)


def _side(view: View, one: int) -> str:
    """What a side is called to the view's reader."""
    if view["seat"] is None:
        return f"the {sides.name(view, one)}"
    return "your side" if one == side(view["seat"]) else "the others"


def _goes_left(view: View) -> bool:
    """Whether the left of whoever plays is next (C5.1)."""
    setup = Setup.of(view["options"], pack_of(view))
    return follower(Sheet(setup, view["number"], view["dealer"]), 0) == 1


def stakes(view: View) -> str:
    """What is won or lost by what is decided now, in half a sentence (C2.3, C3.2, C4.4, C7.6, C8)."""
    phase = view["phase"]
    if phase == "cut":
        return "After a cut much of the next deal can be told from the log (C2.3)."
    if phase == "discard":
        return "Their card points count for the dealer's side (C3.2)."
    if phase == "gallowglass":
        return (
            "A hired suit may stand in for another, but its cards have no card points, nor has any trick that it wins; "
            "and the dealer's side still needs 83 (C4.4, C8.3)."
        )
    if phase != "play":
        return ""
    if not view["trick"]:
        return "More points win the difference." if view["calls"] else "83 points win the difference."
    return _lies(view)


def _lies(view: View) -> str:
    """What the trick is worth as it lies, with its own point (C8.1), to each side where a call has made that differ.

    The Fool stays its player's (C5.5).
    """
    cards, number = [card for _, card in view["trick"] if card != FOOL], len(view["tricks"])
    best = next((card for seat, card in view["trick"] if seat == view["winning"]), "")
    order = _own_first(view)
    first, second = (1 + counted(view, cards, number, one, best) for one in order)
    if first != second:
        names = [_side(view, one) for one in order]
        return f"The trick is worth {of_points(first)} to {names[0]}, {second} to {names[1]}."
    return f"The trick is worth {of_points(first)} so far."
