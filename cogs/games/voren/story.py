"""The story of a hand of Voren, in sentences: from a view's keys, which its `last` shares (docs/views/voren.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Passage
from cogs.games.voren.moves import MOVES, card_text
from cogs.games.voren.pack import VOREN
from rules.sentences import capital
from rules.voren.conduct import LAST_TRICK

BEFORE: Final = "Before play"


def story(view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0) -> tuple[Passage, ...]:
    """Return a hand, one passage an entry of its log from number `start` on; `view` is one of it, or its `last`."""
    play_places = (place for place, entry in enumerate(log) if entry.get("move", "").startswith("play "))
    first_play = next(play_places, len(log))
    passages = [_event_passage(view, log, place, players) for place in range(start, first_play)]
    passages += [
        _tell_play(view, log[place], place - first_play, players) for place in range(max(start, first_play), len(log))
    ]
    if "winnings" in view and passages:
        final = passages[-1]
        passages[-1] = final._replace(result=f"{final.result} {end_text(view, players)}".lstrip())
    return tuple(passages)


def _event_passage(view: Mapping[str, Any], log: Sequence[Entry], place: int, players: Players) -> Passage:
    """Return the sentence of the deal, or of a decision before play."""
    if "event" in log[place]:
        return Passage(turn_up_text(view), heading=BEFORE)
    who, move = players.who(log[place]["seat"]), log[place]["move"]
    poke = sum("poke" in entry.get("move", "").split() for entry in log[:place]) == 1  # dealt, and not taken yet
    forced = move == "stay" and view["all_play"] and not poke
    if forced:
        return Passage(f"{who} had to stay in.", forced=True)
    sentence = MOVES.done(move, who)
    return Passage(f"{sentence.removesuffix('.')}: nobody may fold." if move.endswith("allplay") else sentence)


def _tell_play(view: Mapping[str, Any], entry: Entry, cards_played: int, players: Players) -> Passage:
    """Return a card played after `played` others, and what came of the trick that it ends."""
    inside = list(view["states"]).count("in")
    number, place = divmod(cards_played, inside)
    last = ", the last card" if number == LAST_TRICK else ""
    trick = view["tricks"][number] if place == inside - 1 else None
    card = card_text(entry["move"].removeprefix("play "))
    return Passage(
        f"{players.who(entry['seat'])} {'played' if place else 'led'} {card}{last}.",
        "" if trick is None else trick_text(trick, number + 1, view["trumps"], players),
        "" if place else f"Trick {number + 1}",
        forced=bool(last),
    )


def turn_up_text(view: Mapping[str, Any]) -> str:
    """Return the card turned up (V3.2). The ledger of the hand has everybody's payments into the pot."""
    return f"{capital(card_text(view['turn_up']))} was turned up: {trumps(view['trumps'])}."


def trumps(letter: str | None) -> str:
    """Return the trumps of a hand (V3.2, V3.3)."""
    return "no suit is trumps" if letter is None else f"{_suit(letter)} are trumps"


def trick_text(trick: Mapping[str, Any], number: int, trumps: str | None, players: Players) -> str:
    """Return a trick's winner and card; a trump that beat another suit is called one (V5.7)."""
    winner = trick["winner"]
    card = next(card for seat, card in trick["cards"] if seat == winner)
    _, led_card = trick["cards"][0]
    trumped = ", a trump" if _is_trump(card, trumps) and not _is_trump(led_card, trumps) else ""
    return f"{players.who(winner)} won trick {number} with {card_text(card)}{trumped}."


def end_text(last: Mapping[str, Any], players: Players) -> str:
    """Return the end of a hand: each winner's chips, and the seats that owe a match (V6)."""
    pot, alone, exempt = last["pot"], last["alone"], last["exempt"]
    if alone is not None:
        return f"{players.who(alone)} won the pot of {pot}."
    matches = any(last["settled"])
    sentences = [f"Matches paid: {players.each(last['settled'])}."] if matches else []
    sentences.append(f"Each trick paid {(pot + sum(last['settled'])) // 3}.")
    if any(last["owes"]):
        sentences.append(f"Matches owed, in place of the next ante: {players.each(last['owes'])}.")
    if exempt is not None and not last["taken"][exempt]:
        sentences.append(f"No match for {players.whom(exempt)}: Treachery took the Wolf.")
    return " ".join(sentences)


def _is_trump(card: str, trumps: str | None) -> bool:
    return VOREN.special(card) is not None or card[-1] == trumps


def _suit(card: str) -> str:
    """Return the suit of a card, or of its letter alone, in words; empty for the Wolf and Treachery."""
    return "" if VOREN.special(card) else next(suit.name for suit in VOREN.suits if suit.letter == card[-1])
