"""The story of a deal of Five Crowns, in sentences: from a view, or from its `last` (docs/views/five_crowns.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Passage
from cogs.games.five_crowns.cards import card_text

LAST_TURNS: Final = "went out: everybody else has one more turn."
"""The consequence of going out (F5.1). The melds lie on the table."""

NTH: Final = ("first", "second", "third")


def story(view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0) -> tuple[Passage, ...]:
    """Return a deal, one passage an entry of its log from number `start` on; `view` is one of it, or its `last`.

    A turn's two moves (F3.1) are told together once both are made.
    """
    seats = len(view["hands"]) if "hands" in view else view["seats"]
    eldest = (view["dealer"] + 1) % seats
    passages: list[Passage] = []
    rounds = sum(_begins(entry, eldest) for entry in log[:start])
    reshuffles = sum(entry.get("event") == "reshuffle" for entry in log[:start])
    for place in range(start, len(log)):
        entry = log[place]
        rounds += _begins(entry, eldest)
        heading = f"Round {rounds}" if _begins(entry, eldest) else ""
        if "event" not in entry:
            passages.append(_tell_move(log, place, players)._replace(heading=heading))
        elif entry["event"] == "deal":
            passages.append(Passage(_tell_deal(view, players), heading="The deal"))
        else:
            reshuffles += 1
            passages.append(Passage(_reshuffled(reshuffles)))
    if "hands" in view and passages:
        final = passages[-1]
        passages[-1] = final._replace(result=end_text(view, players))
    return tuple(passages)


def _begins(entry: Entry, eldest: int) -> bool:
    """Whether a turn of eldest begins, and with it a round of turns (F1.3)."""
    return entry.get("seat") == eldest and entry["move"] in {"draw", "take"}


def _tell_deal(view: Mapping[str, Any], players: Players) -> str:
    """Return the dealer, the number of cards, and the card turned up (F2.1)."""
    count, turned = view["size"], card_text(view["turn_up"])
    return f"{players.who(view['dealer'])} dealt {count} cards each and turned up {turned}."


def _reshuffled(count: int) -> str:
    """Return the number of a reshuffle, in words (F3.4)."""
    ends = " and last" if count == len(NTH) else ""
    return f"The stock was empty: the discards became the new stock, for the {NTH[count - 1]}{ends} time."


def _tell_move(log: Sequence[Entry], place: int, players: Players) -> Passage:
    """Return a move in words. The first move of a finished turn has none: the second one names both."""
    entry = log[place]
    verb, _, card = entry["move"].partition(" ")
    if not card:
        return Passage("" if place + 1 < len(log) else f"{players.who(entry['seat'])} {_came_by(log[place])}.")
    first = log[place - 1]
    who, source_text = players.who(entry["seat"]), _came_by(first)
    is_same_card = first["move"] == "take" and first["card"] == card  # F3.2
    turn = f"{who} {source_text} and {'put it back' if is_same_card else f'discarded {card_text(card)}'}"
    return Passage(f"{turn}.", f"{who} {LAST_TURNS}" if verb == "out" else "")


def _came_by(entry: Entry) -> str:
    """Return the source of a card (F3.1). Cards taken are public; a drawn card is known only to its player."""
    if entry["move"] == "take":
        return f"took {card_text(entry['card'])}"
    card = entry.get("card")
    return "drew a card" if card is None else f"drew {card_text(card)}"


def end_text(last: Mapping[str, Any], players: Players) -> str:
    """Return the reason why a deal ended: a seat went out (F5.1), or no stock was left (F3.4).

    Its ledger has the points left over, and its pages have the cards.
    """
    seat_out, points = last["out"], last["points"]
    if seat_out is None:
        return "The stock was empty for the fourth time: the deal is over."
    if _turns_after_out(last) < len(points) - 1:
        return "The stock was empty for the fourth time: the deal is over before everybody's last turn."
    return f"Deal over: {players.whom(seat_out)} went out."


def _turns_after_out(last: Mapping[str, Any]) -> int:
    """Return the number of others who ended a turn after a seat went out. A seat that goes out then is one of them."""
    ends = [entry["move"].partition(" ")[0] for entry in last["log"] if "move" in entry]
    later_turns = ends[ends.index("out") + 1 :]
    return sum(verb in {"discard", "out"} for verb in later_turns)
