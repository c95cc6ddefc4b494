"""The story of a deal of Abracadabra, in sentences: from a view, or from its `last` (docs/views/abracadabra.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Passage
from cogs.games.abracadabra.cards import ONE, SUITS, named, plural, rank_of, suit_of
from cogs.games.abracadabra.moves import MOVES
from cogs.games.abracadabra.placing import exposed
from rules.abracadabra.cards import BIDS
from rules.abracadabra.follow import open_choices
from rules.sentences import capital, listed

HEADINGS: Final[Mapping[str, str]] = {
    "deal": "The deal",
    "suit": "Suits",
    "bid": "Bidding",
    "pass": "Bidding",
    "place": "Bid cards",
    "trump": "Bid cards",
    "expose": "Bid cards",
}
"""The parts of a deal before play, by the verbs of their moves."""

Shown = Mapping[str, Any]
"""A view of a deal in progress, or the `last` of one."""


def story(view: Shown, log: Sequence[Entry], players: Players, start: int = 0) -> tuple[Passage, ...]:
    """Return a deal, one passage an entry of its log from number `start` on; `view` is one of it, or its `last`."""
    verbs = [entry.get("move", "deal").partition(" ")[0] for entry in log]
    first = verbs.index("play") if "play" in verbs else len(log)
    passages: list[Passage] = []
    for place in range(start, len(log)):
        if verbs[place] == "play":
            passages.append(_tell_play(view, log, place, first, players))
        else:
            heading = HEADINGS[verbs[place]]
            begins = not place or HEADINGS[verbs[place - 1]] != heading
            passages.append(
                _event_passage(view, log, verbs, place, players)._replace(heading=heading if begins else "")
            )
    if "parts" in view and passages:
        final = passages[-1]
        passages[-1] = final._replace(result=f"{final.result} {end_text(view, players)}".lstrip())
    return tuple(passages)


def seats_of(view: Shown) -> int:
    """Return the number of players."""
    return len(view["suits"])


def has_dummy(view: Shown) -> bool:
    """Whether a dummy plays along (A2.1)."""
    return view["with_dummy"] if "with_dummy" in view else len(view["dealt"]) > seats_of(view)


def length_of(view: Shown) -> int:
    """Return the number of tricks in the deal."""
    return view["length"] if "length" in view else len(view["dealt"][0])


# -- before play -------------------------------------------------------------------------------------------------------


def _event_passage(view: Shown, log: Sequence[Entry], verbs: Sequence[str], place: int, players: Players) -> Passage:
    """Return the sentence of a deal, choice, bid, or of cards placed, named or exposed."""
    if verbs[place] == "deal":
        return Passage(_tell_deal(view, players))
    entry, seats = log[place], seats_of(view)
    verb, who = verbs[place], players.who(entry["seat"])
    move_number = verbs[: place + 1].count(verb)
    if verb == "place":
        return Passage(_placed_text(view, entry, who), _numbers(view, players) if move_number == seats else "")
    if verb == "expose":
        return Passage(_tell_exposure(view, entry, who), _dummy_opens(view) if move_number == seats else "")
    text = MOVES.done(entry["move"], who)
    if verb in {"suit", "trump"}:
        return Passage(text, forced=verb == "suit" and move_number == len(SUITS))
    bids = [log_entry for log_entry in log[: place + 1] if log_entry.get("move", "").startswith(("bid", "pass"))]
    round_of = bids[(len(bids) - 1) // seats * seats :]
    forced = verb == "pass" and any(bid["move"] == f"bid {length_of(view)}" for bid in round_of)
    result = _bidding_over(view, round_of, len(bids) > seats, players) if len(round_of) == seats else ""
    return Passage(text, result, forced=forced)


def _tell_deal(view: Shown, players: Players) -> str:
    """Return the sentence about the deal: the cards that each seat was dealt, and the trump suit (A2.1)."""
    dummy = ", and to the dummy" if has_dummy(view) else ""
    sentence = f"{players.who(view['dealer'])} dealt {length_of(view)} cards to each player{dummy}."
    turned = view["turn_up"]
    if turned is None:
        return f"{sentence} Declarer will choose trumps."
    trumps_text = f"{SUITS[view['trumps']]} are trumps" if view["trumps"] in SUITS else "there are no trumps"
    return f"{sentence} {capital(named(turned, None))} was turned up: {trumps_text}."


def _bidding_over(view: Shown, spoken: Sequence[Entry], is_further_round: bool, players: Players) -> str:
    """Return Declarer (A4.1), or the consequence if all have passed (A4.2)."""
    bids = [bid for bid in spoken if bid["move"] != "pass"]
    if bids:
        number = int(bids[-1]["move"].removeprefix("bid "))
        seat = bids[-1]["seat"]
        return (
            f"{players.who(seat)} {'are' if seat == players.reader else 'is'} Declarer with {plural(number, 'trick')}."
        )
    if has_dummy(view) and not is_further_round:
        return "Both passed: the dummy opens, and both bid again."
    return ""


def _placed_text(view: Shown, entry: Entry, who: str) -> str:
    """Return the sentence about the tricks that a seat named (A5, K5.2), as far as the reader may know."""
    if "placed" in view:
        return MOVES.done(" ".join(("place", *view["placed"][entry["seat"]])), who)
    if not entry.get("hidden"):
        return MOVES.done(entry["move"], who)
    if "count" not in entry:
        return f"{who} chose bid cards."
    return f"{who} named {plural(entry['count'], 'trick')}."


def _numbers(view: Shown, players: Players) -> str:
    """Return the sentence about the bid cards that a seat placed. It is public once all have placed (A5.3)."""
    numbers = view["numbers"] if "numbers" in view else [len(ranks) for ranks in view["placed"]]
    sentences = [f"{players.whom(seat)} {number or 'none'}" for seat, number in enumerate(numbers)]
    return f"Tricks named: {', '.join(sentences)}."


def _tell_exposure(view: Shown, entry: Entry, who: str) -> str:
    """Return the sentence about the cards that a seat exposed, as far as the reader may know them (A6)."""
    if entry.get("hidden"):
        return f"{who} decided about the pile."
    if entry["move"] == "expose none" and entry["seat"] != view["declarer"]:
        return f"{who} kept the pile hidden."
    exposed_text = exposed(entry["move"].removeprefix("expose "))
    return f"{who} exposed {exposed_text.replace('your pile', 'the pile')}."


def _dummy_opens(view: Shown) -> str:
    """Return the sentence that the dummy opens (A6.3)."""
    return "The dummy is open." if has_dummy(view) and not view["further"] else ""


# -- tricks ------------------------------------------------------------------------------------------------------------


def _tell_play(view: Shown, log: Sequence[Entry], at: int, first: int, players: Players) -> Passage:
    """Return a card played, and who won the trick that it ends."""
    number, place = divmod(at - first, seats_of(view) + has_dummy(view))
    trick = view["tricks"][number] if number < len(view["tricks"]) else None
    dummys = _dummys_place(view, number)
    card = log[at]["move"].removeprefix("play ")
    who = players.who(log[at]["seat"])
    last = number == length_of(view) - 1
    card_text = named(card, view["turn_up"]) + (" from the dummy" if place == dummys else "")
    ends = trick is not None and place == len(trick["cards"]) - 1
    return Passage(
        f"{who} {'played' if place else 'led'} {card_text}{', the last card' if last and place != dummys else ''}.",
        trick_text(view, trick, number + 1, players) if trick is not None and ends else "",
        "" if place else f"Trick {number + 1}",
        forced=last or (place == dummys and _is_only_choice(view, log, at, first)),
    )


def _dummys_place(view: Shown, number: int) -> int | None:
    """Return the place of the dummy's card in a trick, done or on its way (A7.2)."""
    if number < len(view["tricks"]):
        return view["tricks"][number]["dummy"]
    return None if not has_dummy(view) else 0 if view["lead_from"] == "dummy" else 2


