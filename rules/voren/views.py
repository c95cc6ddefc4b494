"""The views of seats (K5), as docs/views/voren.md documents it, and the way back from a view to public facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract import State, View
from rules.seats import seats_from
from rules.trick_counts import count_tricks_won
from rules.views import common, pack_of
from rules.voren.cards import CARDS, SUIT, letter_of
from rules.voren.deal import dealt_from
from rules.voren.lead import first_of
from rules.voren.moves import DECISIONS, FOLD, PLAY, POKE, STAY
from rules.voren.pot import paid_into_pot
from rules.voren.records import IN, UNDECIDED, Dealt, Hand, Last, Played, Said, Settlement, Setup, Sheet, Trick
from rules.voren.scoring import match_of
from rules.voren.stay import cards_for_play

DEAL = {"event": "deal"}


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """The view where no hand is on the table: before a deal or after the end."""
    setup = sheet.setup
    paid = (0,) * setup.seats if state.finished else paid_into_pot(setup.ante, sheet.dealer, sheet.owed)
    return {
        **common("voren", state, sheet, seat, shown_last(sheet.last, setup.seats) if sheet.last else None),
        "hands": setup.length,
        "pot": sum(paid),
        "paid": list(paid),
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
    }


def deciding(state: State, hand: Hand, seat: int | None) -> View:
    """The view in phase `dealer`: the turn-up, and no hand (V3.4)."""
    return {
        **between(state, hand.sheet, seat),
        **_turn_up(hand.dealt),
        **_said(hand.said),
        "hand": None,
        "log": [dict(DEAL)],
    }


def staying(state: State, hand: Hand, played: int, seat: int | None) -> View:
    """The view in phase `stay`, and in `play` as far as the phases agree: `played` are the cards played so far."""
    return {
        **between(state, hand.sheet, seat),
        **_turn_up(hand.dealt),
        **_said(hand.said),
        **_own(hand, played, seat),
        "log": _log_of_words(hand),
    }


def playing(
    state: State, hand: Hand, played: int, tricks: Sequence[Trick], trick: Trick | None, seat: int | None
) -> View:
    """The view in phase `play`: the finished tricks and the one in progress."""
    return {
        **staying(state, hand, played, seat),
        "first": first_of(hand.sheet.dealer, hand.said.stayed),
        **_tricks(tricks, hand.sheet.setup.seats),
        "trick": _cards(trick) if trick else [],
        "winning": trick.winner if trick else None,
        "log": _log_of_words(hand)
        + [
            {"seat": seat, "move": PLAY + CARDS.text[card]}
            for each_trick in ((*tricks, trick) if trick else tricks)
            for seat, card in each_trick.cards
        ],
    }


def _turn_up(dealt: Dealt) -> dict[str, Any]:
    return {"turn_up": CARDS.text[dealt.turn_up], "trumps": letter_of(dealt.trumps)}


def _said(words: Said) -> dict[str, Any]:
    return {
        "poke": "none" if not words.poke else "open" if words.poke_taker is None else "taken",
        "poke_taker": words.poke_taker,
        "all_play": words.all_play,
        "states": list(words.states),
    }


def _own(hand: Hand, played: int, seat: int | None) -> dict[str, Any]:
    """The viewer's own cards, and what it laid away if it took the poke (V4.2)."""
    if seat is None:
        return {"hand": None}
    laid = CARDS.listed(hand.dealt.hands[seat]) if seat == hand.said.poke_taker else None
    return {"hand": CARDS.listed(cards_for_play(hand.dealt, hand.said, seat) & ~played), "laid": laid}


def _cards(trick: Trick) -> list[list[Any]]:
    return [[played.seat, CARDS.text[played.card]] for played in trick.cards]


def _tricks(tricks: Sequence[Trick], seats: int) -> dict[str, Any]:
    return {
        "tricks": [{"leader": trick.leader, "cards": _cards(trick), "winner": trick.winner} for trick in tricks],
        "taken": list(count_tricks_won(tricks, seats)),
    }


