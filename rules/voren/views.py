"""The views of seats (K5), as docs/views/voren.md documents it, and the way back from a view to public facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract import State, View
from rules.seats import seats_from
from rules.trick_counts import count_tricks_won
from rules.views import common, pack_of
from rules.voren.cards import CARDS, SUIT, letter_of
from rules.voren.deal import deal_pack
from rules.voren.lead import first_leader
from rules.voren.moves import DECISIONS, FOLD, PLAY, POKE, STAY
from rules.voren.pot import payments_into_pot
from rules.voren.records import IN, UNDECIDED, Deal, Hand, Last, PlayedCard, Settlement, Setup, Sheet, Trick, Words
from rules.voren.scoring import match_of
from rules.voren.stay import cards_for_play

DEAL = {"event": "deal"}


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """Return the view where no hand is on the table: before a deal or after the end."""
    setup = sheet.setup
    payments = (0,) * setup.seats if state.finished else payments_into_pot(setup.ante, sheet.dealer, sheet.debts)
    return {
        **common("voren", state, sheet, seat, last_view(sheet.last, setup.seats) if sheet.last else None),
        "hands": setup.length,
        "pot": sum(payments),
        "paid": list(payments),
        "owed": list(sheet.debts),
        "match": match_of(sum(payments), setup.ante, setup.limit),
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
    """Return the view in phase `dealer`: the turn-up, and no hand (V3.4)."""
    return {
        **between(state, hand.sheet, seat),
        **_turn_up_view(hand.deal),
        **_words_view(hand.words),
        "hand": None,
        "log": [dict(DEAL)],
    }


def staying(state: State, hand: Hand, played_cards: int, seat: int | None) -> View:
    """Return the view in phase `stay`, and in `play` as far as the phases agree: `played_cards` are the cards
    played so far.
    """
    return {
        **between(state, hand.sheet, seat),
        **_turn_up_view(hand.deal),
        **_words_view(hand.words),
        **_own_cards_view(hand, played_cards, seat),
        "log": _log_of_words(hand),
    }


def playing(
    state: State, hand: Hand, played_cards: int, tricks: Sequence[Trick], trick: Trick | None, seat: int | None
) -> View:
    """Return the view in phase `play`: the finished tricks and the one in progress."""
    return {
        **staying(state, hand, played_cards, seat),
        "first": first_leader(hand.sheet.dealer, hand.words.seats_in),
        **_tricks_view(tricks, hand.sheet.setup.seats),
        "trick": _trick_cards_view(trick) if trick else [],
        "winning": trick.winner if trick else None,
        "log": _log_of_words(hand)
        + [
            {"seat": seat, "move": PLAY + CARDS.text[card]}
            for each_trick in ((*tricks, trick) if trick else tricks)
            for seat, card in each_trick.cards
        ],
    }


def _turn_up_view(deal: Deal) -> dict[str, Any]:
    return {"turn_up": CARDS.text[deal.turn_up], "trumps": letter_of(deal.trumps)}


def _words_view(words: Words) -> dict[str, Any]:
    return {
        "poke": "none" if not words.poke else "open" if words.poke_taker is None else "taken",
        "poke_taker": words.poke_taker,
        "all_play": words.all_play,
        "states": list(words.states),
    }


def _own_cards_view(hand: Hand, played_cards: int, seat: int | None) -> dict[str, Any]:
    """Return the viewer's own cards, and what it laid away if it took the poke (V4.2)."""
    if seat is None:
        return {"hand": None}
    laid_cards = CARDS.listed(hand.deal.hands[seat]) if seat == hand.words.poke_taker else None
    return {"hand": CARDS.listed(cards_for_play(hand.deal, hand.words, seat) & ~played_cards), "laid": laid_cards}


def _trick_cards_view(trick: Trick) -> list[list[Any]]:
    return [[play.seat, CARDS.text[play.card]] for play in trick.cards]


