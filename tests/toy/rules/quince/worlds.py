"""The worlds that agree with a view of Quince: hidden cards and hidden guesses."""

from __future__ import annotations

from random import Random

from rules.quince.cards import PACK, STAR
from rules.quince.moves import MOST_GUESS, read_lay
from rules.quince.positions import Dealing, Finished, Guessing, Laying
from rules.quince.records import Hand
from rules.quince.views import sheet_of

from rules.contract import Chance, Event, Move, State, View, Worlds, replay_events
from rules.dealing import Sharing


class QuinceWorlds(Worlds):
    """See `Worlds`. A hand is so short that each world is replayed."""

    def __init__(self, view: View, start: State) -> None:
        self._view, self._start = view, start

    def draw(self, rng: Random) -> State:
        """See `Worlds.draw`."""
        return replay_events(self._start, drawn(self._view, rng))

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        if isinstance(world, Dealing | Finished):
            return ()
        assert isinstance(world, Guessing | Laying)
        guesses = world.guesses if isinstance(world, Guessing) else world.hand.guesses
        moves = [
            Move(event["seat"], f"guess {guesses[event['seat']]}" if event.get("hidden") else event["move"])
            for event in self._view["log"][1:]
        ]
        return Chance("deal", world.hand.order), *moves


def drawn(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the hand in progress, hidden things drawn uniformly."""
    if not view["log"]:
        return ()
    sheet = sheet_of(view)
    seats, pack = sheet.setup.seats, sheet.setup.shrunk.cards if sheet.setup.shrunk else PACK
    known: list[list[str]] = [[] for _ in range(seats)]
    starless: set[int] = set()
    for seat, text in view["laid"]:
        laid = read_lay(text)
        known[seat] += laid.cards if laid else ()
        starless.add(seat)  # who held the Star has laid it (Q4.1)
    if view["seat"] is not None:
        known[view["seat"]] += view["hand"]
    views = {card for cards in known for card in cards}
    hidden = [card for card in pack if card not in views]
    everybody = (1 << seats + 1) - 1
    without = everybody & ~sum(1 << seat for seat in starless)
    allowed = [without if card == STAR else everybody for card in hidden]
    rooms = [3 - len(cards) for cards in known]
    *hands, rest = Sharing(hidden, allowed, [*rooms, len(hidden) - sum(rooms)]).draw(rng)
    order = [""] * len(pack)
    for place, seat in enumerate(sheet.speaking()):
        cards = [*known[seat], *hands[seat]]
        rng.shuffle(cards)
        order[place : 3 * seats : seats] = cards
    order[3 * seats :] = rest
    moves: list[Event] = []
    for event in view["log"][1:]:
        text = f"guess {rng.randint(0, MOST_GUESS)}" if event.get("hidden") else event["move"]
        moves.append(Move(event["seat"], text))
    assert len(Hand(sheet, tuple(order)).dealt(0)) == 3
    return Chance("deal", tuple(order)), *moves