def _log_of_words(hand: Hand) -> list[dict[str, Any]]:
    """The deal, the decision, and the words of all seats that have spoken, from Eldest on."""
    words, sheet = hand.said, hand.sheet
    decision = next(move for move, meaning in DECISIONS.items() if meaning == (words.poke, words.all_play))
    log: list[dict[str, Any]] = [dict(DEAL), {"seat": sheet.dealer, "move": decision}]
    for seat in seats_from(sheet.eldest, sheet.setup.seats):
        if words.states[seat] != UNDECIDED:
            word = POKE if seat == words.poke_taker else STAY if words.states[seat] == IN else FOLD
            log.append({"seat": seat, "move": word})
    return log


def shown_last(last: Last, seats: int) -> dict[str, Any]:
    """The hand that ended last, as everyone may know it (K5.2)."""
    dealt, words, settlement = last.dealt, last.said, last.settlement
    return {
        "number": last.number,
        "dealer": last.dealer,
        "pot": settlement.pot,
        "paid": list(last.paid),
        **_turn_up(dealt),
        **_said(words),
        "first": first_of(last.dealer, words.stayed) if last.tricks else None,
        **_tricks(last.tricks, seats),
        "alone": None if last.tricks else words.stayed[0],
        "winnings": list(settlement.winnings),
        "owes": list(settlement.owes),
        "settled": list(settlement.at_once),
        "exempt": settlement.exempt,
        "points": list(settlement.points),
        "dealt": [CARDS.listed(cards) for cards in dealt.hands],
        "poke_cards": CARDS.listed(dealt.poke) if words.poke else None,
        "laid": None if words.poke_taker is None else CARDS.listed(dealt.hands[words.poke_taker]),
        "pack": [CARDS.text[card] for card in last.order],
    }


def sheet_of(view: View) -> Sheet:
    """The score sheet that a view shows: all public facts from before the hand in progress."""
    setup = Setup.of(view["seats"], view["options"], pack_of(view))
    return Sheet(
        setup,
        view["number"],
        view["dealer"],
        tuple(tuple(points) for points in view["points"]),
        tuple(view["owed"]),
        last_of(setup, view["last"]) if view["last"] else None,
    )


def trumps_of(view: View) -> int:
    """The cards of the trump suit that a view shows."""
    return SUIT[view["trumps"]] if view["trumps"] else 0


def said_of(fields: Mapping[str, Any]) -> Said:
    """The words before play, from a view or from its `last`."""
    return Said(fields["poke"] != "none", fields["all_play"], tuple(fields["states"]), fields["poke_taker"])


def tricks_in(view: View) -> tuple[Trick, ...]:
    """The tricks of the hand in progress that a view shows, the one in progress last."""
    finished = _finished(view)
    return (*finished, _trick(view["trick"], view["winning"])) if view["trick"] else finished


def _finished(fields: Mapping[str, Any]) -> tuple[Trick, ...]:
    """The finished tricks, from a view or from its `last`."""
    return tuple(_trick(trick["cards"], trick["winner"]) for trick in fields["tricks"])


def _trick(cards: Sequence[Sequence[Any]], winner: int) -> Trick:
    played = tuple(Played(seat, CARDS.bit[card]) for seat, card in cards)
    return Trick(played, next(play for play in played if play.seat == winner))


def last_of(setup: Setup, fields: Mapping[str, Any]) -> Last:
    """The finished hand that a view's `last` shows."""
    settlement = Settlement(
        fields["pot"],
        tuple(fields["winnings"]),
        tuple(fields["owes"]),
        tuple(fields["settled"]),
        tuple(fields["points"]),
        fields["exempt"],
    )
    order = tuple(CARDS.bit[card] for card in fields["pack"])
    return Last(
        fields["number"],
        fields["dealer"],
        order,
        dealt_from(setup, fields["dealer"], order),
        said_of(fields),
        _finished(fields),
        tuple(fields["paid"]),
        settlement,
    )