def _tricks_view(tricks: Sequence[Trick], seats: int) -> dict[str, Any]:
    return {
        "tricks": [
            {"leader": trick.leader, "cards": _trick_cards_view(trick), "winner": trick.winner} for trick in tricks
        ],
        "taken": list(count_tricks_won(tricks, seats)),
    }


def _log_of_words(hand: Hand) -> list[dict[str, Any]]:
    """Return the deal, the decision, and the words of all seats that have spoken, from Eldest on."""
    words, sheet = hand.words, hand.sheet
    decision = next(move for move, meaning in DECISIONS.items() if meaning == (words.poke, words.all_play))
    log: list[dict[str, Any]] = [dict(DEAL), {"seat": sheet.dealer, "move": decision}]
    for seat in seats_from(sheet.eldest, sheet.setup.seats):
        if words.states[seat] != UNDECIDED:
            word = POKE if seat == words.poke_taker else STAY if words.states[seat] == IN else FOLD
            log.append({"seat": seat, "move": word})
    return log


def last_view(last: Last, seats: int) -> dict[str, Any]:
    """Return the hand that ended last, as everyone may know it (K5.2)."""
    deal, words, settlement = last.deal, last.words, last.settlement
    return {
        "number": last.number,
        "dealer": last.dealer,
        "pot": settlement.pot,
        "paid": list(last.payments),
        **_turn_up_view(deal),
        **_words_view(words),
        "first": first_leader(last.dealer, words.seats_in) if last.tricks else None,
        **_tricks_view(last.tricks, seats),
        "alone": None if last.tricks else words.seats_in[0],
        "winnings": list(settlement.winnings),
        "owes": list(settlement.debts),
        "settled": list(settlement.paid_at_once),
        "exempt": settlement.exempt_seat,
        "points": list(settlement.points),
        "dealt": [CARDS.listed(cards) for cards in deal.hands],
        "poke_cards": CARDS.listed(deal.poke) if words.poke else None,
        "laid": None if words.poke_taker is None else CARDS.listed(deal.hands[words.poke_taker]),
        "pack": [CARDS.text[card] for card in last.order],
    }


def sheet_of(view: View) -> Sheet:
    """Return the score sheet that a view shows: all public facts from before the hand in progress."""
    setup = Setup.from_options(view["seats"], view["options"], pack_of(view))
    return Sheet(
        setup,
        view["number"],
        view["dealer"],
        tuple(tuple(points) for points in view["points"]),
        tuple(view["owed"]),
        last_of(setup, view["last"]) if view["last"] else None,
    )


def trumps_of(view: View) -> int:
    """Return the cards of the trump suit that a view shows."""
    return SUIT[view["trumps"]] if view["trumps"] else 0


def words_of(fields: Mapping[str, Any]) -> Words:
    """Return the words before play, from a view or from its `last`."""
    return Words(fields["poke"] != "none", fields["all_play"], tuple(fields["states"]), fields["poke_taker"])


def tricks_in(view: View) -> tuple[Trick, ...]:
    """Return the tricks of the hand in progress that a view shows, the one in progress last."""
    finished = _finished_tricks(view)
    return (*finished, _trick(view["trick"], view["winning"])) if view["trick"] else finished


def _finished_tricks(fields: Mapping[str, Any]) -> tuple[Trick, ...]:
    """Return the finished tricks, from a view or from its `last`."""
    return tuple(_trick(trick["cards"], trick["winner"]) for trick in fields["tricks"])


def _trick(cards: Sequence[Sequence[Any]], winner: int) -> Trick:
    plays = tuple(PlayedCard(seat, CARDS.bit[card]) for seat, card in cards)
    return Trick(plays, next(play for play in plays if play.seat == winner))


def last_of(setup: Setup, fields: Mapping[str, Any]) -> Last:
    """Return the finished hand that a view's `last` shows."""
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
        deal_pack(setup, fields["dealer"], order),
        words_of(fields),
        _finished_tricks(fields),
        tuple(fields["paid"]),
        settlement,
    )
