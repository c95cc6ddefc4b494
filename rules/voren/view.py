"""What a seat may see (K5), as docs/views/voren.md documents it, and the way back from a view to public facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.contract import NOTHING, Barred, Legal, Pack, View
from rules.tricks import seats_from
from rules.voren.cards import CARDS, NO_TRUMPS, SUITS
from rules.voren.play import tricks_of
from rules.voren.records import IN, STATES, Dealt, Last, Said, Setup, Sheet, cut_up, first_of, texts
from rules.voren.settle import Settlement, match_of, paid_into_pot
from rules.voren.words import DECISIONS, FOLD, POKE, STAY

NOT_SAID = Said(False, False, (), None)


def between(sheet: Sheet, seat: int | None, phase: str) -> View:
    """The view where no hand is on the table: before a deal (`deal`) or after the end (`finished`)."""
    return {**_common(sheet, seat, phase), "hand": None if seat is None else []}


def deciding(dealt: Dealt, seat: int | None, legal: Legal) -> View:
    """The view in phase `dealer`: the turn-up, and no hand (V3.4)."""
    said = Said(False, False, (0,) * dealt.sheet.setup.seats, None)
    return {
        **_common(dealt.sheet, seat, "dealer"),
        **_shown(dealt, said),
        "to_act": [dealt.sheet.dealer],
        "awaited": [dealt.sheet.dealer],
        "moves": list(legal.moves),
        "log": [{"event": "deal"}],
    }


def staying(dealt: Dealt, said: Said, turn: int, seat: int | None, legal: Legal) -> View:
    """The view in phase `stay`."""
    return {
        **_common(dealt.sheet, seat, "stay"),
        **_shown(dealt, said),
        **_own(dealt, said, seat),
        "to_act": [turn],
        "awaited": [turn],
        "moves": list(legal.moves),
        "log": _log(dealt.sheet.dealer, said, turn),
    }


def playing(
    dealt: Dealt,
    said: Said,
    hands: tuple[int, ...],
    plays: tuple[int, ...],
    turn: int,
    seat: int | None,
    legal: Legal,
    barred: Mapping[str, Barred],
) -> View:
    """The view in phase `play`. `hands` are the cards that each seat came into play with."""
    sheet = dealt.sheet
    first = first_of(sheet.dealer, said.stayed)
    tricks = tricks_of(first, said.stayed, dealt.trumps, plays)
    open_trick = tricks.pop() if tricks and len(tricks[-1].cards) < len(said.stayed) else None
    view = {
        **_common(sheet, seat, "play"),
        **_shown(dealt, said),
        **_own(dealt, said, seat),
        "first": first,
        **_tricks(tricks, sheet.setup.seats),
        "trick": [[player, CARDS.text[card]] for player, card in open_trick.cards] if open_trick else [],
        "winning": open_trick.winner if open_trick else None,
        "to_act": [turn],
        "awaited": [turn],
        "moves": list(legal.moves),
        "barred": {card: [why.refusal.clause, why.refusal.message, list(why.instead)] for card, why in barred.items()},
        "log": _log(sheet.dealer, said, None)
        + [
            {"seat": player, "move": f"play {CARDS.text[card]}"}
            for trick in (*tricks, *([open_trick] if open_trick else []))
            for player, card in trick.cards
        ],
    }
    if seat is not None:
        view["hand"] = CARDS.listed(hands[seat] & ~sum(plays))
    return view


def _common(sheet: Sheet, seat: int | None, phase: str) -> View:
    """Every key of a view, with the values that a table has between hands."""
    setup = sheet.setup
    finished = phase == "finished"
    best = max(sheet.totals)
    paid = [0] * setup.seats if finished else list(paid_into_pot(setup.ante, sheet.dealer, sheet.owed))
    return {
        "game": "voren",
        "seats": setup.seats,
        "options": setup.options,
        "pack": {"cards": list(setup.pack.cards), "packets": list(setup.pack.packets)} if setup.pack else None,
        "phase": phase,
        "number": sheet.number,
        "dealer": sheet.dealer,
        "seat": seat,
        "hand": None,
        "scores": list(sheet.totals),
        "points": [list(points) for points in sheet.points],
        "to_act": [],
        "awaited": [],
        "expects": "deal" if phase == "deal" else None,
        "finished": finished,
        "winners": [player for player, total in enumerate(sheet.totals) if finished and total == best],
        "log": [],
        "moves": list(NOTHING.moves),
        "choices": list(NOTHING.choices),
        "barred": {},
        "hands": setup.length,
        "pot": sum(paid),
        "paid": paid,
        "owed": list(sheet.owed),
        "match": match_of(sum(paid), setup.ante, setup.limit),
        "turn_up": None,
        "trumps": None,
        "poke": "none",
        "poke_taker": None,
        "all_play": False,
        "states": [],
        "laid": None,
        "first": None,
        "trick": [],
        "tricks": [],
        "taken": [0] * setup.seats,
        "winning": None,
        "last": _last(setup, sheet.last) if sheet.last else None,
    }


def _shown(dealt: Dealt, said: Said) -> dict[str, Any]:
    """What lies or was said in the open before play."""
    return {"turn_up": CARDS.text[dealt.turn_up], "trumps": _suit(dealt.trumps), **_said(said)}


def _said(said: Said) -> dict[str, Any]:
    return {
        "poke": "none" if not said.poke else "open" if said.taker is None else "taken",
        "poke_taker": said.taker,
        "all_play": said.all_play,
        "states": [STATES[state] for state in said.states],
    }


def _own(dealt: Dealt, said: Said, seat: int | None) -> dict[str, Any]:
    """The viewer's own cards before play: the poke and what was laid away for it, if it took it (V4.2)."""
    if seat is None:
        return {}
    if seat == said.taker:
        return {"hand": CARDS.listed(dealt.poke), "laid": CARDS.listed(dealt.hands[seat])}
    return {"hand": CARDS.listed(dealt.hands[seat])}


