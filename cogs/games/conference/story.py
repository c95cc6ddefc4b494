"""The story of a hand of Conference, in sentences: from a view, or from its `last` (docs/views/conference.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.common.text import format_signed
from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Passage
from cogs.games.conference import calling, sides
from cogs.games.conference.ledger import falls_short
from cogs.games.conference.moves import MOVES
from cogs.games.conference.trick_points import count_points
from cogs.games.conference.tricks import winning_reason
from cogs.games.tarot.cards import card_text, of_points
from cogs.games.tarot.discarding import NUMBERS
from cogs.games.tarot.pack import FOOL
from cogs.games.tarot.tricks import card_of_player
from rules.conference.moves import is_before_deal
from rules.conference.records import SEATS, partner, side
from rules.conference.scoring import TARGET

TRICKS: Final = 19
"""C5.1."""


def story(view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0) -> tuple[Passage, ...]:
    """Return a hand, one passage an entry of its log from number `start` on; `view` is one of it, or its `last`."""
    moves = [entry.get("move", "deal") for entry in log]
    first = next((place for place, move in enumerate(moves) if move.startswith("play ")), len(log))
    deal_place = moves.index("deal") if "deal" in moves else len(log)
    passages: list[Passage] = []
    for place in range(start, len(log)):
        if place >= first:
            passages.append(_tell_play(view, log, place, first, players))
        elif place == deal_place:
            passages.append(_tell_deal(view, players))
        elif is_before_deal(moves[place]):
            passages.append(_cut(log[place], players))
        else:
            passages.append(_event_passage(log[place], players, "Before play" if place == deal_place + 1 else ""))
    if "totals" in view and passages:
        final = passages[-1]
        passages[-1] = final._replace(result=f"{final.result} {end_text(view, players)}".lstrip())
    return tuple(passages)


def _cut(entry: Entry, players: Players) -> Passage:
    """Return the cut, or the call for a shuffle (C2.3)."""
    return Passage(MOVES.done(entry["move"], players.who(entry["seat"])), heading="The cut")


def _tell_deal(view: Mapping[str, Any], players: Players) -> Passage:
    """Return the sentence of the deal (C2.1), and in League of who was given the two highest trumps (C2.2)."""
    dealer = view["dealer"]
    who = players.who(dealer)
    discard_size = len(view["discard"]) if "totals" in view else 2 if view["options"]["good_evil"] == "none" else 4
    text = f"{who} dealt 19 cards each and took {NUMBERS[discard_size]} more."
    if _is_league(view):
        text += f" {who} got the World (21), {players.whom(partner(dealer))} trump 20."
    return Passage(text, heading="The deal")


def _is_league(view: Mapping[str, Any]) -> bool:
    """Whether the dealer's side attacks; of a hand that is over its first lead tells (C5.1)."""
    if "totals" in view:
        return view["tricks"][0]["leader"] == view["dealer"]
    return view["options"]["league"]


def _event_passage(entry: Entry, players: Players, heading: str) -> Passage:
    """Return the discard, or the hired suit."""
    who = players.who(entry["seat"])
    if entry.get("hidden"):
        return Passage(f"{who} discarded {NUMBERS[entry['count']]} cards, face down.", heading=heading)
    return Passage(MOVES.done(entry["move"], who), heading=heading)


def _tell_play(view: Mapping[str, Any], log: Sequence[Entry], place: int, first: int, players: Players) -> Passage:
    """Return a card, its call, what else came out or went back for it, and who won the trick that it ends."""
    entry = log[place]
    number, turn = divmod(place - first, SEATS)
    _, card, *word = entry["move"].split(" ")
    trick = view["tricks"][number] if turn == SEATS - 1 else None
    last = number == TRICKS - 1
    moves = [log_entry["move"] for log_entry in log[first:place]]
    verb = "played" if turn else "led"
    no_call_text = _without_call(view, entry["seat"], card)
    follows = _what_follows(view, entry["seat"], card, number, players) if word else ""
    return Passage(
        f"{players.who(entry['seat'])} {verb} {card_text(card)}{no_call_text}.",
        " ".join(filter(None, (follows, "" if trick is None else trick_text(view, number, players)))),
        "" if turn else f"Trick {number + 1}",
        forced=last and not _may_have_called(view, moves, entry["seat"]),
    )


