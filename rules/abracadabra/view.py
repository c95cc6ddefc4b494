"""What a seat may see (K5), as docs/views/abracadabra.md documents it, and the way back from a view to public facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.abracadabra.cards import BIDS, CARDS, NO_TRUMPS, SUITS, UNNAMED, ranks
from rules.abracadabra.records import NOBODY, NOT_YET, Deal, Last, Log, Setup, Sheet, Step, Taken, dealt
from rules.abracadabra.scoring import Parts, Trick, fate, own_cards, settle, tricks_of
from rules.abracadabra.words import write
from rules.contract import Pack, State, View

NONE = "none"
"""How views name no trumps, to tell it from a suit that is not announced yet."""


def winners(sheet: Sheet) -> tuple[int, ...]:
    """A8.6: who has the highest total."""
    best = max(sheet.totals)
    return tuple([seat for seat, total in enumerate(sheet.totals) if total == best])


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """The view where no hand is on the table: before a deal or after the end."""
    return _frame(state, sheet, seat)


def before_play(state: State, sheet: Sheet, deal: Deal, said: Log, seat: int | None) -> View:
    """The view from the deal to the last pile that is exposed or not."""
    return {**_frame(state, sheet, seat), **_dealt(sheet, deal, said, seat, (), (), ())}


def playing(
    state: State,
    sheet: Sheet,
    deal: Deal,
    said: Log,
    finished: tuple[Taken, ...],
    trick: tuple[int, ...],
    step: Step,
    seat: int | None,
) -> View:
    """The view in play, after these finished tricks and these cards of the next. `step` is whose turn it is."""
    setup = sheet.setup
    first = sheet.eldest
    plays = (*plays_of(finished), *trick)
    tricks = tricks_of(setup, deal, first, plays)
    under_way = tricks.pop() if tricks and len(tricks[-1].cards) < setup.holders else None
    played = [
        {"seat": turn.seat, "move": f"play {CARDS.text[card]}"}
        for told in (*tricks, *((under_way,) if under_way else ()))
        for turn, card in zip(told.turns, told.cards, strict=True)
    ]
    public = _dealt(sheet, deal, said, seat, finished, tricks, plays)
    return {
        **_frame(state, sheet, seat),
        **public,
        "log": public["log"] + played,
        "first": first,
        "trick": _cards(under_way) if under_way else [],
        "lead_from": _source(under_way.turns[0] if under_way else step),
        "due": _source(step),
        "winning": under_way.best.seat if under_way else None,
        "best": under_way.turns.index(under_way.best) if under_way else None,
    }


def plays_of(tricks: Sequence[Taken]) -> tuple[int, ...]:
    """The cards of these tricks in the order played."""
    return tuple([card for _, cards in tricks for card in cards])


def _source(step: Step) -> str:
    """Where the card of this turn comes from."""
    return "hand" if step.holder == step.seat else "dummy"


def _frame(state: State, sheet: Sheet, seat: int | None) -> View:
    """Every key of a view, with the values that a table has between hands."""
    setup = sheet.setup
    seats = setup.seats
    finished = state.finished
    expects = state.expects
    legal = state.legal(-1 if seat is None else seat)
    barred = {} if seat is None else state.barred(seat)
    return {
        "game": "abracadabra",
        "seats": seats,
        "options": setup.options,
        "pack": {"cards": list(setup.pack.cards), "packets": list(setup.pack.packets)} if setup.pack else None,
        "phase": state.phase,
        "number": sheet.number,
        "dealer": sheet.dealer,
        "seat": seat,
        "hand": None if seat is None else [],
        "scores": list(sheet.totals),
        "points": [list(points) for points in sheet.points],
        "to_act": list(state.to_act),
        "awaited": list(state.awaited),
        "expects": expects.event if expects else None,
        "finished": finished,
        "winners": list(winners(sheet)) if finished else [],
        "log": [],
        "moves": list(legal.moves),
        "choices": [template.shown() for template in legal.choices],
        "barred": {card: [why.refusal.clause, why.refusal.message, list(why.instead)] for card, why in barred.items()},
        "length": setup.tricks,
        "deals": setup.limit,
        "counted": sheet.counted,
        "voids": sheet.voids,
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
        "with_dummy": setup.dummy,
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
        "last": _last(setup, sheet.last) if sheet.last else None,
    }


def _dealt(
    sheet: Sheet,
    deal: Deal,
    said: Log,
    seat: int | None,
    finished: Sequence[Taken],
    tricks: Sequence[Trick],
    plays: tuple[int, ...],
) -> dict[str, Any]:
    """What a viewer knows of a deal, after these finished tricks, told in full by `tricks`, and these cards played."""
    played = sum(plays)
    setup = sheet.setup
    seats = range(setup.seats)
    declarer = None if deal.declarer == NOBODY else deal.declarer
    all_placed, all_exposed = NOT_YET not in deal.placed, NOT_YET not in deal.piles
    done = fate(deal, finished)
    numbers: list[int | None] = []
    left: list[list[str] | None] = []
    piles: list[bool | None] = []
    pile_cards: list[list[str] | None] = []
    for one in seats:
        placed, pile = deal.placed[one], deal.piles[one]
        public = placed != NOT_YET and (all_placed or one in (seat, declarer))
        numbers.append(placed.bit_count() if public else None)  # A5.3
        told = pile != NOT_YET and (all_exposed or one in (seat, declarer))
        piles.append(pile == 1 if told else None)  # A6.2
        open_pile = told and pile == 1
        known = public and (one == seat or open_pile)
        face_down = placed & ~(deal.right if one == declarer else 0) & ~done.left[one]
        left.append(ranks(face_down) if known else None)
        pile_cards.append(ranks(setup.bid_cards & ~placed) if known else None)
    laid_open = setup.dummy and (deal.further or all_exposed)  # A4.2, A6.3
    return {
        "hand": None if seat is None else CARDS.listed(deal.hands[seat] & ~played),
        "log": _log(deal, said, seat, declarer, all_placed, all_exposed),
        "turn_up": CARDS.text[deal.turn_up] if deal.turn_up else None,
        "trumps": _trumps(deal.trumps),
        "suits": [_suit(suit) for suit in deal.suits],
        "bids": [None if bid == NOT_YET else bid for bid in deal.bids],
        "further": deal.further,
        "declarer": declarer,
        "numbers": numbers,
        "left": left,
        "right": ranks(deal.right & ~done.turned),
        "turned": ranks(done.turned),
        "won": [ranks(cards) for cards in done.won],
        "lost": [ranks(cards) for cards in done.lost],
        "piles": piles,
        "pile_cards": pile_cards,
        "counts": [(deal.hands[one] & ~played).bit_count() for one in seats],
        "dummy": CARDS.listed(deal.hands[-1] & ~played) if laid_open else None,
        "tricks": [_told(trick) for trick in tricks],
        "taken": list(done.taken),
        "own": list(own_cards(deal, done)) if tricks else [0] * setup.seats,
    }


def _log(
    deal: Deal, said: Log, seat: int | None, declarer: int | None, all_placed: bool, all_exposed: bool
) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = [{"event": "deal"}]
    for speaker, move in said:
        verb = move.verb
        told: dict[str, Any] = {"seat": speaker, "move": write(move)}
        if speaker != seat and verb == "place":
            told = {"seat": speaker, "move": verb, "hidden": True}
            if all_placed or speaker == declarer:
                told["count"] = deal.placed[speaker].bit_count()
        elif speaker not in (seat, declarer) and verb == "expose" and not all_exposed:
            told = {"seat": speaker, "move": verb, "hidden": True}
        log.append(told)
    return log


def _suit(suit: int) -> str | None:
    return None if suit == UNNAMED else SUITS[suit]


def _trumps(trumps: int) -> str | None:
    return NONE if trumps == NO_TRUMPS else _suit(trumps)


def _cards(trick: Trick) -> list[list[int | str]]:
    return [[turn.seat, CARDS.text[card]] for turn, card in zip(trick.turns, trick.cards, strict=True)]


def _told(trick: Trick) -> dict[str, Any]:
    """A finished trick; `dummy` is the place in it of the card from the dummy."""
    dummy = [place for place, turn in enumerate(trick.turns) if turn.holder != turn.seat]
    return {
        "leader": trick.turns[0].seat,
        "cards": _cards(trick),
        "winner": trick.best.seat,
        "best": trick.turns.index(trick.best),
        "dummy": dummy[0] if dummy else None,
    }


def _last(setup: Setup, last: Last) -> dict[str, Any]:
    deal = last.deal
    seats = setup.seats
    void = not last.tricks
    first = (last.dealer + 1) % seats
    tricks = tricks_of(setup, deal, first, plays_of(last.tricks))
    done = fate(deal, last.tricks)
    parts = (Parts(0, 0, 0, 0, 0),) * seats if void else settle(setup, deal, last.tricks)
    placed = (0,) * seats if void else deal.placed
    return {
        "number": last.number,
        "dealer": last.dealer,
        "void": void,
        "turn_up": CARDS.text[deal.turn_up] if deal.turn_up else None,
        "trumps": _trumps(deal.trumps),
        "suits": [_suit(suit) for suit in deal.suits],
        "bids": list(deal.bids),
        "further": deal.further,
        "declarer": None if deal.declarer == NOBODY else deal.declarer,
        "placed": [ranks(cards) for cards in placed],
        "right": ranks(deal.right & ~done.turned),
        "turned": ranks(done.turned),
        "won": [ranks(cards) for cards in ((0,) * seats if void else done.won)],
        "lost": [ranks(cards) for cards in ((0,) * seats if void else done.lost)],
        "piles": [pile == 1 for pile in deal.piles],
        "tricks": [_told(trick) for trick in tricks],
        "taken": list(done.taken),
        "own": [0] * seats if void else list(own_cards(deal, done)),
        "succeeded": [seat for seat, part in enumerate(parts) if part.success],
        "parts": [part._asdict() for part in parts],
        "points": [sum(part) for part in parts],
        "dealt": [CARDS.listed(hand) for hand in deal.hands],
        "pack": [CARDS.text[card] for card in deal.order],
    }


def sheet_of(view: View) -> Sheet:
    """The score sheet that a view shows: all public facts from before the hand in progress."""
    options, pack = view["options"], view["pack"]
    setup = Setup(
        view["seats"],
        options["trump"],
        options["success"],
        options["two_player"],
        options["deals"],
        options["target"],
        Pack(tuple(pack["cards"]), tuple(pack["packets"])) if pack else None,
    )
    return Sheet(
        setup,
        view["number"],
        view["dealer"],
        tuple(view["scores"]),
        tuple(tuple(points) for points in view["points"]),
        view["counted"],
        view["voids"],
        _last_of(setup, view["last"]) if view["last"] else None,
    )


def _last_of(setup: Setup, shown: Mapping[str, Any]) -> Last:
    """The finished hand that a view's `last` shows."""
    deal = dealt(setup, shown["dealer"], [CARDS.bit[card] for card in shown["pack"]])
    deal = deal._replace(
        suits=tuple(SUITS.index(suit) for suit in shown["suits"]),
        bids=tuple(shown["bids"]),
        declarer=NOBODY if shown["declarer"] is None else shown["declarer"],
        further=shown["further"],
    )
    if not shown["void"]:
        deal = deal._replace(
            trumps=NO_TRUMPS if shown["trumps"] == NONE else SUITS.index(shown["trumps"]),
            placed=tuple(BIDS.mask(cards) for cards in shown["placed"]),
            right=BIDS.mask((*shown["right"], *shown["turned"])),
            piles=tuple(int(pile) for pile in shown["piles"]),
        )
    tricks = tuple((trick["winner"], tuple(CARDS.bit[card] for _, card in trick["cards"])) for trick in shown["tricks"])
    return Last(shown["number"], shown["dealer"], deal, tricks)