def _is_only_choice(view: Shown, log: Sequence[Entry], at: int, first: int) -> bool:
    """Whether the dummy had one card alone that could be played when it played this one."""
    later_entries = range(at, len(log))
    cards = [log[place]["move"].removeprefix("play ") for place in later_entries if _is_dummys(view, place - first)]
    cards += view.get("dummy") or ()
    trick = [(0, log[place]["move"].removeprefix("play ")) for place in range(at - (at - first) % 3, at)]
    return open_choices(cards, trick, view["turn_up"]) == 1


def _is_dummys(view: Shown, cards_played: int) -> bool:
    """Whether a card, after `cards_played` others, came from the dummy."""
    number, place = divmod(cards_played, 3)
    return place == _dummys_place(view, number)


def trick_text(view: Shown, trick: Mapping[str, Any], number: int, players: Players) -> str:
    """Return a trick's winner, with card and reason (A7.1), and the bid cards that name it (A7.3)."""
    card = trick["cards"][trick["best"]][1]
    dummy = " from the dummy" if trick["best"] == trick["dummy"] else ""
    who = players.who(trick["winner"])
    card_text = f"{named(card, view['turn_up'])}{dummy}, {winning_reason(trick, view['trumps'], view['turn_up'])}"
    return " ".join([f"{who} won trick {number} with {card_text}.", *_shown_after(view, number, players)])


