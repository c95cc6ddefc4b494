"""V4: staying in, folding, taking the poke."""

from __future__ import annotations

from rules.contract import Refusal
from rules.seats import with_seat
from rules.voren.deal import decision_made
from rules.voren.moves import DECISIONS, FOLD, POKE, STAY
from rules.voren.records import FOLDED, IN, Deal, SeatState, Words


def legal_words(words: Words) -> tuple[str, ...]:
    """Return the words that the seat in turn may say (V4.1)."""
    fold = () if words.all_play else (FOLD,)  # V4.3
    poke = (POKE,) if words.poke and words.poke_taker is None else ()  # V4.2
    return (STAY, *fold, *poke)


def why_not_say(move: str, words: Words) -> Refusal | None:
    """Return the refusal of a move that `legal_words` does not list; None if it does."""
    if move in legal_words(words):
        return None
    if move in DECISIONS:
        return decision_made()
    if move == FOLD:
        return Refusal("illegal_move", "V4.3", "The dealer called all play, so nobody may fold.")
    if move == POKE and not words.poke:
        return Refusal("illegal_move", "V4.2", "The dealer offered no poke in this hand.")
    if move == POKE:
        return Refusal("illegal_move", "V4.2", "Seat {taker} has already taken the poke.", taker=words.poke_taker)
    return Refusal("illegal_move", "V4.1", "Stay or fold first.")


def play_due() -> Refusal:
    """Return the refusal of a word that comes in play."""
    return Refusal("illegal_move", "V4.1", "You have stayed in. Play a card.")


def words_after(words: Words, seat: int, word: str) -> Words:
    """Return the words so far once `seat` has said `word`."""
    states: tuple[SeatState, ...] = with_seat(words.states, seat, FOLDED if word == FOLD else IN)
    return Words(words.poke, words.all_play, states, seat if word == POKE else words.poke_taker)


def is_one_left(words: Words) -> bool:
    """Whether all but one seat have folded (V4.4)."""
    return words.states.count(FOLDED) == len(words.states) - 1


def cards_for_play(deal: Deal, words: Words, seat: int) -> int:
    """Return the cards with which a seat goes on: the poke for the seat that took it, else those dealt to it (V4.2)."""
    return deal.poke if seat == words.poke_taker else deal.hands[seat]
