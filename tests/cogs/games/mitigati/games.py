"""Games of Mitigati for tests: every position, and with the end of each hand its log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from bot.ui.game.players import Players
from cogs.games.mitigati.presenter import MitigatiPresenter
from cogs.games.tarot import pack
from cogs.games.tarot.pack import TAROT
from rules.contract import State
from rules.players import players_of
from rules.registry import GAMES
from rules.tarot.cards import CARDS, name
from tests.support.samples import Fullest, Samples, played_once

pack.register()
PRESENTER = MitigatiPresenter()
GAME = GAMES["mitigati"]
NORMAL = players_of(GAME)["normal"].choose
RANDOM = players_of(GAME)["random"].choose
NAMES = ("Ada", "Bela", "Cleo")
WIDE = tuple("W" * 30 + f"{seat:02}" for seat in range(3))
TITLE = "Mitigati, table 12"
HANDS = 3

BY_NAME: Mapping[str, str] = {
    **{name(bit): card for bit, card in CARDS.text.items()},
    **{TAROT.name_of(card): card for card in TAROT.cards()},
}
CARD_WORDS = re.compile(
    r"\b(?:Ace|[2-9]|10|Jack|Cavalier|Queen|King) of (?:Earth|Air|Fire|Water)\b"
    r"|the Fool\b(?!')|(?:Magician|World) \(\d+\)"
    r"|trumps? (?:\d+\b(?! of)(?:, | and )?)+"
)
"""A card's name in a sentence, or several trumps."""

COUNT_WORDS = re.compile(r"\b\d+ (?:more|cards)\b")
"""How many, behind a trump: no trump."""


def cards_in(text: str) -> set[str]:
    """Return the cards that a text names."""
    names: set[str] = set()
    for match in CARD_WORDS.findall(COUNT_WORDS.sub("", text)):
        if match.startswith("trump"):
            names |= set(re.findall(r"\d+", match))
        else:
            names.add(BY_NAME.get(match) or BY_NAME[f"the {match}"])
    return names


@played_once
def play_game(
    seed: int, *, bargaining: bool = True, bonuses: str = "each", hands: int = HANDS
) -> Iterator[tuple[State, list[dict[str, Any]] | None]]:
    """Yield every position of a game, and with the end of each hand its stored log.

    Words of bargaining are drawn from few numbers, so that some hands are bought off and some are played. Half of the
    other moves are random.
    """
    rng = Random(seed)
    options = {"hands": hands, "bargaining": bargaining, "bonuses": bonuses}
    state = GAME.new(3, GAME.resolve(options, 3), rng.randrange(3))
    yield state, None
    while not state.finished:
        before = state
        if state.expects is not None:
            cards = list(state.expects.cards)
            rng.shuffle(cards)
            state = state.chance(state.expects.event, cards)
        else:
            seat = state.to_act[0]
            state = state.apply(seat, _choose_often_bargaining(state.view(seat), rng))
            if state.number != before.number or state.finished:
                yield state, state.view(None)["last"]["log"]
                continue
        yield state, None


def _choose_often_bargaining(view: Mapping[str, Any], rng: Random) -> str:
    if view["phase"] == "bargain" and rng.random() < 0.8:
        verb = rng.choice(["pass", "pass", "ask", "offer", "offer", "continue"])
        for choice in view["choices"]:
            if choice["verb"] == verb:
                low, high = choice["range"]
                return f"{verb} {rng.choice([low, min(high, max(low, 12)), high if rng.random() < 0.1 else low])}"
        return verb if verb in {"pass", "continue"} else "pass"
    return (NORMAL if rng.random() < 0.5 else RANDOM)(dict(view), rng)


def known_cards(view: Mapping[str, Any]) -> set[str]:
    """Return the cards that a view's reader may know in a hand in progress: own ones, and those played or shown."""
    cards = {*(view["hand"] or ()), *(view["discard"] or ())}
    for trick in (*view["tricks"], {"cards": view["trick"]}):
        cards |= {card for _, card in trick["cards"]}
    for declaration in view["declarations"]:
        cards |= {card for item in (declaration or {"items": ()})["items"] for card in item["cards"]}
    return cards


def make_players(reader: int | None = None, names: tuple[str, ...] = NAMES) -> Players:
    """Return people who sit there, of whom one may be the reader."""
    return Players(names, reader=reader)


def find_position(phase: str, seed: int = 1, *, fewest: int = 0, bargaining: bool = True) -> State:
    """Return a position of this phase in which whoever is to act holds at least so many cards."""
    for number in range(seed, seed + 40):
        for state, _ in play_game(number, bargaining=bargaining, hands=1):
            if state.phase == phase and len(state.view(state.to_act[0])["hand"]) >= fewest:
                return state
    message = "no such position"
    raise AssertionError(message)


def _choose_fullest(state: State, seat: int, rng: Random) -> str:
    return "continue" if state.phase == "bargain" else NORMAL(state.view(seat), rng)


SAMPLES = Samples(
    tables={
        f"{bonuses}, bargaining {'on' if bargaining else 'off'}": partial(
            play_game, bargaining=bargaining, bonuses=bonuses, hands=HANDS if bargaining else 1
        )
        for bonuses in ("each", "flat")
        for bargaining in (True, False)
    },
    fullest={"three": Fullest(3, {"hands": 3}, 1, frozenset({"bargain", "discard", "declare", "play"}))},
    told=cards_in,
    known=known_cards,
    choose=_choose_fullest,
    seeds=1,
    verbs=frozenset({"pass", "continue", "declare", "play"}),
    options={"hands": 6, "rotation": "left", "bargaining": False, "bonuses": "flat"},
)