def winning_reason(trick: Mapping[str, Any], trumps: str | None, turn_up: str | None) -> str:
    """Return the reason why a card won its trick: "which beats the King of hearts", "as nobody else played a heart"."""
    cards = [card for _, card in trick["cards"]]
    winning_card = cards[trick["best"]]
    suit = suit_of(winning_card, turn_up)
    rivals = [card for card in cards if card != winning_card and suit_of(card, turn_up) == suit]
    if rivals:
        return f"which beats {named(max(rivals, key=lambda card: rank_of(card, turn_up)), turn_up)}"
    if suit == trumps:
        return "the only trump"
    return f"as nobody else played a {ONE[suit]}"


def _shown_after(view: Shown, number: int, players: Players) -> list[str]:
    """Return the bid cards of a trick's number, which are shown when it is over (A7.3)."""
    rank, declarer = BIDS.texts[number - 1], view["declarer"]
    sentences: list[str] = []
    for seat, ranks in enumerate(view["won"]):
        if rank in ranks:
            sentences.append(f"Abracadabra! {players.who(seat)} named it: {plural(number, 'point')}.")
    if rank in view["right"]:
        sentences.append(f"Abracadabra! {players.who(declarer)} exposed it: {2 * number} points.")
    if rank in view["turned"]:
        sentences.append(f"{players.who(declarer)} exposed it and lost {2 * number} points.")
    vain = [seat for seat, ranks in enumerate(view["lost"]) if rank in ranks]
    if vain:
        sentences.append(f"{_subject(vain, players)} named it but lost it.")
    return sentences


def _subject(seats: Sequence[int], players: Players) -> str:
    """Return several players as a sentence begins: "You and Bela"."""
    return listed([players.who(seats[0]), *map(players.whom, seats[1:])])


# -- the end -----------------------------------------------------------------------------------------------------------


def end_text(last: Shown, players: Players) -> str:
    """Return the end of a deal: void (A4.2), or the seats that succeeded (A8.1). The ledger has the points."""
    if last["void"]:
        return "Everyone passed: nobody scores this deal."
    parts, succeeded = last["parts"], last["succeeded"]
    sentences = ["Nobody fulfilled a bid."]
    if succeeded:
        only_text, each_text = ("Only ", "") if len(succeeded) == 1 else ("", " each")
        bids = "their bid" if len(succeeded) == 1 else "their bids"
        who = _subject(succeeded, players)
        who = (
            f"{only_text}{who[0].lower()}{who[1:]}"
            if only_text and succeeded[0] == players.reader
            else f"{only_text}{who}"
        )
        bids = "your bid" if succeeded == [players.reader] else "your bids" if players.reader in succeeded else bids
        sentences = [f"{who} fulfilled {bids}: +{parts[succeeded[0]]['success']} points{each_text}."]
    own_seat = players.reader
    if own_seat is not None and own_seat not in succeeded:
        named, tricks_won = len(last["placed"][own_seat]), parts[own_seat]["tricks"]
        sentences.append(f"You named {named or 'none'} and won {tricks_won or 'none'}: no bonus.")
    return " ".join(sentences)
