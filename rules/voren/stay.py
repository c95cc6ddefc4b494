"""V4: staying in, folding, taking the poke."""

from __future__ import annotations

from rules.contract import Refusal
from rules.seats import with_seat
from rules.voren.deal import decided_already
from rules.voren.moves import DECISIONS, FOLD, POKE, STAY
from rules.voren.records import FOLDED, IN, Dealt, Said, SeatState


def may_say(said: Said) -> tuple[str, ...]:
    """V4.1: what the seat whose turn it is may say."""
    fold = () if said.all_play else (FOLD,)  # V4.3
    poke = (POKE,) if said.poke and said.poke_taker is None else ()  # V4.2
    return (STAY, *fold, *poke)


def why_not_say(move: str, said: Said) -> Refusal | None:
    """Why a move in canonical text is none of those that `may_say` lists; None if it is one."""
    if move in may_say(said):
        return None
    if move in DECISIONS:
        return decided_already()
    if move == FOLD:
        return Refusal("illegal_move", "V4.3", "The dealer called all play, so nobody may fold.")
    if move == POKE and not said.poke:
        return Refusal("illegal_move", "V4.2", "The dealer offered no poke in this hand.")
    if move == POKE:
        return Refusal("illegal_move", "V4.2", "Seat {taker} has already taken the poke.", taker=said.poke_taker)
    return Refusal("illegal_move", "V4.1", "Stay or fold first.")


def spoken_already() -> Refusal:
    """The refusal of a word that comes in play."""
    return Refusal("illegal_move", "V4.1", "You have stayed in. Play a card.")


def said_after(said: Said, seat: int, word: str) -> Said:
    """The words so far once `seat` has said `word`."""
    states: tuple[SeatState, ...] = with_seat(said.states, seat, FOLDED if word == FOLD else IN)
    return Said(said.poke, said.all_play, states, seat if word == POKE else said.poke_taker)


def is_one_left(said: Said) -> bool:
    """V4.4: whether all but one seat have folded."""
    return said.states.count(FOLDED) == len(said.states) - 1


def cards_for_play(dealt: Dealt, said: Said, seat: int) -> int:
    """V4.2: the cards with which a seat goes on: the poke for the seat that took it, else those dealt to it."""
    return dealt.poke if seat == said.poke_taker else dealt.hands[seat]
