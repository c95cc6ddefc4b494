"""The scenes of Abracadabra: the table, and a hand by suit with the own bid cards, from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.common.text import distinct_names, format_signed, isolate, plain
from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.scene.scene import READY, CardScene, HandScene, SeatScene, TableScene, Zone
from bot.ui.scene.text import amount
from cogs.games.abracadabra import zones
from cogs.games.abracadabra.cards import JOKER, ONE, SIGNS, SUITS, card_groups, suit_of, trumps, value_of
from cogs.games.abracadabra.ledger import so_far
from cogs.games.abracadabra.pack import ABRACADABRA
from rules.abracadabra.cards import NO_TRUMPS
from rules.contract import View
from rules.sentences import capital

NAMED: Final = 16
"""Letters of a name above bid cards."""


def table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """Return the public table."""
    is_over = common_texts.shows_last_hand(view)
    return TableScene(
        pack=ABRACADABRA.name,
        title=title,
        subtitle=deal_number_text(view),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=() if is_over else _zones(view, players),
        facts=() if is_over else tuple(_facts(view, players)),
        card_places=view["phase"] in {"suit", "bid", "place", "trump", "expose", "play"},
    )


def deal_number_text(view: View) -> str:
    """Return the number of the deal, with the number of deals (A8.6) or the target."""
    if view["finished"]:
        return "The game is over"
    is_over = common_texts.shows_last_hand(view)
    if is_over and view["last"]["void"]:
        return "A void deal is over"
    number = view["counted"] + (not is_over)
    target = view["options"]["target"]
    text = f"Deal {number} of {view['deals']}" if view["deals"] else f"Deal {number}"
    return text + (" is over" if is_over else "") + (f" (to {target} points)" if target else "")


def hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """Return a seat's own cards by suit, with what it may do; between deals what it ended with."""
    own_seat: int = view["seat"]
    turn = own_seat in view["to_act"]
    is_over = common_texts.shows_last_hand(view)
    playable = [move.removeprefix("play ") for move in view["moves"] if view["due"] == "hand"]
    some_only = playable if len(playable) < len(view["hand"]) else ()
    cards, groups = card_groups(view["hand"] or (), view["turn_up"], some_only, view["barred"])
    facts = [] if is_over else [*_suits(view, players), *_facts(view, players)]
    if view["phase"] == "play":
        facts.append(("Won", f"{view['taken'][own_seat]}, named {view['numbers'][own_seat] or 'none'}"))
        facts.append(("Points", str(so_far(view, own_seat))))
    else:
        facts.append(("Your score", amount(view["scores"][own_seat])))
    return HandScene(
        pack=ABRACADABRA.name,
        title=f"Your hand at {title}",
        prompt=prompt,
        cards=cards,
        notes=notes(view) if turn else (),
        zones=_zones_of_last(view["last"], players) if is_over else _zones_beside_hand(view, players),
        facts=tuple(facts),
        your_turn=turn,
        groups=groups,
        small=not is_over and bool(view["numbers"][own_seat]),  # bid cards lie above them
    )


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    """Return a seat: its suit, what it bid, whether it is ready, how many cards it placed, what it has won so far."""
    badges = common_texts.seat_badges(view, players, seat)
    playing = view["phase"] == "play"
    if view["suits"][seat]:
        badges.append(SIGNS[view["suits"][seat]])
    if playing and (points := so_far(view, seat)):
        badges.append(format_signed(points))
    bid, number = view["bids"][seat], view["numbers"][seat]
    if bid and (view["phase"] == "bid" or seat == view["declarer"]):
        badges.append(f"bid {bid}")
    elif bid == 0 and view["phase"] == "bid":
        badges.append("passed")
    elif number is not None and not (playing and (lying := zones.bid_cards_in_play(view, seat)) and lying.is_any_open):
        badges.append(f"{number or 'none'} named")
    if view["phase"] in {"place", "expose"} and _has_acted(view, seat):
        badges.append(READY)
    if view["piles"][seat]:
        badges.append("exposed")
    if view["trick"] and view["trick"][0][0] == seat:
        badges.append("led")
    return SeatScene(
        seat=seat,
        name=players.name(seat),
        score=view["scores"][seat],
        badges=tuple(badges),
        to_act=seat in view["to_act"],
        cards=_played_card(view, seat) if playing else (CardScene(None),) * view["counts"][seat],
        tricks=view["taken"][seat] if playing else None,
    )


