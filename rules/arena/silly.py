"""Silly moves: moves that any player would call a blunder, whatever the hidden cards are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from rules.abracadabra.cards import BIDS
from rules.conference.cards import SPIRITS
from rules.conference.records import side
from rules.contract import State, View
from rules.melds import JOKER
from rules.mitigati.bargain import after_word, allowed_numbers
from rules.mitigati.records import Round, Word
from rules.mitigati.settlement import sum_asks, sum_offers
from rules.mitigati.views import round_of
from rules.tarot.cards import CARDS, FOOL, HONOURS, POINTS, TRUMPS

RAISE: Final = "a word that gives away more than the settlement needs"
WILD: Final = "a wild card thrown while nobody is out"
NOT_OUT: Final = "not going out when it is free"
THROWN_BACK: Final = "a card taken to be thrown back"
FOLD: Final = "a fold where staying is free"
HONOUR: Final = "an Honour given away when a card of 1 would do"
DEAR: Final = "an Ace or a King given away when a card of 1 would do"
PARTNER: Final = "a trump on the partner's sure trick"
UNNAMED: Final = "a trick won against the bid"
NAMED: Final = "a named trick lost that could be won"
MADE_UP: Final = "a named trick lost to make up for one that was not named"
KINDS: Final = {
    "mitigati": (RAISE, HONOUR, DEAR),
    "conference": (HONOUR, DEAR, PARTNER),
    "voren": (FOLD,),
    "abracadabra": (UNNAMED, NAMED, MADE_UP),
    "five_crowns": (WILD, NOT_OUT, THROWN_BACK),
}
"""The kinds of each game."""


class Decision(NamedTuple):
    """A position, the seat that is to act in it, its view of the position, and its move."""

    state: State
    seat: int
    view: View
    move: str


def silly_kinds(decision: Decision) -> list[str]:
    """Return the kinds of silliness of a decision, mostly none."""
    game: str = decision.view["game"]
    return list(_FINDERS[game](decision)) if game in _FINDERS else []


# -- bargaining, staying, drawing --------------------------------------------------------------------------------------


def _in_mitigati(decision: Decision) -> Iterator[str]:
    if decision.view["phase"] == "play":
        yield from _given_away(decision, lambda seat: seat == decision.seat)
    word = _word(decision.move)
    if word is None:
        return
    so_far = round_of(decision.view["log"], decision.view["dealer"])
    standing = so_far.standing[decision.seat]
    milder = word._replace(number=word.number + (1 if word.kind == "ask" else -1))
    if standing and milder.number in allowed_numbers(standing, word.kind) and _settles(after_word(so_far, milder)):
        yield RAISE


def _word(move: str) -> Word | None:
    verb, _, number = move.partition(" ")
    return Word("ask" if verb == "ask" else "offer", int(number)) if verb in ("ask", "offer") else None


def _settles(new_round: Round) -> bool:
    """Whether the hand is bought off if all others pass (M3.5)."""
    return 0 < sum_offers(new_round.standing) >= sum_asks(new_round.standing)


def _in_voren(decision: Decision) -> Iterator[str]:
    # V5.3: Treachery wins the trick to which it is played, and so does the Wolf once Treachery is turned up.
    highest = "WOLF" if decision.view["turn_up"] == "TREACHERY" else "TREACHERY"
    if decision.move == "fold" and highest in decision.view["hand"]:
        yield FOLD


def _in_five_crowns(decision: Decision) -> Iterator[str]:
    view, (verb, _, card) = decision.view, decision.move.partition(" ")
    if verb != "discard":
        return
    if any(move.startswith("out ") for move in view["moves"]):
        yield NOT_OUT
    wild = {card_text for card_text in view["hand"] if card_text == JOKER or card_text[:-1] == view["wild"]}
    if view["out"] is None and card in wild and not wild.issuperset(view["hand"]):
        yield WILD
    if view["fresh"] == {"move": "take", "card": card}:
        yield THROWN_BACK


# -- tricks ------------------------------------------------------------------------------------------------------------


def _winner_after(decision: Decision, move: str) -> int | None:
    """Return the winner of the trick that the move completes; None if another seat has yet to play to it."""
    tricks_before = len(decision.view["tricks"])
    view = decision.state.apply(decision.seat, move).view(None)
    is_hand_over = view["number"] != decision.view["number"] or view["finished"]
    tricks = view["last"]["tricks"] if is_hand_over else view["tricks"]
    return tricks[-1]["winner"] if len(tricks) > tricks_before else None


def _instead(decision: Decision) -> Iterator[str]:
    """Return the other moves of the seat."""
    return (move for move in decision.view["moves"] if move != decision.move)


def _card(move: str) -> int:
    """Return the card of a play in a tarot game."""
    return CARDS.bit[move.split(" ")[1]]


def _is_lost(decision: Decision, move: str, ours: Callable[[int], bool]) -> bool:
    """Whether other seats win the trick after this move, whatever is still played to it.

    It may be the seat's side's as long as a partner is to play, and while Good or Evil may be struck out (C6.3).
    """
    view = decision.view
    winner = _winner_after(decision, move)
    if winner is not None:
        return not ours(winner)
    cards_on_table = {seat: CARDS.bit[card] for seat, card in view["trick"]}
    to_play = set(range(view["seats"])) - {*cards_on_table, decision.seat}
    if any(map(ours, to_play)) or sum(cards_on_table.values()) & SPIRITS:
        return False
    return not ours(decision.state.apply(decision.seat, move).view(None)["winning"])


def _given_away(decision: Decision, ours: Callable[[int], bool]) -> Iterator[str]:
    """Yield a card of 5 on a trick that is others', where a card of 1 would have done the same.

    The Fool is not lost.
    """
    card = _card(decision.move)
    if POINTS[card] < 5 or card == FOOL or not decision.view["trick"] or not _is_lost(decision, decision.move, ours):
        return
    cheap = [move for move in _instead(decision) if POINTS[_card(move)] == 1]
    if any(_is_lost(decision, move, ours) for move in cheap):
        yield HONOUR if card & HONOURS else DEAR


def _in_conference(decision: Decision) -> Iterator[str]:
    view = decision.view
    if view["phase"] != "play" or not view["trick"]:
        return
    own_side = side(decision.seat)
    yield from _given_away(decision, lambda seat: side(seat) == own_side)
    winning = view["winning"]
    if winning is None or side(winning) != own_side or not _card(decision.move) & TRUMPS:
        return
    if _winner_after(decision, decision.move) != decision.seat:
        return
    lower = [move for move in _instead(decision) if _card(move) != FOOL]
    if any(_winner_after(decision, move) == winning for move in lower):
        yield PARTNER


def _in_abracadabra(decision: Decision) -> Iterator[str]:
    view, seat = decision.view, decision.seat
    if view["phase"] != "play" or not view["trick"]:
        return
    winner = _winner_after(decision, decision.move)
    if winner is None:
        return
    other_winners = {_winner_after(decision, move) for move in _instead(decision)}
    named = BIDS.texts[len(view["tricks"])] in _named(view, seat)
    number, tricks_won, is_exact = view["numbers"][seat], view["taken"][seat], view["options"]["success"] != "at_least"
    # A8.1: after tricks that it had not named a seat succeeds only if it loses as many named ones.
    has_spare_tricks = is_exact and tricks_won <= number < tricks_won + len(_named(view, seat))
    if winner != seat and named and seat in other_winners:
        yield MADE_UP if has_spare_tricks else NAMED
    has_enough_tricks = is_exact and tricks_won >= number
    if winner == seat and not named and has_enough_tricks and other_winners - {seat}:
        yield UNNAMED


def _named(view: View, seat: int) -> set[str]:
    """Return the bid cards that the seat has placed and that are still open."""
    right_cards = view["right"] if seat == view["declarer"] else ()
    return {*(view["left"][seat] or ()), *right_cards}


_FINDERS: Final[dict[str, Callable[[Decision], Iterator[str]]]] = {
    "mitigati": _in_mitigati,
    "conference": _in_conference,
    "voren": _in_voren,
    "abracadabra": _in_abracadabra,
    "five_crowns": _in_five_crowns,
}
