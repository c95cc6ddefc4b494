"""The views of seats (K5), as docs/views/abracadabra.md documents it, and the way back from a view to public facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.abracadabra.cards import BIDS, CARDS, suit_led
from rules.abracadabra.deal import deal_pack
from rules.abracadabra.expose import is_dummy_open
from rules.abracadabra.fate import fates
from rules.abracadabra.records import Deal, Hand, Last, Setup, Sheet, Trick
from rules.abracadabra.scoring import settle
from rules.abracadabra.trick import seat_at
from rules.contract import State, View
from rules.views import common, pack_of


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """Return the view where no hand is on the table, before a deal or after the end: every key there is."""
    setup = sheet.setup
    seats = setup.seats
    last = last_view(setup, sheet.last) if sheet.last else None
    return {
        **common("abracadabra", state, sheet, seat, last),
        "length": setup.tricks,
        "deals": setup.limit,
        "counted": sheet.deals_counted,
        "voids": sheet.voids_in_row,
        "turn_up": None,
        "trumps": None,
        "suits": [None] * seats,
        "bids": [None] * seats,
        "further": False,
        "declarer": None,
        "numbers": [None] * seats,
        "left": [None] * seats,
        "right": [],
        "turned": [],
        "won": [[] for _ in range(seats)],
        "lost": [[] for _ in range(seats)],
        "piles": [None] * seats,
        "pile_cards": [None] * seats,
        "counts": [0] * seats,
        "with_dummy": setup.has_dummy,
        "dummy": None,
        "first": None,
        "trick": [],
        "lead_from": None,
        "due": None,
        "winning": None,
        "best": None,
        "tricks": [],
        "taken": [0] * seats,
        "own": [0] * seats,
    }


def before_play(state: State, hand: Hand, seat: int | None) -> View:
    """Return the view from the deal to the last pile that is exposed or not."""
    return {
        **between(state, hand.sheet, seat),
        **_hand_view(hand, sum(hand.deal.hands), (), seat),
        "log": _log(hand, seat),
    }


def playing(state: State, hand: Hand, unplayed: int, tricks: tuple[Trick, ...], trick: Trick, seat: int | None) -> View:
    """Return the view in play: these cards have not been played, these tricks are finished, and this one is in
    progress.
    """
    setup = hand.sheet.setup
    play_entries = [
        {"seat": player, "move": f"play {card}"}
        for each_trick in (*tricks, trick)
        for player, card in _trick_cards_view(setup, each_trick)
    ]
    return {
        **between(state, hand.sheet, seat),
        **_hand_view(hand, unplayed, tricks, seat),
        "log": _log(hand, seat) + play_entries,
        "first": hand.sheet.eldest,
        "trick": _trick_cards_view(setup, trick),
        "lead_from": _source(trick, 0),
        "due": _source(trick, len(trick.cards)),
        "winning": seat_at(setup, trick, trick.best) if trick.cards else None,
        "best": trick.best if trick.cards else None,
    }


def _hand_view(hand: Hand, unplayed: int, tricks: tuple[Trick, ...], seat: int | None) -> dict[str, Any]:
    """Return the part of a view that shows a hand after these tricks, with these cards not played yet."""
    setup, deal = hand.sheet.setup, hand.deal
    hands = [cards & unplayed for cards in deal.hands]
    fate = fates(deal, tricks)
    numbers: list[int | None] = []
    left_cards: list[list[str] | None] = []
    piles: list[bool | None] = []
    pile_cards: list[list[str] | None] = []
    for owner in range(setup.seats):
        placed = deal.placed[owner] if is_number_known(deal, owner, seat) else None
        pile = deal.piles[owner] if is_pile_known(deal, owner, seat) else None
        numbers.append(None if placed is None else placed.bit_count())
        piles.append(pile)
        if placed is None or (owner != seat and not pile):
            left_cards.append(None)
            pile_cards.append(None)
        else:  # an open pile shows what is not in it
            left_cards.append(BIDS.listed(fate[owner].hidden))
            pile_cards.append(BIDS.listed(setup.bid_cards & ~placed))
    return {
        "hand": None if seat is None else CARDS.listed(hands[seat]),
        "turn_up": _turn_up(deal),
        "trumps": deal.trumps,
        "suits": list(deal.suits),
        "bids": list(deal.bids),
        "further": deal.further,
        "declarer": deal.declarer,
        "numbers": numbers,
        "left": left_cards,
        "right": [rank for seat_fate in fate for rank in BIDS.listed(seat_fate.right)],
        "turned": [rank for seat_fate in fate for rank in BIDS.listed(seat_fate.turned)],
        "won": [BIDS.listed(seat_fate.won) for seat_fate in fate],
        "lost": [BIDS.listed(seat_fate.lost) for seat_fate in fate],
        "piles": piles,
        "pile_cards": pile_cards,
        "counts": [cards.bit_count() for cards in hands[: setup.seats]],
        "dummy": CARDS.listed(hands[-1]) if is_dummy_open(hand) else None,
        "tricks": [_finished_trick_view(setup, trick) for trick in tricks],
        "taken": [seat_fate.tricks for seat_fate in fate],
        "own": [seat_fate.own for seat_fate in fate],
    }


def is_number_known(deal: Deal, seat: int, viewer: int | None) -> bool:
    """Whether a viewer may know how many bid cards a seat has placed (A5.3)."""
    return seat in (viewer, deal.declarer) or None not in deal.placed


def is_pile_known(deal: Deal, seat: int, viewer: int | None) -> bool:
    """Whether a viewer may know if a seat has exposed its pile (A6.2)."""
    return seat in (viewer, deal.declarer) or None not in deal.piles


def has_new_open_cards(before: View, after: View) -> bool:
    """Whether new cards lie open in a bystander's view: the dummy, or a seat's pile."""
    opened = [pile for pile in after["pile_cards"] if pile] != [pile for pile in before["pile_cards"] if pile]
    return opened or (before["dummy"] is None and after["dummy"] is not None)


def _log(hand: Hand, viewer: int | None) -> list[dict[str, Any]]:
    """Return the moves before play, without those hidden from the viewer (A5, A6.2)."""
    deal = hand.deal
    log: list[dict[str, Any]] = [{"event": "deal"}]
    for seat, text in hand.moves:
        verb = text.partition(" ")[0]
        entry: dict[str, Any] = {"seat": seat, "move": text}
        if verb == "place" and seat != viewer:
            entry = {"seat": seat, "move": verb, "hidden": True}
            if is_number_known(deal, seat, viewer):
                entry["count"] = (deal.placed[seat] or 0).bit_count()
        elif verb == "expose" and not is_pile_known(deal, seat, viewer):
            entry = {"seat": seat, "move": verb, "hidden": True}
        log.append(entry)
    return log


def _turn_up(deal: Deal) -> str | None:
    return CARDS.text[deal.turn_up] if deal.turn_up else None


def _trick_cards_view(setup: Setup, trick: Trick) -> list[list[Any]]:
    """Return the cards of a trick with who played them."""
    return [[seat_at(setup, trick, place), CARDS.text[card]] for place, card in enumerate(trick.cards)]


def _source(trick: Trick, place: int) -> str:
    """Return the hand from which the card at a place in the trick comes (A7.2)."""
    return "dummy" if place == trick.dummy else "hand"


def _finished_trick_view(setup: Setup, trick: Trick) -> dict[str, Any]:
    """Return a finished trick; `dummy` is the place in it of the card from the dummy."""
    return {
        "leader": trick.leader,
        "cards": _trick_cards_view(setup, trick),
        "winner": trick.winner,
        "best": trick.best,
        "dummy": trick.dummy,
    }


def last_view(setup: Setup, last: Last) -> dict[str, Any]:
    """Return the hand that ended last, which everybody may know whole (K5.2)."""
    deal, tricks = last.deal, last.tricks
    fate = fates(deal, tricks)
    parts = settle(setup, deal, tricks)
    return {
        "number": last.number,
        "dealer": last.dealer,
        "void": not tricks,
        "turn_up": _turn_up(deal),
        "trumps": deal.trumps,
        "suits": list(deal.suits),
        "bids": list(deal.bids),
        "further": deal.further,
        "declarer": deal.declarer,
        "placed": [BIDS.listed(cards or 0) for cards in deal.placed],
        "right": [rank for seat_fate in fate for rank in BIDS.listed(seat_fate.right)],
        "turned": [rank for seat_fate in fate for rank in BIDS.listed(seat_fate.turned)],
        "won": [BIDS.listed(seat_fate.won) for seat_fate in fate],
        "lost": [BIDS.listed(seat_fate.lost) for seat_fate in fate],
        "piles": [bool(pile) for pile in deal.piles],
        "tricks": [_finished_trick_view(setup, trick) for trick in tricks],
        "taken": [seat_fate.tricks for seat_fate in fate],
        "own": [seat_fate.own for seat_fate in fate],
        "succeeded": [seat for seat, part in enumerate(parts) if part.success],
        "parts": [part._asdict() for part in parts],
        "points": [sum(part) for part in parts],
        "dealt": [CARDS.listed(hand) for hand in deal.hands],
        "pack": [CARDS.text[card] for card in deal.order],
    }


def sheet_of(view: View) -> Sheet:
    """Return the score sheet that a view shows: all public facts from before the hand in progress."""
    setup = Setup.from_options(view["seats"], view["options"], pack_of(view))
    return Sheet(
        setup,
        number=view["number"],
        dealer=view["dealer"],
        points=tuple(tuple(points) for points in view["points"]),
        deals_counted=view["counted"],
        voids_in_row=view["voids"],
        last=last_of(setup, view["last"]) if view["last"] else None,
    )


def last_of(setup: Setup, fields: Mapping[str, Any]) -> Last:
    """Return the finished hand that a view's `last` shows."""
    order = tuple(CARDS.bit[card] for card in fields["pack"])
    deal = deal_pack(setup, fields["dealer"], order)._replace(
        trumps=fields["trumps"],
        suits=tuple(fields["suits"]),
        bids=tuple(fields["bids"]),
        declarer=fields["declarer"],
        further=fields["further"],
    )
    if not fields["void"]:
        deal = deal._replace(
            placed=tuple(BIDS.mask(cards) for cards in fields["placed"]),
            right=BIDS.mask((*fields["right"], *fields["turned"])),
            piles=tuple(fields["piles"]),
        )
    tricks = tuple(_trick(trick, deal.turn_up) for trick in fields["tricks"])
    return Last(fields["number"], fields["dealer"], deal, tricks)


def _trick(fields: Mapping[str, Any], turn_up: int) -> Trick:
    cards = tuple(CARDS.bit[card] for _, card in fields["cards"])
    return Trick(
        fields["leader"], fields["dummy"], cards, suit_led(cards[0], turn_up), fields["best"], fields["winner"]
    )