def _tricks(tricks: list[Any], seats: int) -> dict[str, Any]:
    taken = [0] * seats
    for trick in tricks:
        taken[trick.winner] += 1
    return {
        "tricks": [
            {
                "leader": trick.leader,
                "cards": [[player, CARDS.text[card]] for player, card in trick.cards],
                "winner": trick.winner,
            }
            for trick in tricks
        ],
        "taken": taken,
    }


def _log(dealer: int, said: Said, turn: int | None) -> list[dict[str, Any]]:
    """The deal, the decision, and the words of all seats before `turn` (of all seats if None)."""
    words = next(text for text, decision in DECISIONS.items() if decision == (said.poke, said.all_play))
    log: list[dict[str, Any]] = [{"event": "deal"}, {"seat": dealer, "move": words}]
    for seat in seats_from((dealer + 1) % len(said.states), len(said.states)):
        if seat == turn:
            break
        word = POKE if seat == said.taker else STAY if said.states[seat] == IN else FOLD
        log.append({"seat": seat, "move": word})
    return log


def _suit(trumps: int) -> str | None:
    return None if trumps == NO_TRUMPS else SUITS[trumps]


@lru_cache(maxsize=1024)
def _last(setup: Setup, last: Last) -> dict[str, Any]:
    """The hand that ended last; it stays the same through the whole next hand, so it is made once."""
    hands, turn_up, trumps, poke = cut_up(setup, last.dealer, last.order)
    said, settlement = last.said, last.settlement
    stayed = said.stayed
    first = first_of(last.dealer, stayed)
    tricks = tricks_of(first, stayed, trumps, last.plays) if last.plays else []
    return {
        "number": last.number,
        "dealer": last.dealer,
        "pot": settlement.pot,
        "paid": list(last.paid),
        "turn_up": CARDS.text[turn_up],
        "trumps": _suit(trumps),
        **_said(said),
        "first": first if last.plays else None,
        **_tricks(tricks, setup.seats),
        "alone": None if last.plays else stayed[0],
        "winnings": list(settlement.winnings),
        "owes": list(settlement.owes),
        "settled": list(settlement.settled),
        "exempt": settlement.exempt,
        "points": list(settlement.points),
        "dealt": [CARDS.listed(hand) for hand in hands],
        "poke_cards": CARDS.listed(poke) if said.poke else None,
        "laid": None if said.taker is None else CARDS.listed(hands[said.taker]),
        "pack": texts(last.order),
    }


def sheet_of(view: View) -> Sheet:
    """The score sheet that a view shows: all public facts from before the hand in progress."""
    options, pack = view["options"], view["pack"]
    setup = Setup(
        view["seats"],
        options["ante"],
        options["hands"],
        options["no_trump_turnup"],
        options["limit"],
        Pack(tuple(pack["cards"]), tuple(pack["packets"])) if pack else None,
    )
    return Sheet(
        setup,
        view["number"],
        view["dealer"],
        tuple(view["scores"]),
        tuple(tuple(points) for points in view["points"]),
        tuple(view["owed"]),
        last_of(view["last"]) if view["last"] else None,
    )


def said_of(view: Mapping[str, Any]) -> Said:
    """What was said before play, from a view or from its `last`."""
    states = tuple(STATES.index(state) for state in view["states"])
    return Said(view["poke"] != "none", view["all_play"], states, view["poke_taker"])


def last_of(shown: Mapping[str, Any]) -> Last:
    """The finished hand that a view's `last` shows."""
    settlement = Settlement(
        shown["pot"],
        tuple(shown["winnings"]),
        tuple(shown["owes"]),
        tuple(shown["settled"]),
        tuple(shown["points"]),
        shown["exempt"],
    )
    return Last(
        shown["number"],
        shown["dealer"],
        tuple(CARDS.bit[card] for card in shown["pack"]),
        said_of(shown),
        tuple(CARDS.bit[card] for trick in shown["tricks"] for _, card in trick["cards"]),
        tuple(shown["paid"]),
        settlement,
    )
