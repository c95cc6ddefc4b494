"""The story of a hand of Mitigati, in sentences: from a view, or from its `last` (docs/views/mitigati.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Passage
from cogs.games.mitigati.bargaining import PACKETS, settlement_text
from cogs.games.mitigati.moves import MOVES
from cogs.games.tarot.cards import card_text, of_points
from cogs.games.tarot.pack import FOOL
from cogs.games.tarot.tricks import card_of_player, trick_points, winning_reason
from rules.mitigati.cards import SEATS
from rules.sentences import capital, listed

BARGAINING: Final = ("pass", "ask", "offer", "continue")


def story(view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0) -> tuple[Passage, ...]:
    """Return a hand, one passage an entry of its log from number `start` on; `view` is one of it, or its `last`."""
    verbs = [entry.get("move", "deal").partition(" ")[0] for entry in log]
    first = verbs.index("play") if "play" in verbs else len(log)
    rounds = _rounds(verbs[:first])
    passages: list[Passage] = []
    for place in range(start, len(log)):
        if verbs[place] == "play":
            passages.append(_tell_play(view, log[place], place - first, players))
        elif verbs[place] in BARGAINING:
            passages.append(_bargaining_passage(view, log[place], rounds, place, players))
        elif verbs[place] == "deal":
            passages.append(_tell_deal(view, verbs, players))
        else:
            heading = "Before play" if "declare" not in verbs[:place] and verbs[place - 1] != "discard" else ""
            passages.append(_event_passage(log[place], players)._replace(heading=heading))
    if "bought_off" in view and passages:
        final = passages[-1]
        passages[-1] = final._replace(result=f"{final.result} {end_text(view, players)}".lstrip())
    return tuple(passages)


def _rounds(verbs: Sequence[str]) -> list[int]:
    """Return the number of packets dealt after each log entry before play (M3.4, M3.7)."""
    packets_dealt, passes = 2, 0
    rounds: list[int] = []
    for verb in verbs:
        passes = passes + 1 if verb == "pass" else 0
        if verb == "continue" or passes == SEATS:
            packets_dealt, passes = packets_dealt + 1, 0
        rounds.append(packets_dealt)
    return rounds


def _tell_deal(view: Mapping[str, Any], verbs: Sequence[str], players: Players) -> Passage:
    """Return the cards dealt before the first word (M2.1, M3.1)."""
    who = players.who(view["dealer"])
    if view.get("phase") == "bargain" or set(verbs[1:2]) & set(BARGAINING):
        return Passage(f"{who} dealt two packets: 10 cards each.", heading="The deal")
    return Passage(f"{who} dealt 25 cards each and took three more.", heading="The deal")


def _bargaining_passage(
    view: Mapping[str, Any], entry: Entry, rounds: Sequence[int], place: int, players: Players
) -> Passage:
    """Return a word of bargaining, and the packet that was dealt after it if it ended the round, with which words
    go.
    """
    who = players.who(entry["seat"])
    verb, _, number = entry["move"].partition(" ")
    sentence = f"{who} {'asked for' if verb == 'ask' else 'offered'} {number}."
    text = sentence if number else MOVES.done(verb, who)
    packets_before, packets_after = rounds[place - 1], rounds[place]
    result = ""
    if packets_after > packets_before:
        silence = "Three passes. " if verb == "pass" else ""
        result = f"{silence}Packet {packets_after}: bargaining begins anew."
        if packets_after == PACKETS:
            last = f"{players.who(view['dealer'])} took the last three cards."
            result = f"{silence}Packet {packets_after}: no more bargaining. {last}"
    begins = place == 1 or rounds[place - 2] < packets_before
    return Passage(text, result, f"Bargaining over {5 * packets_before} cards" if begins else "")


def _event_passage(entry: Entry, players: Players) -> Passage:
    """Return the discard, or a declaration."""
    who = players.who(entry["seat"])
    if entry.get("hidden"):
        return Passage(f"{who} discarded {entry['count']} cards, face down.")
    return Passage(MOVES.done(entry["move"], who))


def _tell_play(view: Mapping[str, Any], entry: Entry, cards_played: int, players: Players) -> Passage:
    """Return a card played after `cards_played` others, and who won the trick that it ends."""
    number, place = divmod(cards_played, SEATS)
    card = card_text(entry["move"].removeprefix("play "))
    last = number == _tricks(view) - 1
    trick = view["tricks"][number] if place == SEATS - 1 else None
    return Passage(
        f"{players.who(entry['seat'])} {'played' if place else 'led'} {card}{', the last card' if last else ''}.",
        "" if trick is None else trick_text(trick, players),
        "" if place else f"Trick {number + 1}",
        forced=last,
    )


def _tricks(view: Mapping[str, Any]) -> int:
    """Return the number of tricks in the hand (M6.1)."""
    if "bought_off" in view:
        return len(view["tricks"])
    dealer = view["dealer"]
    other_seat = (dealer + 1) % SEATS
    cards_in_trick = sum(seat == other_seat for seat, _ in view["trick"])
    return len(view["tricks"]) + cards_in_trick + view["counts"][other_seat]


def trick_text(trick: Mapping[str, Any], players: Players) -> str:
    """Return a trick's winner, with card and reason (M6.3), and the card points in it."""
    card = next(card for seat, card in trick["cards"] if seat == trick["winner"])
    winning_card = card_of_player(players, trick["winner"], card)
    return f"{winning_card} {winning_reason(trick, card)}: {of_points(trick_points(trick['cards']))}."


def end_text(last: Mapping[str, Any], players: Players) -> str:
    """Return the end of a hand, bought off (M3.6, M7.2) or counted (M6.5, M7.1), and its points."""
    if last["bought_off"]:
        return _bought_off(last, players)
    sentences: list[str] = []
    fool = last["fool"]
    if fool:
        giver, winner = players.who(fool["from"]), players.whom(fool["to"])
        if fool["given"] == FOOL:
            sentences.append(f"{giver} had won no trick and gave the Fool to {winner}.")
        else:
            sentences.append(f"{giver} kept the Fool and gave {winner} {card_text(fool['given'])} for it.")
    return " ".join([*sentences, f"{capital(settlement_text(last['points'], players))}."])


def _bought_off(last: Mapping[str, Any], players: Players) -> str:
    """Return the bargain that bought a hand off, and the share of what was offered beyond the asks."""
    asked_points = sum(word[1] for word in last["words"] if word and word[0] == "ask")
    offers = sum(word[1] for word in last["words"] if word and word[0] == "offer")
    asking_text = f"{asked_points} asked" if asked_points else "nothing asked"
    sentences = [f"The hand ended after {last['reached']} packets: {offers} offered, {asking_text}."]
    silent = [seat for seat, word in enumerate(last["words"]) if word is None]
    if offers > asked_points and silent:
        receivers = listed([players.whom(seat) for seat in silent if last["points"][seat]])
        sentences.append(f"The {offers - asked_points} left over went to {receivers}, who only passed.")
    elif offers > asked_points and asked_points:
        sentences.append(f"The {offers - asked_points} left over cut the offers, the last one first.")
    elif offers > asked_points:
        sentences.append("Nobody asked, so nobody pays.")
    return " ".join([*sentences, f"{capital(settlement_text(last['points'], players))}."])
