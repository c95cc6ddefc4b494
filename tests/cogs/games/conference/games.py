"""Games of Conference for tests: every position, and with the end of each hand its log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from bot.ui.game.players import Players
from cogs.games.conference.presenter import ConferencePresenter
from cogs.games.tarot import pack
from cogs.games.tarot.pack import TAROT
from rules.contract import OptionValue, State
from rules.players import players_of
from rules.registry import GAMES
from rules.simulate import random_order
from rules.tarot.cards import CARDS, name
from tests.support.samples import Fullest, Samples, played_once

pack.register()
PRESENTER = ConferencePresenter()
GAME = GAMES["conference"]
NORMAL = players_of(GAME)["normal"].choose
RANDOM = players_of(GAME)["random"].choose
NAMES = ("Ada", "Bela", "Cleo", "Dora")
WIDE = tuple("W" * 30 + f"{seat:02}" for seat in range(4))
HEBREW = tuple("שלום" * 7 + str(seat) for seat in range(4))
TITLE = "Conference, table 12"

Options = Mapping[str, OptionValue]
EVERY: tuple[Options, ...] = (
    {"good_evil": "trumps"},
    {"good_evil": "allegiance"},
    {"good_evil": "none", "gallowglass": True},
    {"good_evil": "trumps", "league": True, "gallowglass": True},
    {"good_evil": "allegiance", "league": True},
    {"good_evil": "allegiance", "gallowglass": True, "between_hands": "cut"},
)
"""Every value of every option, and those together that meet in the rules."""

BY_NAME: Mapping[str, str] = {
    **{name(bit): card for bit, card in CARDS.text.items()},
    **{TAROT.name_of(card): card for card in TAROT.cards()},
}
CARD_WORDS = re.compile(
    r"\b(?:Ace|[2-9]|10|Jack|Cavalier|Queen|King) of (?:Earth|Air|Fire|Water)\b"
    r"|the Fool\b(?!')|(?:Magician|World) \(\d+\)|trumps? (?:\d+\b(?! of)(?:, | and )?)+|\b(?:Good|Evil)\b"
)
"""A card's name in a sentence, or several trumps."""

NO_CARD_WORDS = re.compile(r"Good and Evil from|\b\d+ (?:more|cards)\b")
"""Sentences on Good and Evil as such, and how many of something, behind a trump."""


def cards_in(text: str) -> set[str]:
    """Return the cards that a text names; sentences that speak of Good and Evil as such name none."""
    names: set[str] = set()
    for match in CARD_WORDS.findall(NO_CARD_WORDS.sub("", text)):
        if match.startswith("trump"):
            names |= set(re.findall(r"\d+", match))
        else:
            names.add(BY_NAME.get(match) or BY_NAME[f"the {match}"])
    return names


@played_once
def play_game(seed: int, options: Options, hands: int = 1) -> Iterator[tuple[State, list[dict[str, Any]] | None]]:
    """Yield every position of a game, and with the end of each hand its stored log.

    Half the moves are random, so that calls are made, suits hired and packs cut.
    """
    rng = Random(seed)
    state = GAME.new(4, GAME.resolve({"hands": hands, **options}, 4), rng.randrange(4))
    yield state, None
    while not state.finished:
        before = state
        if state.expects is not None:
            state = state.chance(state.expects.event, random_order(state, rng))
        else:
            seat = state.awaited[0]
            choose = NORMAL if rng.random() < 0.5 and state.phase == "play" else RANDOM
            state = state.apply(seat, choose(state.view(seat), rng))
            if before.phase == "play" and state.phase != "play":
                yield state, state.view(None)["last"]["log"]
                continue
        yield state, None


def known_cards(view: Mapping[str, Any]) -> set[str]:
    """Return the cards that a view's reader may know in a hand in progress: own ones, and those played.

    So are cards that everybody knows to be in a hand.
    """
    cards = {*(view["hand"] or ()), *(view["discard"] or ())}.union(*view["known"])
    for trick in (*view["tricks"], {"cards": view["trick"]}):
        cards |= {card for _, card in trick["cards"]}
    if view["taken_back"]:
        cards |= {view["taken_back"]["card"], view["taken_back"]["for"]}
    return cards


def make_players(reader: int | None = None, names: tuple[str, ...] = NAMES) -> Players:
    """Return people who sit there, of whom one may be the reader."""
    return Players(names, reader=reader)


def find_position(phase: str, options: Options | None = None, seed: int = 1, *, trick: int = 0) -> State:
    """Return a position of this phase with so many cards in the trick."""
    for number in range(seed, seed + 40):
        for state, _ in play_game(number, options or {}, 1):
            if state.phase == phase and len(state.view(None)["trick"]) == trick:
                return state
    message = "no such position"
    raise AssertionError(message)


def _count_hands(options: Options) -> int:
    """Return how many hands it takes to see what the options change."""
    return 4 if options.get("between_hands") == "cut" else 1


def _choose_fullest(state: State, seat: int, rng: Random) -> str:
    return (NORMAL if state.phase == "play" and rng.random() < 0.5 else RANDOM)(state.view(seat), rng)


def _list_phases(options: Options) -> frozenset[str]:
    optional = {"gallowglass": options.get("gallowglass"), "cut": options.get("between_hands") == "cut"}
    return frozenset({"discard", "play", *(phase for phase, is_met in optional.items() if is_met)})


SAMPLES = Samples(
    tables={str(options): partial(play_game, options=options, hands=_count_hands(options)) for options in EVERY},
    fullest={
        str(options): Fullest(
            4,
            {"hands": _count_hands(options), **options},
            _count_hands(options) // 2 or 1,
            _list_phases(options),
            letters=1000,
        )
        for options in EVERY
    },
    told=cards_in,
    known=lambda view: known_cards(view) | ({"20", "21"} if view["options"]["league"] else set()),
    choose=_choose_fullest,
    verbs=frozenset({"play", "gallowglass", "cut", "reshuffle"}),
    options={"good_evil": "allegiance", "league": True, "gallowglass": True, "between_hands": "cut", "hands": 8},
)
