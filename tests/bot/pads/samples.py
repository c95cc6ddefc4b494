"""Pads for tests: random ones, as people could have kept them, and one with the most that a pad can hold."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from bot.pads.pad import Pad, game_of, rescore_hands
from data.pads.records import FREE_GAME_ID, PadHand, PadPlayer, PadRecord
from rules.five_crowns.cards import DECK

NAMES = (
    *("Ada", "=1+1", "+49 30", "-5", "@SUM(A1)", "'quoted", "''=x", "a;=cmd()", "b;'-3", "Zoë", "Ольга", "דנה"),
    *(
        "田中田中田中",
        "a,b",
        'say "hi"',
        "$x^2$",
        "🦊",
        "ada",
        "Ada",
        "\u200b",
        "x\ty",
        "Told",
        "Hand",
        "＝1",
        "W" * 32,
    ),
)

USUAL_NAMES = ("Ada", "Bela", "Cleo", "Dora", "Emil", "Fritz", "Gerd", "Hans", "Ida", "Jan", "Kim", "Lea")


def player(number: int, name: str, place: int | None = None, user: int | None = None) -> PadPlayer:
    """Return a player of a pad; their place is that of their number unless it is given."""
    return PadPlayer(number, user, name, number - 1 if place is None else place)


def hand(number: int, players: tuple[int, ...], message: dict[str, Any], dealer: int = 0, **more: Any) -> PadHand:
    """Return a hand as somebody has entered it, which the rules have not seen."""
    counting_hand = PadHand(
        number, 1, players, dealer, message, {}, {}, (), "counts", 0, 60_000 * number + 7, 99, "Entered"
    )
    return replace(counting_hand, **more)


def pad(game: str, players: tuple[PadPlayer, ...], hands: tuple[PadHand, ...], **more: Any) -> Pad:
    """Return a pad of these players and hands, worked out by the rules."""
    game_rules = game_of(game)
    options = game_rules.resolve(more.pop("options", {}))
    head = (3, game, game_rules.version, more.pop("name", "Friday"), options, 5, 6, more.pop("status", "open"))
    record = PadRecord(*head, 9, None, None, 0, 0, ((99, "Keeper"),), players, hands)
    return Pad(replace(record, hands=rescore_hands(record), **more))


def free(*points: tuple[int | None, ...], names: tuple[str, ...] = (), **more: Any) -> Pad:
    """Return a free pad with a row of points for each hand, None for a player who sat it out."""
    count = len(points[0]) if points else len(names)
    named = names or (*USUAL_NAMES, *(f"Player {number}" for number in range(13, count + 1)))[:count]
    hands = (
        hand(
            number,
            tuple(place for place, cell in enumerate(row, 1) if cell is not None),
            {"points": [cell for cell in row if cell is not None]},
        )
        for number, row in enumerate(points, 1)
    )
    return pad(FREE_GAME_ID, tuple(player(number, name) for number, name in enumerate(named, 1)), tuple(hands), **more)


def late(start: int | None) -> Pad:
    """Return a free pad of two hands, where Cleo comes for the second with so many points to start with."""
    record = free((10, 5, None), (20, 3, 7))
    players = tuple(replace(person, start=start) if person.number == 3 else person for person in record.record.players)
    return Pad(replace(record.record, players=players))


def large(players: int = 12, hands: int = 500, seed: int = 1) -> Pad:
    """Return a free pad of so many players and hands."""
    rng = Random(seed)
    names = tuple(rng.sample(["".join(rng.choices("abcdefghijkl MW", k=32)) for _ in range(players)], players))
    return free(*(tuple(rng.randint(-20, 30) for _ in range(players)) for _ in range(hands)), names=names)


def random_pad(rng: Random, game: str) -> Pad:
    """Return a pad as it could have come about: some sit out, some leave, seats change, hands are struck out."""
    fewest, most = game_of(game).seats
    count = rng.randint(fewest, min(most + 2, 8))
    numbers = sorted(rng.sample(range(1, 30), count))
    players = tuple(
        replace(
            player(number, name, place, rng.choice([None, number + 10**17])),
            state=rng.choice(["in", "out", "left"]),
            start=rng.choice([None, None, None, 0, -12, 1234]),
        )
        for place, (number, name) in enumerate(zip(rng.sample(numbers, count), rng.sample(NAMES, count)))
    )
    hands: list[PadHand] = []
    seated: tuple[int, ...] = ()
    for number in range(1, rng.randint(1, 12)):
        if not seated or rng.random() < 0.3:
            seated = tuple(rng.sample(numbers, rng.randint(fewest, min(most, count))))
        state = rng.choice(["struck", "contested", "counts", "counts", "counts", "counts"])
        message, dealer = ENTRY_MAKERS[game](rng, len(seated)), rng.randrange(len(seated))
        hands.append(hand(number, seated, message, dealer, state=state, played=rng.randrange(17 * 10**11)))
    # what was struck out counted once, so it has been worked out
    counting = pad(game, players, tuple(replace(hand_entry, state="counts") for hand_entry in hands))
    worked = {hand_entry.number: hand_entry for hand_entry in counting.record.hands}
    pad_hands = tuple(replace(worked[hand_entry.number], state=hand_entry.state) for hand_entry in hands)
    return pad(game, players, pad_hands, status=rng.choice(["open", "finished"]), name=rng.choice(NAMES))


def make_free_entry(rng: Random, seats: int) -> dict[str, Any]:
    most = rng.choice([9, 10**30 - 1])
    return {"points": [rng.randint(-most, most) for _ in range(seats)]}


def make_five_crowns_entry(rng: Random, seats: int) -> dict[str, Any]:
    dealt = rng.choice([6, 7, 9, 10, 11, 12, 13])  # a card of the rank that is dealt is wild: 5 and 8 count here
    out = rng.choice([None, rng.randrange(seats)])
    cards = list(DECK)
    rng.shuffle(cards)
    remaining: list[Any] = [rng.choice([0, 5, 8, [cards.pop(), cards.pop()]]) for _ in range(seats)]
    if out is not None:
        remaining[out] = rng.choice([0, []])
    return {"dealt": dealt, "left": remaining, "out": out}


def make_voren_entry(rng: Random, seats: int) -> dict[str, Any]:
    stayed = sorted(rng.sample(range(seats), rng.randint(1, seats)))
    tricks = [0] * seats
    for _ in range(3 if len(stayed) > 1 else 0):
        tricks[rng.choice(stayed)] += 1
    exempt = [None, *(seat for seat in stayed if len(stayed) > 1 and tricks[seat] < 3)]
    return {"stayed": stayed, "tricks": tricks, "wolf_exempt": rng.choice(exempt)}


ENTRY_MAKERS = {FREE_GAME_ID: make_free_entry, "five_crowns": make_five_crowns_entry, "voren": make_voren_entry}
