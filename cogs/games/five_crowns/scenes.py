"""The scenes of Five Crowns: the table as a board, and a hand in its best arrangement, from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.game.presenter import Page
from bot.ui.scene.scene import CardScene, HandScene, SeatScene, TableScene, Zone
from cogs.games.five_crowns.cards import DISCARD, LEFT, RANKS, card_scene, meld_groups, stands_for, ways_out
from cogs.games.five_crowns.pack import FIVE_CROWNS
from rules.contract import View
from rules.five_crowns.meld import best_arrangement
from rules.melds import hand_of, points_of

LEDGER_ROWS: Final = 6
"""The most rows of a ledger beside which the melds of the player who went out have room on a phone."""

LAID_ON_BOARD: Final = 16
"""The most cards for which everybody's lie above the ledger of a deal."""

LAID_BESIDE: Final = 52
"""The most cards for which everybody's lie beside one's own after a deal; of more, the pages have them."""

MANY: Final = 10
"""The most cards that lie in a hand in their usual size: of more, the buttons need the room."""

PAGE_CARDS: Final = 40
"""The most cards on a page: the picture's alt text names every one of them."""

WENT_OUT: Final = "went out"

PAGE_PLAYERS: Final = 4
"""The most players on a page: with the longest names each takes a row of the picture."""

CAME: Final[Mapping[str, str]] = {"draw": "drawn", "take": "taken"}


def table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """Return the public table."""
    is_over = common_texts.shows_last_hand(view)
    return TableScene(
        pack=FIVE_CROWNS.name,
        title=title,
        subtitle=common_texts.hand_number_text(view, view["deals"], "Deal"),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=_zones_after_deal(view["last"], players) if is_over else _zones(view, players),
        facts=(*_wild(view), ("Lowest score", "wins")),
    )


def hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """Return a seat's own cards: its melds, then those left over. New cards are marked.

    Between deals: its last cards, and everybody's if they are few. Where many cards may be discarded, the stock and the
    others' melds stay on the board.
    """
    arrangement, fresh_card, own_seat = _arrangement(view), view["fresh"], view["seat"]
    if view["turn"] != own_seat:  # what another came by may have its like in this hand
        fresh_card = None
    captions = {fresh_card["card"]: CAME[fresh_card["move"]]} if fresh_card is not None else {}
    apart = DISCARD if ways_out(view) else LEFT
    cards, groups = (
        meld_groups(arrangement["melds"], arrangement["rest"], view["wild"], captions, title=apart)
        if arrangement
        else ((), ())
    )
    discards = view["phase"] == "discard" and own_seat in view["to_act"]
    if common_texts.shows_last_hand(view):
        zones = _zones_after_deal(view["last"], players, own_seat)
    else:
        zones = () if discards and len(cards) > MANY else _zones(view, players)
    facts = _wild(view)
    if arrangement and own_seat not in view["to_act"]:  # who decides is told with the choice
        facts.append(("Not melded", str(arrangement["left"])))
    return HandScene(
        pack=FIVE_CROWNS.name,
        title=f"Your hand at {title}",
        prompt=prompt,
        cards=cards,
        zones=zones,
        facts=(*facts, ("Total", str(view["scores"][own_seat]))),
        your_turn=own_seat in view["to_act"],
        groups=groups,
        small=len(cards) > MANY,
    )


def _arrangement(view: View) -> Mapping[str, Any] | None:
    """Return the best arrangement; for a seat that can go out, the one after its first way to do so (F3.3)."""
    arrangement: Mapping[str, Any] | None = view["arranged"]
    if arrangement is None or not ways_out(view):
        return arrangement
    card_out, *_ = ways_out(view)
    loose_cards: list[str] = list(view["hand"])
    loose_cards.remove(card_out)
    melds = best_arrangement(hand_of(loose_cards), view["size"]).melds
    return {"left": points_of(card_out, view["size"]), "melds": melds, "rest": (card_out,)}


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    """Return a seat as the table shows it."""
    badges = common_texts.seat_badges(view, players, seat)
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
    """Return stock, discard pile, and the melds of the player who went out."""
    if view["turn_up"] is None:
        return ()
    wild = view["wild"]
    pile = tuple(card_scene(card, wild) for card in view["pile"])
    zones = [
        Zone("Stock", (CardScene(None),) * view["stock"], "stack"),
        Zone("Discards", pile, "stack", "" if pile else "none"),
    ]
    if view["out"] is not None:
        zones.append(_melds_zone(players.name(view["out"]), view["shown"], (), wild, WENT_OUT))
    return tuple(zones)


def _melds_zone(title: str, melds: Sequence[Sequence[str]], leftover: Sequence[str], wild: str, note: str = "") -> Zone:
    cards, groups = meld_groups(melds, leftover, wild, {}, faded=True)
    return Zone(title, cards, "fan", note, groups)


def _zones_after_deal(last: Mapping[str, Any], players: Players, reader: int | None = None) -> tuple[Zone, ...]:
    """Return the zones after a deal (F5.1).

    Everybody sees the melds of the player who went out, where the ledger leaves room, and the cards of all if these are
    few. A reader sees their own cards first, and everybody's if these are few.
    """
    first = last["out"] if reader is None else reader
    seats = sorted(range(len(last["hands"])), key=lambda seat: seat != first)
    if reader is None and len(seats) > LEDGER_ROWS:
        return ()
    if sum(map(len, last["hands"])) > (LAID_ON_BOARD if reader is None else LAID_BESIDE):
        seats = [seat for seat in seats if seat == first]
    return tuple(
        _melds_zone(
            "You" if seat == reader else players.name(seat),
            last["melds"][seat],
            last["left"][seat],
            last["wild"],
            _went(last, seat),
        )
        for seat in seats
    )


def pages(last: Mapping[str, Any], players: Players, title: str) -> tuple[Page, ...]:
    """Return everybody's melds and cards left over (F5.1): clockwise, a few players a page, about as many on each."""
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
                    _melds_zone(
                        players.name(seat), last["melds"][seat], last["left"][seat], last["wild"], _went(last, seat)
                    )
                    for seat in range(start, end)
                ),
            ),
        )
        for start, end in pairwise(ends)
    )


def _went(last: Mapping[str, Any], seat: int) -> str:
    """Return the end of the deal for a seat."""
    if seat == last["out"]:
        return WENT_OUT
    points = last["points"][seat]
    return f"{points} point{'s' * (points != 1)} left" if last["left"][seat] else "all melded"


def _wild(view: View) -> list[tuple[str, str]]:
    """Return the wild cards of this deal, or of the next one (F2.2)."""
    if view["finished"]:
        return []
    return [("Next wild" if common_texts.shows_last_hand(view) else "Wild", stands_for(view))]
