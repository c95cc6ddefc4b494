"""What happened in a deal of Five Crowns, in sentences: from a view, or from its `last` (docs/views/five_crowns.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game.presenter import Entry, Passage, Players
from cogs.games.five_crowns.cards import named, signs
from rules.contract import View

ROOM: Final = 980
"""Letters for the end of a deal (bot/ui/scene/text.py has room for a few more): where they are too few for everybody's
melds, the cards left over are told alone, and where they are too few for those, the points.
"""

NTH: Final = ("first", "second", "third")


def story(shown: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0) -> tuple[Passage, ...]:
    """A deal, one passage an entry of its log from number `start` on; `shown` is a view of it, or its `last`.

    A turn's two moves (F3.1) are told together once both are made.
    """
    seats = len(shown["hands"]) if "hands" in shown else shown["seats"]
    eldest = (shown["dealer"] + 1) % seats
    told: list[Passage] = []
    rounds = sum(_begins(entry, eldest) for entry in log[:start])
    reshuffles = sum(entry.get("event") == "reshuffle" for entry in log[:start])
    for place in range(start, len(log)):
        entry = log[place]
        rounds += _begins(entry, eldest)
        heading = f"Round {rounds}" if _begins(entry, eldest) else ""
        if "event" not in entry:
            told.append(_moved(shown, log, place, players)._replace(heading=heading))
        elif entry["event"] == "deal":
            told.append(Passage(_dealt(shown, players), heading="The deal"))
        else:
            reshuffles += 1
            told.append(Passage(_reshuffled(reshuffles)))
    if "hands" in shown and told:
        final = told[-1]
        told[-1] = final._replace(result=f"{final.result} {ended(shown, players)}".lstrip())
    return tuple(told)


def _begins(entry: Entry, eldest: int) -> bool:
    """Whether a turn of eldest begins, and with it a round of turns (F1.3)."""
    return entry.get("seat") == eldest and entry["move"] in {"draw", "take"}


def _dealt(shown: Mapping[str, Any], players: Players) -> str:
    """Who dealt how many, and what was turned up (F2.1)."""
    count, turned = shown["size"], named(shown["turn_up"])
    return f"{players.who(shown['dealer'])} dealt {count} cards to everybody and turned up {turned}."


def _reshuffled(count: int) -> str:
    """Which of the reshuffles this was (F3.4)."""
    ends = ": when the stock is empty again, the deal ends" if count == len(NTH) else ""
    told = "The stock was empty, so the discard pile without its top card was shuffled and is the new stock"
    return f"{told}, for the {NTH[count - 1]} time{ends}."


def _moved(shown: Mapping[str, Any], log: Sequence[Entry], place: int, players: Players) -> Passage:
    """A move: nothing for a first one whose turn is over, for then the second tells both."""
    entry = log[place]
    verb, _, card = entry["move"].partition(" ")
    if not card:
        return Passage("" if place + 1 < len(log) else f"{players.who(entry['seat'])} {_came_by(log[place])}.")
    first = log[place - 1]
    who, came = players.who(entry["seat"]), _came_by(first)
    if verb == "discard":
        back = first["move"] == "take" and first["card"] == card  # F3.2
        return Passage(f"{who} {came} and {'put it back' if back else f'discarded {named(card)}'}.")
    return Passage(f"{who} {came} and went out with {named(card)}.", _went_out(shown, entry["seat"], players))


def _came_by(entry: Entry) -> str:
    """How a card was come by (F3.1): what was taken everybody saw, what was drawn whose log says it."""
    if entry["move"] == "take":
        return f"took {named(entry['card'])} from the discard pile"
    card = entry.get("card")
    return "drew from the stock" if card is None else f"drew {named(card)} from the stock"


def _went_out(shown: Mapping[str, Any], seat: int, players: Players) -> str:
    """What was laid down by whoever went out (F3.3), and what that means for the others (F5.1)."""
    melds = shown["melds"][seat] if "hands" in shown else shown["shown"]
    return f"{players.who(seat)} laid down {_melds(melds)}. Everybody else has one more turn."


def _melds(melds: Sequence[Sequence[str]]) -> str:
    return ", ".join(signs(meld) for meld in melds)


def ended(last: Mapping[str, Any], players: Players) -> str:
    """How a deal ended (F3.4, F5.1): who was left with which cards, and the points that they count (F5.2)."""
    out, points = last["out"], last["points"]
    if out is None:
        why = "The stock was empty for the fourth time, so the deal is over."
    elif _turns_after_out(last) < len(points) - 1:
        why = "The stock was empty for the fourth time, so the deal is over before everybody had a last turn."
    else:
        why = "The deal is over."
    others = [seat for seat in range(len(points)) if seat != out]
    clean = [players.who(seat) for seat in others if not last["left"][seat]]
    told = [why]
    if clean:
        who = "All others" if len(clean) == len(others) > 1 else _listed(clean)
        told.append(f"{who} had all cards in melds.")
    counted = [seat for seat in others if last["left"][seat]]
    short = [*told, *([f"Left over: {players.each(points)}."] if counted else [])]
    told += [f"Left with {players.whom(seat)}: {signs(last['left'][seat])} = {points[seat]}." for seat in counted]
    melds = [f"{players.who(seat)} laid down {_melds(last['melds'][seat])}." for seat in others if last["melds"][seat]]
    fitting = (one for one in (" ".join([*told, *melds]), " ".join(told)) if len(one) <= ROOM)
    return next(fitting, " ".join(short))


def _turns_after_out(last: Mapping[str, Any]) -> int:
    """How many others ended a turn after somebody had gone out: whoever goes out then does it, too."""
    ends = [entry["move"].partition(" ")[0] for entry in last["log"] if "move" in entry]
    after = ends[ends.index("out") + 1 :]
    return sum(verb in {"discard", "out"} for verb in after)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def going(view: View, players: Players) -> str:
    """Who has gone out, and for whom it is the last turn now (F5.1), as a sentence; empty while nobody has."""
    if view["out"] is None:
        return ""
    whose = "your" if view["turn"] == players.reader else f"{players.name(view['turn'])}'s"
    return f"{players.name(view['out'])} has gone out: this is {whose} last turn."