def _without_call(view: Mapping[str, Any], seat: int, card: str) -> str:
    """Return the reason why Good or Evil came out without a call, in Allegiance (C7.3, C7.5)."""
    if card not in calling.SUITS or not view["calls"] or any(call["card"] == card for call in view["calls"]):
        return ""
    if card == view["idle"]:
        return ", as the caller's partner must"
    return ", as the lowest trump" if view["calls"][0]["seat"] == seat else ""


def _what_follows(view: Mapping[str, Any], seat: int, card: str, number: int, players: Players) -> str:
    """Return the cards that a call made count, and the card that a partner took back for it (C7.3)."""
    place = next(place for place, call in enumerate(view["calls"]) if (call["seat"], call["card"]) == (seat, card))
    lines = calling.call_text_of(view["calls"], place, players)
    taken_back = view["taken_back"]
    if not taken_back or place or taken_back["trick"] != number:
        return lines
    who = players.who(taken_back["seat"])
    return f"{lines} {who} took back {card_text(taken_back['card'])}: {card_text(taken_back['for'])} lies there for it."


def _may_have_called(view: Mapping[str, Any], earlier_cards: Sequence[str], seat: int) -> bool:
    """Whether a last card may have been one to call with, by public knowledge (rules/conference/views.py)."""
    if not view["calls"] and view.get("options", {}).get("good_evil") != "allegiance":
        return False
    words = [word for move in earlier_cards for word in move.split(" ")]
    if {"GOOD", "EVIL"} <= {*words, view["idle"]}:
        return False
    callers = [call["seat"] for call in view["calls"] if any(f"{call['card']} " in move for move in earlier_cards)]
    return not callers or side(callers[0]) != side(seat)


def trick_text(view: Mapping[str, Any], number: int, players: Players) -> str:
    """Return a trick's winner, with card and special rule (C4.3, C6), and its points with its own (C8.1).

    The Fool's points are not among them: it stays its player's (C5.5). The last trick is named: the bot may have played
    it.
    """
    trick = view["tricks"][number]
    seat = trick["winner"]
    cards = [card for _, card in trick["cards"] if card != FOOL]
    winning_card = next(card for who, card in trick["cards"] if who == seat)
    points = of_points(1 + count_points(view, cards, number, side(seat), winning_card))
    whose_card = card_of_player(players, seat, winning_card)
    if number == TRICKS - 1:
        whose_card = (
            f"In the last trick {whose_card.replace('Your', 'your', 1) if seat == players.reader else whose_card}"
        )
    return " ".join(
        [f"{whose_card} {winning_reason(view, number)}: {points}.", *_fool_given(view, number, winning_card, players)]
    )


def _fool_given(view: Mapping[str, Any], number: int, winning_card: str, players: Players) -> Iterator[str]:
    """Yield a sentence if the Fool counts for the trick's winners, since its side has no trick to pay from (C5.5)."""
    trick = view["tricks"][number]
    fool_points = count_points(view, [FOOL], number, side(trick["winner"]), winning_card)
    owner = next((side(seat) for seat, card in trick["cards"] if card == FOOL), None)
    won_by = {side(earlier["winner"]) for earlier in view["tricks"][: number + 1]}
    if owner is not None and owner not in won_by and number < TRICKS - 1 and fool_points:
        yield f"The Fool's {fool_points} points count, too, until {sides.whom(players, owner)} win a trick."


def end_text(last: Mapping[str, Any], players: Players) -> str:
    """Return the end of a hand (C5.5, C8), and its points."""
    sentences: list[str] = []
    fool = last["fool"]
    if fool:
        giver, winner = sides.who(players, fool["from"]), sides.whom(players, fool["to"])
        if fool["given"] == FOOL:
            sentences.append(f"{giver} had won no trick and gave the Fool to {winner}.")
        else:
            sentences.append(f"{giver} kept the Fool and gave {card_text(fool['given'])} for it.")
    return " ".join([*sentences, _verdict(last, players)])


def _verdict(last: Mapping[str, Any], players: Players) -> str:
    """Return the winners' points, and the reason (C8.2 to C8.5)."""
    most = max(last["points"])
    if not most:
        return "Equal points: nobody wins."
    winners = side(last["points"].index(most))
    who, points_text = sides.who(players, winners), f"{format_signed(most)} each"
    if falls_short(last):
        return f"Neither side has {TARGET}: {who} get what the dealer's side is short, {points_text}."
    own_total, other_total = last["totals"][winners], last["totals"][1 - winners]
    return f"{who} have {own_total} points to {other_total}: {points_text}."