def _exposed_note(view: Mapping[str, Any], seat: int) -> str:
    """Return the number of bid cards that Declarer has exposed, and an open pile (A6), from a view or its `last`."""
    doubled = len(view["right"]) + len(view["turned"]) if seat == view["declarer"] else 0
    exposed_parts = [*([str(doubled)] if doubled else []), *(["pile"] if view["piles"][seat] else [])]
    return f"{' and '.join(exposed_parts)} exposed" if exposed_parts else ""


def _has_acted(view: View, seat: int) -> bool:
    """Whether a seat has placed, or decided what to turn up, where others still have to (A5, A6)."""
    return any(entry.get("seat") == seat and entry["move"].startswith(view["phase"]) for entry in view["log"])


def _played_card(view: View, seat: int) -> tuple[CardScene, ...]:
    """Return a seat's card in the trick, the dummy's marked as such (A7.2). It lies until the next lead."""
    shows_last_trick = not view["trick"] and bool(view["tricks"])
    trick = view["tricks"][-1] if shows_last_trick else {"cards": view["trick"], "best": view["best"]}
    dummy = trick["dummy"] if shows_last_trick else zones.dummys_place(view)
    return tuple(
        CardScene(
            card,
            common_texts.trick_card_state(place == trick["best"], shows_last_trick),
            "dummy" if place == dummy else "",
        )
        for place, (who, card) in enumerate(trick["cards"])
        if who == seat
    )


def _zones(view: View, players: Players) -> tuple[Zone, ...]:
    """Return the zones: the turn-up until the first trick is over, the dummy, and the placed bid cards."""
    turned = () if view["tricks"] else zones.turn_up_zone(view)
    return (*turned, *zones.dummy(view), *_all_bid_cards(view, players))


def _last_trick(view: View, players: Players) -> Zone:
    trick = view["tricks"][-1]
    return zones.trick(
        f"Last trick, {len(view['tricks'])}", trick["cards"], trick["best"], trick["dummy"], players, over=True
    )


def _all_bid_cards(view: View, players: Players) -> list[Zone]:
    """Return the zones of bid cards by seat, if any of them may be known."""
    finished_tricks = len(view["tricks"])
    places = [(seat, zones.bid_cards_in_play(view, seat)) for seat in range(view["seats"])]
    return [
        zones.bid_cards(_bid_cards_title(players, seat), seat_bids, finished_tricks)
        for seat, seat_bids in places
        if seat_bids is not None and seat_bids.is_any_open
    ]


def _bid_cards_title(players: Players, seat: int) -> str:
    """Return the title of a seat's bid cards. A long name is cut, so that the text after it fits."""
    return f"{_short_name(players, seat)}'s bids"


def _short_name(players: Players, seat: int) -> str:
    """Return a seat's name in few letters; where that is not all of it, or two would read the same, by the seat's
    number.
    """
    name = players.name(seat)
    if len(name) > NAMED:
        return isolate(plain(f"{seat + 1} {name}", NAMED))
    return distinct_names(dict(enumerate(players.everybody)), NAMED)[seat]


def _zones_beside_hand(view: View, players: Players) -> tuple[Zone, ...]:
    """Return the zones beside a hand: the trick in progress, the seat's bid cards, and the last trick without a
    dummy.
    """
    own_seat: int = view["seat"]
    zone_list: list[Zone] = []
    if view["trick"]:
        zone_list.append(
            zones.trick("This trick", view["trick"], view["best"], zones.dummys_place(view), players, over=False),
        )
    elif view["tricks"] and not view["dummy"]:
        zone_list.append(_last_trick(view, players))
    elif not view["tricks"] and not view["dummy"]:
        zone_list += zones.turn_up_zone(view)
    zone_list += zones.dummy(view)
    own_bids = zones.bid_cards_in_play(view, own_seat)
    if own_bids is not None and any(own_bids):
        zone_list.append(zones.bid_cards("Your bids", own_bids, len(view["tricks"]), _exposed_note(view, own_seat)))
    return tuple(zone_list)


