"""The scenes of Five Crowns: the table as a board, and a hand in its best arrangement, from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.presenter import Page, Players
from bot.ui.scene.scene import CardScene, HandScene, SeatScene, TableScene, Zone
from cogs.games.five_crowns.cards import RANKS, laid, shown, stands_for
from cogs.games.five_crowns.ledger import ledger
from cogs.games.five_crowns.pack import FIVE_CROWNS
from rules.contract import View
from rules.five_crowns.meld import arranged
from rules.melds import hand_of, points_of

LAID: Final = 30
"""The most cards for which everybody's melds lie on the table after a deal; of more, those of whoever went out."""

LAID_BESIDE: Final = 52
"""The most for which they lie beside one's own hand then, which has no ledger; of more, the pages have them."""

PAGE_CARDS: Final = 40
"""The most cards on a page: the picture's alt text names every one of them."""

WENT_OUT: Final = "went out"

PAGE_PLAYERS: Final = 4
"""The most players on a page: with the longest names each takes a row of the picture."""

CAME: Final[Mapping[str, str]] = {"draw": "drawn", "take": "taken"}


def table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """The public table."""
    over = common_texts.shows_last(view)
    return TableScene(
        pack=FIVE_CROWNS.name,
        title=title,
        subtitle=_subtitle(view),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=_laid_last(view["last"], players) if over else _zones(view, players),
        facts=(*_wild(view), ("Scores", "low is good")),
        ledger=ledger(view["last"], view["points"], players) if over else None,
    )


def hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """A seat's own cards: its melds, then what is left over; what it has just come by is marked.

    Between deals there are those that it ended with, and everybody's if they are not too many.
    """
    best, fresh, mine = _arranged(view), view["fresh"], view["seat"]
    if view["turn"] != mine:  # what another came by may have its like in this hand
        fresh = None
    captions = {fresh["card"]: CAME[fresh["move"]]} if fresh is not None else {}
    cards, groups = laid(best["melds"], best["rest"], view["wild"], captions) if best else ((), ())
    zones = _laid_last(view["last"], players, mine) if common_texts.shows_last(view) else _zones(view, players)
    facts = _wild(view)
    if best:
        facts.append(("In no meld", str(best["left"])))
    return HandScene(
        pack=FIVE_CROWNS.name,
        title=f"Your hand at {title}",
        prompt=prompt,
        cards=cards,
        notes=_notes(view),
        zones=zones,
        facts=(*facts, ("Total", str(view["scores"][mine]))),
        your_turn=mine in view["to_act"],
        groups=groups,
    )


def _arranged(view: View) -> Mapping[str, Any] | None:
    """The best arrangement; where that leaves several cards though its seat can go out, the one with which it goes out
    (F3.3): the card to discard may cost more than those.
    """
    best: Mapping[str, Any] | None = view["arranged"]
    out = next((move.removeprefix("out ") for move in view["moves"] if move.startswith("out ")), None)
    if best is None or out is None or len(best["rest"]) <= 1:
        return best
    kept: list[str] = list(view["hand"])
    kept.remove(out)
    melds = arranged(hand_of(kept), view["size"]).melds
    return {"left": points_of(out, view["size"]), "melds": melds, "rest": (out,)}


def _subtitle(view: View) -> str:
    which = common_texts.which(view, view["deals"], "Deal")
    return which if common_texts.shows_last(view) else f"{which}: {RANKS[view['wild']]} are wild"


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    badges = common_texts.signs(view, players, seat)
    if view["out"] == seat:
        badges.append(WENT_OUT)
    elif view["counts"][seat]:
        badges.append(f"{view['counts'][seat]} cards")
    return SeatScene(
        seat=seat,
        name=players.name(seat),
        score=view["scores"][seat],
        badges=tuple(badges),
        to_act=seat in view["to_act"],
    )


def _zones(view: View, players: Players) -> tuple[Zone, ...]:
    """Stock, discard pile, and what whoever went out has laid down."""
    if view["turn_up"] is None:
        return ()
    wild = view["wild"]
    pile = tuple(shown(card, wild) for card in view["pile"])
    zones = [
        Zone("Stock", (CardScene(None),) * view["stock"], "stack"),
        Zone("Discards", pile, "stack", "" if pile else "none"),
    ]
    if view["out"] is not None:
        zones.append(_laid(players.name(view["out"]), view["shown"], (), wild, WENT_OUT))
    return tuple(zones)


def _laid(title: str, melds: Sequence[Sequence[str]], rest: Sequence[str], wild: str, note: str = "") -> Zone:
    cards, groups = laid(melds, rest, wild, {}, faded=True)
    return Zone(title, cards, "fan", note, groups)


def _laid_last(last: Mapping[str, Any], players: Players, reader: int | None = None) -> tuple[Zone, ...]:
    """What everybody laid down and was left with (F5.1), the reader or whoever went out first; of many cards, those
    alone.
    """
    first = last["out"] if reader is None else reader
    seats = sorted(range(len(last["hands"])), key=lambda seat: seat != first)
    if sum(map(len, last["hands"])) > (LAID if reader is None else LAID_BESIDE):
        seats = [seat for seat in seats if seat == first]
    return tuple(
        _laid(
            "You" if seat == reader else players.name(seat),
            last["melds"][seat],
            last["left"][seat],
            last["wild"],
            _went(last, seat),
        )
        for seat in seats
    )


def pages(last: Mapping[str, Any], players: Players, title: str) -> tuple[Page, ...]:
    """What everybody laid down and was left with (F5.1), clockwise, a few players a page, about as many on each."""
    count = len(last["hands"])
    most = max(1, min(PAGE_PLAYERS, PAGE_CARDS // last["size"]))
    number = -(-count // most)
    ends = [count * page // number for page in range(number + 1)]
    return tuple(
        Page(
            tuple(range(start, end)),
            TableScene(
                pack=FIVE_CROWNS.name,
                title=title,
                subtitle=f"Deal {last['number'] + 1}: {RANKS[last['wild']]} were wild",
                zones=tuple(
                    _laid(players.name(seat), last["melds"][seat], last["left"][seat], last["wild"], _went(last, seat))
                    for seat in range(start, end)
                ),
            ),
        )
        for start, end in pairwise(ends)
    )


def _went(last: Mapping[str, Any], seat: int) -> str:
    """How the deal ended for a seat."""
    if seat == last["out"]:
        return WENT_OUT
    return f"{_points(last['points'][seat])} left" if last["left"][seat] else "all in melds"


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _wild(view: View) -> list[tuple[str, str]]:
    """Which cards are wild in this deal, or in the one that comes (F2.2)."""
    if view["finished"]:
        return []
    return [("Next wild" if common_texts.shows_last(view) else "Wild", stands_for(view))]


def _notes(view: View) -> tuple[str, ...]:
    """Why the seat at turn cannot go out (F3.3)."""
    if view["seat"] not in view["to_act"] or view["phase"] != "discard":
        return ()
    if view["out"] is not None:
        return ("Only the first may go out; your melds are laid down for you (F3.3, F5.1).",)
    if any(move.startswith("out ") for move in view["moves"]):
        return ()
    least = min(view["leaves"].values())
    return (f"You cannot go out yet: at least {_points(least)} would be in no meld (F3.3).",)
