"""The scenes of Voren: the table, and a hand, from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.scene.scene import CardScene, HandScene, SeatScene, TableScene, Zone
from bot.ui.scene.text import amount
from cogs.games.voren.pack import VOREN
from cogs.games.voren.story import trumps
from rules.contract import View
from rules.sentences import listed
from rules.voren.deal import POKE_CARDS

ALL_PLAY: Final = ("All play", "nobody may fold")
"""V4.3."""

NAMED: Final = 3
"""The most opponents whose names have room in a hand."""

UNSUITED: Final[Mapping[str, str]] = {"WOLF": "The Wolf", "TREACHERY": "Treachery"}
"""Cards that make no trumps if they are turned up, as a Crown may (V3.3)."""


def table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """Return the public table."""
    showing_last = common_texts.shows_last_hand(view)
    return TableScene(
        pack=VOREN.name,
        title=title,
        subtitle=common_texts.hand_number_text(view, view["hands"]),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=(_turn_up(view["last"]),) if showing_last else _zones(view, players),
        facts=_facts(view, players),
        card_places=view["phase"] in {"dealer", "stay", "play"},
    )


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    """Return a seat as the table shows it."""
    state = view["states"][seat] if view["states"] else ""
    badges = common_texts.seat_badges(view, players, seat)
    if state == "folded":
        badges.append("folded")
    if state == "in" and view["phase"] == "stay":
        badges.append("stays")
    if view["poke_taker"] == seat:
        badges.append("poke")
    if view["owed"][seat] and not view["finished"]:
        badges.append(f"match {amount(view['owed'][seat])}")
    return SeatScene(
        seat=seat,
        name=players.name(seat),
        score=_chips(view, seat),
        badges=tuple(badges),
        to_act=seat in view["to_act"],
        out=state == "folded",
        cards=common_texts.card_in_trick(view, seat),
        tricks=view["taken"][seat] if view["phase"] == "play" and state != "folded" else None,
    )


def _zones(view: View, players: Players) -> tuple[Zone, ...]:
    zones: list[Zone] = []
    if view["turn_up"] is not None:
        zones.append(_turn_up(view))
    if view["poke"] == "open" and view["phase"] == "stay":
        zones.append(Zone("Poke", (CardScene(None),) * POKE_CARDS, "stack"))
    zones += common_texts.trick_before(view, players, f"Trick {len(view['tricks'])}")
    return tuple(zones)


def _facts(view: View, players: Players) -> tuple[tuple[str, str], ...]:
    """Return the facts above the table, each a heading and its text."""
    facts: list[tuple[str, str]] = []
    if not view["finished"]:
        facts.append(_next_pot(view) if common_texts.shows_last_hand(view) else ("Pot", amount(view["pot"])))
    if view["all_play"] and not common_texts.shows_last_hand(view):
        facts.append(ALL_PLAY)
    if common_texts.shows_last_hand(view):
        last = view["last"]
        if last["poke_taker"] is not None and last["laid"]:
            name = players.name(last["poke_taker"])
            facts.append((f"{name} swapped", ", ".join(VOREN.text_of(card) for card in last["laid"])))
    return tuple(facts)


def hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """Return a seat's own cards, with what it may do."""
    own_seat = view["seat"]
    turn = own_seat in view["to_act"]
    barred: Mapping[str, Sequence[Any]] = view["barred"]
    playing = turn and view["phase"] == "play"
    cards = tuple(
        CardScene(card, "barred" if card in barred else "playable" if playing else "plain")
        for card in view["hand"] or ()
    )
    reasons: dict[str, list[str]] = {}  # cards that are barred for the same reason are named together
    for card, (clause, sentence, _) in barred.items():
        reasons.setdefault(f"{sentence} ({clause})", []).append(VOREN.text_of(card))
    facts: list[tuple[str, str]] = []
    if not view["finished"]:
        facts = [_next_pot(view) if common_texts.shows_last_hand(view) else ("Pot", amount(view["pot"]))]
        facts.append(("You have", amount(_chips(view, own_seat))))
    if view["phase"] in {"stay", "play"}:
        facts.append(("Against you", _against(view, players)))
    if view["phase"] == "stay" and view["all_play"]:
        facts.append(ALL_PLAY)
    if view["phase"] == "stay" and view["trumps"] is None:
        facts.append((UNSUITED.get(view["turn_up"], "A Crown"), "makes no trumps"))
    if view["phase"] == "stay" and view["poke"] == "open":
        facts.append(("Poke", "swap all 3 cards, then stay"))  # V4.2
    if view["phase"] == "play" and (points_text := players.each(view["taken"])):
        facts.append(("Tricks", points_text))
    return HandScene(
        pack=VOREN.name,
        title=f"Your hand at {title}",
        prompt=prompt,
        cards=cards,
        notes=tuple(f"{listed(names)}: {reason}" for reason, names in reasons.items()),
        zones=(*_zones(view, players), *common_texts.this_trick(view, players, "This trick")),
        facts=tuple(facts),
        your_turn=turn,
    )


def _next_pot(view: View) -> tuple[str, str]:
    """Return the payments for the hand to come, and their parts (V2.1)."""
    matches = sum(view["owed"])
    parts = f" (antes {amount(view['pot'] - matches)}, matches {amount(matches)})" if matches else ""
    return "Next pot", f"{amount(view['pot'])}{parts}"


def _chips(view: View, seat: int) -> int:
    """Return the chips that a seat has now: in a hand without those that it has paid into the pot (V2.1)."""
    return view["scores"][seat] - (0 if view["phase"] in {"deal", "finished"} else view["paid"][seat])


def _against(view: View, players: Players) -> str:
    """Return the others who have not folded: by name, or of many how many."""
    other_seats = [seat for seat, state in enumerate(view["states"]) if state != "folded" and seat != view["seat"]]
    return (
        ", ".join(players.name(seat) for seat in other_seats)
        if len(other_seats) <= NAMED
        else f"{len(other_seats)} players"
    )


def _turn_up(view: Mapping[str, Any]) -> Zone:
    """Return the card that was turned up, on top of the stock, as no trick lies."""
    return Zone("Turn-up", (CardScene(view["turn_up"]),), "turned", trumps(view["trumps"]))