def _zones_of_last(last: Mapping[str, Any], players: Players) -> tuple[Zone, ...]:
    """Return the zones of a finished deal: the turn-up, and the outcome of each bid card."""
    if last["void"]:
        return zones.turn_up_zone(last)
    finished_tricks = len(last["tricks"])
    places = [(seat, zones.bid_cards_at_end(last, seat)) for seat in range(len(last["placed"]))]
    return tuple(
        zones.bid_cards(_bid_cards_title(players, seat), seat_bids, finished_tricks, _exposed_note(last, seat))
        for seat, seat_bids in places
        if any(seat_bids)
    )


def _facts(view: View, players: Players) -> list[tuple[str, str]]:
    """Return Declarer (in play seen by the bid at a seat), tricks so far, trumps, doubled tricks, and suit to
    follow.
    """
    facts: list[tuple[str, str]] = []
    if view["declarer"] is not None and view["phase"] != "play":
        who = "you" if view["declarer"] == players.reader else _short_name(players, view["declarer"])
        facts.append(("Declarer", f"{who}, bid {max(bid or 0 for bid in view['bids'])}"))
    if view["phase"] == "play":
        facts.append(("Trick", f"{len(view['tricks']) + 1} of {view['length']}"))
    if (view["phase"] == "play" and not _turn_up_lies(view)) or (view["trumps"] and not view["turn_up"]):
        facts.append(("Trumps", "none" if view["trumps"] == NO_TRUMPS else trumps(view)))
    declarer: int | None = view["declarer"]
    if declarer is not None and view["seat"] not in {None, declarer} and (exposed := [*view["right"], *view["turned"]]):
        numbers = ", ".join(map(str, sorted(map(value_of, exposed))))
        facts.append((f"{_short_name(players, declarer)} exposed", numbers))
    if view["trick"] and view["trick"][0][1] == JOKER:  # other cards show their suit
        facts.append(("To follow", SUITS[suit_of(JOKER, view["turn_up"])]))
    return facts


def _turn_up_lies(view: View) -> bool:
    """Whether the card turned up is shown, which says what is trumps: on the board, and in a hand without a trick."""
    is_visible = view["turn_up"] is not None and not view["tricks"]
    return is_visible and (view["seat"] is None or not (view["trick"] or view["dummy"]))


def _suits(view: View, players: Players) -> list[tuple[str, str]]:
    """Return the suit that each player has chosen (A3.1), the own one first."""
    own_seat: int = view["seat"]
    seats = [own_seat, *(seat for seat in range(view["seats"]) if seat != own_seat)]
    chosen_suits = [(seat, SIGNS[view["suits"][seat]]) for seat in seats if view["suits"][seat]]
    return [("Your suit" if seat == own_seat else _short_name(players, seat), sign) for seat, sign in chosen_suits]


# -- why cards may not go ----------------------------------------------------------------------------------------------


def notes(view: View) -> tuple[str, ...]:
    """Return the reasons why cards may not be played, and the cards to play, with the clause (A7.1, A7.2)."""
    return _barred(view) if view["phase"] == "play" else ()


def _barred(view: View) -> tuple[str, ...]:
    """Return a sentence, with its clause, for each reason why some cards may not be played now."""
    from_dummy = view["due"] == "dummy"
    source: Sequence[str] = (view["dummy"] if from_dummy else view["hand"]) or ()
    sentences: list[str] = []
    if from_dummy and view["hand"]:
        sentences.append("This card comes from the dummy, so you must play one of its cards. (A7.2)")
    if any(card in view["barred"] for card in source):
        turned = view["turn_up"]
        led_card = view["trick"][0][1]
        suit = suit_of(led_card, turned)
        forcing = [card for card in source if card not in view["barred"]]
        lead_text = f"The joker was led as a {ONE[suit]}" if led_card == JOKER else f"{capital(SUITS[suit])} were led"
        joker = " (the joker is one)" if JOKER in forcing else ""
        holder, clause = ("the dummy holds", "A7.2") if from_dummy else ("you hold", "A7.1")
        sentences.append(f"{lead_text} and {holder} one, so you must play a {ONE[suit]}{joker}. ({clause})")
    return tuple(sentences)
