"""What first hands teach: short, told once, in words, and true of the view that it is told from."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from cogs.games.abracadabra import lesson as abracadabra
from cogs.games.abracadabra.pack import ABRACADABRA
from cogs.games.abracadabra.pack import register as register_abracadabra
from cogs.games.abracadabra.presenter import AbracadabraPresenter
from cogs.games.conference import lesson as conference
from cogs.games.conference.presenter import ConferencePresenter
from cogs.games.five_crowns import lesson as five_crowns
from cogs.games.five_crowns.pack import register as register_five_crowns
from cogs.games.five_crowns.presenter import FiveCrownsPresenter
from cogs.games.mitigati import lesson as mitigati
from cogs.games.mitigati.presenter import MitigatiPresenter
from cogs.games.tarot import lesson as tarot
from cogs.games.tarot.cards import KINDS, worth_of
from cogs.games.tarot.pack import register as register_tarot
from cogs.games.voren import lesson as voren
from cogs.games.voren.pack import register as register_voren
from cogs.games.voren.presenter import VorenPresenter
from rules.contract import OptionValue, State, View
from rules.melds import points_of
from rules.mitigati.scoring import PAR
from rules.players import players_of
from rules.registry import GAMES
from rules.simulate import random_order
from rules.tarot.cards import CARDS as TAROT_CARDS
from tests.support.lessons import PHASES

for register in (register_abracadabra, register_five_crowns, register_tarot, register_voren):
    register()

PRESENTERS: Mapping[str, Presenter] = {
    presenter.game: presenter
    for presenter in (
        VorenPresenter(),
        FiveCrownsPresenter(),
        MitigatiPresenter(),
        ConferencePresenter(),
        AbracadabraPresenter(),
    )
}

Tables = list[tuple[int, dict[str, OptionValue]]]
TABLES: Mapping[str, Tables] = {
    "voren": [(2, {"hands": 10}), (4, {"hands": 20}), (10, {"hands": 4, "no_trump_turnup": "unsuited"})],
    "five_crowns": [(2, {"first": 3, "last": 6}), (5, {"first": 12, "last": 13})],
    "mitigati": [(3, {"hands": 9}), (3, {"hands": 1, "bargaining": False}), (3, {"hands": 1, "bonuses": "flat"})],
    "conference": [
        (4, {}),
        (4, {"hands": 1, "good_evil": "allegiance", "between_hands": "cut"}),
        (4, {"hands": 1, "good_evil": "none", "gallowglass": True}),
        (4, {"hands": 1, "league": True, "gallowglass": True}),
    ],
    "abracadabra": [
        (2, {}),
        (2, {"two_player": "short"}),
        (3, {"deals": 9}),
        (4, {"trump": "declared"}),
        (3, {"success": "at_least"}),
    ],
}
"""Tables at which every phase and every option comes up."""

GAMES_PER_TABLE = 3
RARE_MOVE_SHARE, STRANGE = 0.3, 0.3
MAX_LETTERS, MAX_GOAL_LETTERS = 350, 400
MAX_TWO_LINES_LETTERS: Mapping[str, int] = {"abracadabra": 80}
"""Letters of a guide at most, by game: two lines on a phone."""

every_game = pytest.mark.parametrize("game", sorted(TABLES))


class LessonPage(NamedTuple):
    """A guide, with the view it is made from, what the hand says beside it, and the guides before it by phase."""

    view: View
    text: str
    beside: str
    before: Mapping[str, list[str]]
    over: Mapping[str, Any]
    """How the hand went, once it is over; empty until all are read."""


@cache
def list_lesson_pages(game: str) -> Sequence[LessonPage]:
    """Return the guides of whole games, in which moves are made by the heuristic player or at random."""
    presenter, pages = PRESENTERS[game], list[LessonPage]()
    for seats, options in TABLES[game]:
        for number in range(GAMES_PER_TABLE):
            rng = Random(f"{game} {seats} {options} {number}")
            pages += _play_lesson(presenter, seats, options, rng)
    return pages


def _play_lesson(presenter: Presenter, seats: int, options: dict[str, OptionValue], rng: Random) -> list[LessonPage]:
    game, players = GAMES[presenter.game], Players(("Ada", "Bela", "Cleo", "Dora", *"EFGHIJ"))
    state: State = game.new(seats, game.resolve(options, seats), rng.randrange(seats))
    pages, hand, over, number = (
        list[LessonPage](),
        defaultdict[int, Any](lambda: defaultdict(list)),
        dict[str, Any](),
        0,
    )
    while not state.finished:
        if state.number != number:
            number, hand, last = state.number, defaultdict(lambda: defaultdict(list)), state.view(None)["last"]
            over.update(last)
            over = {}
        if state.expects is not None:
            state = state.chance(state.expects.event, random_order(state, rng))
            continue
        seat = rng.choice(state.to_act)
        view, before = state.view(seat), hand[seat]
        scene = presenter.hand(view, players, "a table")
        text = presenter.guide(view)
        for other in {*range(seats)} - {*state.to_act}:  # a hand may be shown before the computer players have moved
            presenter.guide(state.view(other))
        pages.append(LessonPage(view, text, "\n".join((scene.prompt, *scene.notes)), {**before}, over))
        before[view["phase"]] = [*before[view["phase"]], text]
        state = state.apply(seat, _choose_move(presenter.game, view, rng))
    over.update(state.view(None)["last"])
    return pages


def _choose_move(game: str, view: View, rng: Random) -> str:
    """Choose by the heuristic player, and sometimes at random; pass and lead the Fool oftener than anybody."""
    rare = "play FOOL" if view["phase"] == "play" and not view["trick"] else "pass"
    if rare in view["moves"] and rng.random() < RARE_MOVE_SHARE:
        return rare
    return players_of(GAMES[game])["random" if rng.random() < STRANGE else "normal"].choose(view, rng)


def list_card_codes(game: str, seats: int, options: Mapping[str, OptionValue]) -> set[str]:
    """Return the codes of a game's cards without those of trumps, which are bare numbers."""
    new = GAMES[game].new(seats, GAMES[game].resolve(options, seats), 0)
    assert new.expects is not None
    return {card for card in new.expects.cards if not card.isdigit()}


def is_in_words(game: str, text: str, seats: int, options: Mapping[str, OptionValue]) -> bool:
    """Check whether a text names no card by its code."""
    return not set(re.findall(r"[A-Za-z0-9]+", text)) & list_card_codes(game, seats, options)


@every_game
def test_the_goal_is_short_and_in_words(game: str) -> None:
    plan, goal = PRESENTERS[game].lesson[:2]
    assert 0 < len(goal) <= MAX_GOAL_LETTERS
    assert goal.endswith(".")
    assert is_in_words(game, goal, plan.seats, plan.options)


@every_game
def test_guide_is_short_text_and_always_present_at_a_phases_start(game: str) -> None:
    cases = set[str]()
    for page in list_lesson_pages(game):
        assert len(page.text) <= MAX_TWO_LINES_LETTERS.get(game, MAX_LETTERS), page.text
        assert is_in_words(game, page.text, page.view["seats"], page.view["options"]), page.text
        assert "  " not in page.text
        assert re.fullmatch(r"(\*?[A-Z].*\.)?", page.text), page.text
        if page.view["phase"] not in page.before:
            assert page.text, page.view["phase"]
        cases.add(page.view["phase"])
    assert set(PHASES[game]) <= cases


@every_game
def test_nothing_is_told_twice_in_a_hand(game: str) -> None:
    """Whoever could go out and has not is told again that they can: it is another card."""
    for page in list_lesson_pages(game):
        if page.text and page.text != five_crowns.OUT:
            assert page.text not in page.before.get(page.view["phase"], ()), page.text


@every_game
def test_a_guide_does_not_say_again_what_the_hand_says_beside_it(game: str) -> None:
    for page in list_lesson_pages(game):
        for sentence in re.split(r"(?<=[.?:]) ", page.text):
            assert not sentence or sentence not in page.beside, sentence
        assert "our turn" not in page.text


def test_the_goals_name_what_is_played() -> None:
    """Their numbers are those of the plan, or of the game as it is usually played."""
    goal = {game: presenter.lesson.goal for game, presenter in PRESENTERS.items()}
    for game, phrase in {"mitigati": "Three hands", "conference": "Four hands"}.items():
        assert phrase in goal[game]
        assert GAMES[game].resolve({}, 4 if game == "conference" else 3)["hands"] == (4 if "Four" in phrase else 3)
    values = {card: worth_of([card]) for card in TAROT_CARDS.texts}
    assert sum(values.values()) == 146
    assert f"You score your card points minus {PAR}, a third of all." in goal["mitigati"]
    assert sum(values.values()) + 19 == 165
    assert "There are 165 points: the side with 83 or more wins the hand" in goal["conference"]
    assert goal["conference"].startswith("You and a partner play against two others.")
    view = next(page.view for page in list_lesson_pages("conference") if page.view["phase"] == "discard")
    facts = PRESENTERS["conference"].hand(view, Players(("Ada", "Bela", "Cleo", "Dora")), "a table").facts
    assert dict(facts)["Partner"] in {"Ada", "Bela", "Cleo", "Dora"}
    for game in ("mitigati", "conference"):
        expected_values = {"1": 5, "21": 5, "FOOL": 5, "KE": 5, "AE": 5, "QE": 4, "CE": 3, "JE": 2, "7E": 1, "9": 1}
        assert {card: values[card] for card in expected_values} == expected_values
        assert len(goal[game].split()) <= 90
        assert PRESENTERS[game].lesson.plan.options == {}
    assert re.search(
        r"Kings, Aces and the three \*Honours\* \(trumps 1 and 21, the Fool\).* 5 points", goal["mitigati"]
    )
    assert re.search("Queens 4, Cavaliers 3, Jacks 2,.* all others 1", goal["mitigati"])
    assert re.search(
        r"Kings and Aces count 5 points\. So do .* \*Honours\*: trump 1, trump 21 and the Fool\.", goal["conference"]
    )
    assert "Most other cards count 1" in goal["conference"]
    assert sum(value == 1 for value in values.values()) > len(values) / 2
    assert values["GOOD"] == values["EVIL"] == 0
    plan = PRESENTERS["abracadabra"].lesson.plan
    state = GAMES["abracadabra"].new(plan.seats, GAMES["abracadabra"].resolve(plan.options, plan.seats), plan.dealer)
    assert state.view(0)["length"] == 12
    assert "twelve tricks" in goal["abracadabra"]
    assert "after three deals" in goal["abracadabra"]
    assert state.view(0)["deals"] == plan.seats == 3
    plan, usual = PRESENTERS["five_crowns"].lesson.plan, GAMES["five_crowns"].resolve({}, 2)
    assert plan.options == {"first": 6, "last": 6}
    assert (usual["first"], usual["last"]) == (3, 13)


@pytest.mark.parametrize("game", sorted(TABLES))
def test_claims_of_a_guide_are_true(game: str) -> None:
    checks, counts = CLAIMS[game], defaultdict[str, int](int)
    for page in list_lesson_pages(game):
        for name, (text, true) in checks.items():
            if text in page.text:
                assert true(page), (name, page.text, page.view["phase"])
                counts[name] += 1
    assert set(checks) == set(counts), set(checks) - set(counts)


def find_number(page: LessonPage, pattern: str) -> int:
    """Return the number in the first group of a pattern that a guide matches."""
    match = re.search(pattern, page.text)
    assert match is not None, page.text
    return int(match[1])


def _read_own(page: LessonPage, key: str) -> Any:
    return page.view[key][page.view["seat"]]


def _own_word_stands(page: LessonPage) -> bool:
    """Check M3.3: it is told once, to a seat that has asked or offered and may speak again."""
    return _read_own(page, "words") is not None and mitigati.STANDS not in page.before["bargain"]


def _has_points(page: LessonPage) -> bool:
    """Check that a seat has what lies in its tricks, but for the Fool, for which another card is given (M6.5)."""
    tricks = [trick for trick in page.view["tricks"] if trick["winner"] == page.view["seat"]]
    cards = [card for trick in tricks for _, card in trick["cards"]] + list(page.view["discard"] or ())
    now = find_number(page, r"You have (\d+) card points")
    return now > PAR and abs(now - worth_of(cards)) <= (0 if page.view["fool"] is None else 4)


def _round_ended_by(how: str) -> Callable[[LessonPage], bool]:
    """Return a check of M3.3, M3.4 and M3.7: the last round of bargaining ended so, and no word of it stands."""

    def ended(page: LessonPage) -> bool:
        texts = [entry for entry in page.view["log"] if "move" in entry]
        place = max(number for number, _ in enumerate(texts) if _ends_round(texts[: number + 1]))
        entry, seat = texts[place], page.view["seat"]
        result = "passes" if entry["move"] == "pass" else "own" if entry["seat"] == seat else "other"
        return result == how and _read_own(page, "words") is None and page.view["reached"] > 2

    return ended


def _dealt_on(page: LessonPage) -> bool:
    """Check that the dealer, who holds the last cards, has a word cancelled or made none (M2.1, M3.3)."""
    moves = [entry["move"] for entry in page.view["log"] if entry.get("seat") == page.view["seat"]]
    words = [move.split(" ") for move in moves if " " in move]
    begins = f"Your {words[-1][0]} of {words[-1][1]} is cancelled." if words else "No bargain."
    return page.view["seat"] == page.view["dealer"] and len(page.view["hand"]) == 28 and page.text.startswith(begins)


def _points_add_up(page: LessonPage) -> bool:
    """Check A8.2 to A8.5: a seat's points are the sum of the parts, of which the first is for tricks."""
    total, *parts = map(int, re.findall(r"\b(\d+) (?:points|named|for)", page.text))
    facts = dict(PRESENTERS["abracadabra"].hand(page.view, Players(("Ada", "Bela", "Cleo", "Dora")), "a table").facts)
    return total == sum(parts) == int(facts["Points"]) and parts[0] == len(page.view["tricks"])


def _ends_round(text: Sequence[Mapping[str, Any]]) -> bool:
    """Check whether the last of these words ended its round."""
    if text[-1]["move"] == "continue":
        return True
    passes = 0
    for entry in text:
        passes = passes + 1 if entry["move"] == "pass" else 0
        if passes == 3 and entry is not text[-1]:
            passes = 0
    return passes == 3


def _is_following(page: LessonPage) -> bool:
    """Check whether the reader is to follow, as a guide about following needs."""
    return bool(page.view["trick"]) and page.view["led"] is not None


def _may_play_all(page: LessonPage) -> bool:
    """Check whether every card may be played."""
    cards = {move.split(" ")[1] for move in page.view["moves"]}
    return cards == set(page.view["dummy"] if page.view.get("due") == "dummy" else page.view["hand"])


def _may_play_low_trump(page: LessonPage) -> bool:
    return page.view["options"]["good_evil"] == "trumps" and bool({"play GOOD", "play EVIL"} & {*page.view["moves"]})


def _holds_only(first: LessonPage, card: str, second: str) -> bool:
    """Check that a reader holds one of two low trumps and not the other (C6.1, C6.3)."""
    return first.view["options"]["good_evil"] == "trumps" and {card, second} & {*first.view["hand"]} == {card}


def _may_follow_suit(page: LessonPage) -> bool:
    """Check whether a card of the suit led, which is no trump, may be played."""
    return page.view["led"] in {"E", "A", "F", "W"} and any(
        move.endswith(page.view["led"]) for move in page.view["moves"]
    )


def _best_playable_points(page: LessonPage) -> int:
    """Return the points of the best card that may be played; the Fool is no gift, and is left out."""
    return max(worth_of([move.split(" ")[1]]) for move in page.view["moves"] if move != "play FOOL")


def _beats(card: str, other: str) -> bool:
    if other.isdigit():
        return card.isdigit() and int(card) > int(other)
    ranks = ("A", *map(str, range(2, 11)), "J", "C", "Q", "K")
    return card.isdigit() or (card[-1] == other[-1] and ranks.index(card[:-1]) > ranks.index(other[:-1]))


def _has_taken(more: int) -> Callable[[LessonPage], bool]:
    return lambda page: _read_own(page, "taken") == _read_own(page, "numbers") + more


def _has_last_turn(page: LessonPage) -> bool:
    return page.view["out"] not in {None, page.view["seat"]}


def _paid_one_ante_more(page: LessonPage) -> bool:
    ante, seat = page.view["options"]["ante"], page.view["seat"]
    return page.view["paid"][seat] == (page.view["owed"][seat] or ante) + ante


def _names_wild_rank(page: LessonPage) -> bool:
    rank_words = {"3": "Threes", "6": "Sixes", "Q": "Queens", "K": "Kings"}
    return all((name in page.text) == (rank == page.view["wild"]) for rank, name in rank_words.items())


def _counts_are_right(page: LessonPage) -> bool:
    size = page.view["size"]
    named_counts = {
        "J": find_number(page, r"Jack (\d+)"),
        "Q": find_number(page, r"Queen (\d+)"),
        "K": find_number(page, r"King (\d+)"),
    }
    plain = {rank: points for rank, points in named_counts.items() if rank != page.view["wild"]}
    return (
        all(points_of(f"{rank}S", size) == points for rank, points in plain.items())
        and points_of(f"{page.view['wild']}S", size) == find_number(page, r"wild (\d+)")
        and points_of("JOKER", size) == find_number(page, r"Joker (\d+)")
    )


def _numbers_are_right(page: LessonPage) -> bool:
    if "You named no trick" in page.text:
        return _read_own(page, "numbers") == 0
    few = find_number(page, r"try to win (?:exactly|at least) (\d+)\.")
    return find_number(page, r"You named (\d+) trick") == _read_own(page, "numbers") == few


def _holds_described_joker(page: LessonPage) -> bool:
    turn_up = page.view["turn_up"]
    name = ABRACADABRA.name_of(turn_up)
    return (
        "JOKER" in page.view["hand"]
        and page.text.endswith(f"the {name}.")
        and page.view["trick"][0][1][-1] == turn_up[-1]
    )


Claim = tuple[str, Callable[[LessonPage], bool]]
CLAIMS: Mapping[str, Mapping[str, Claim]] = {
    "voren": {
        "dealer": ("You paid one *ante* more", lambda page: page.view["seat"] == page.view["dealer"]),
        "paid": ("You paid one *ante* more", _paid_one_ante_more),
        "trumps": (voren.STAY, lambda page: page.view["trumps"] is not None),
        "no trumps": (voren.TRUMPLESS, lambda page: page.view["trumps"] is None),
        "poke": (voren.POKE, lambda page: "poke" in page.view["moves"]),
        "lead": (voren.LEAD, lambda page: not page.view["trick"]),
        "follow": (voren.FOLLOW, lambda page: page.view["trick"][0][1] not in {"WOLF", "TREACHERY"}),
        "Wolf": (voren.WOLF_LED, lambda page: page.view["trick"][0][1] == "WOLF" and _may_play_all(page)),
        "Treachery": (
            voren.TREACHERY_LED,
            lambda page: page.view["trick"][0][1] == "TREACHERY" and _may_play_all(page),
        ),
    },
    "five_crowns": {
        "wild": ("are *wild*", _names_wild_rank),
        "out": (five_crowns.OUT, lambda page: any(move.startswith("out ") for move in page.view["moves"])),
        "last card": (five_crowns.LAST_CARD, lambda page: _has_last_turn(page) and page.view["phase"] == "draw"),
        "last": (five_crowns.LAST, _has_last_turn),
        "counts": (five_crowns.COUNT, _counts_are_right),
        "go on": (five_crowns.DISCARD, lambda page: page.view["out"] is None),
    },
    "mitigati": {
        "stands": (mitigati.STANDS, _own_word_stands),
        "cut off": (mitigati.CUT_OFF, _round_ended_by("other")),
        "silence": (mitigati.SILENCE, _round_ended_by("passes")),
        "continued": (mitigati.CONTINUED, _round_ended_by("own")),
        "last round": (mitigati.LAST, lambda page: page.view["reached"] == 4),
        "dealt on": (mitigati.DEALT_ON, _dealt_on),
        "anew": (mitigati.ANEW, lambda page: page.view["reached"] == 3),
        "discard": (
            mitigati.DISCARD,
            lambda page: len(page.view["hand"]) == 28 and page.view["choices"][0]["count"][0] == 3,
        ),
        "par": ("from now on you gain", _has_points),
        "tricks": (tarot.FOLLOW, lambda page: _is_following(page) and len(page.view["hand"]) <= 25),
        "lead": (tarot.LEAD, lambda page: not page.view["trick"] and _may_play_all(page)),
        "Fool led": (tarot.FOOL_LED, lambda page: page.view["trick"][0][1] == "FOOL" and _may_play_all(page)),
        "Magician": (mitigati.MAGICIAN, lambda page: "1" in page.view["hand"]),
        "Fool": (mitigati.FOOL, lambda page: _is_following(page) and "FOOL" in page.view["hand"]),
    },
    "conference": {
        "discard": (conference.DISCARD, lambda page: len(page.view["hand"]) > 19),
        "tricks": (tarot.FOLLOW, lambda page: _is_following(page) and len(page.view["hand"]) <= 19),
        "partner": (
            conference.PARTNER,
            lambda page: page.view["winning"] == page.view["seat"] ^ 1 and _best_playable_points(page) >= 4,
        ),
        "ranks": (tarot.RANKS, _may_follow_suit),
        "low trumps": (conference.LOW_TRUMPS, _may_play_low_trump),
        "Good held": ("The trump G is *Good*", lambda page: _holds_only(page, "GOOD", "EVIL")),
        "Evil held": ("The trump E is *Evil*", lambda page: _holds_only(page, "EVIL", "GOOD")),
        "allegiance": (
            conference.ALLEGIANCE,
            lambda page: page.view["options"]["good_evil"] == "allegiance" and not page.view["calls"],
        ),
        "hired": ("is hired:", lambda page: page.text.startswith(f"{KINDS[page.view['gallowglass']]} is")),
        "called": (conference.CALLED, lambda page: page.view["calls"][-1]["seat"] == page.view["seat"] ^ 1),
        "lead": (tarot.LEAD, lambda page: not page.view["trick"] and _may_play_all(page)),
        "Fool led": (tarot.FOOL_LED, lambda page: page.view["trick"][0][1] == "FOOL" and _may_play_all(page)),
        "Fool": (conference.FOOL, lambda page: _is_following(page) and "FOOL" in page.view["hand"]),
    },
    "abracadabra": {
        "joker held": ("Your joker counts as the card turned up, the ", _holds_described_joker),
        "joker led": ("The joker counts as", lambda page: page.view["trick"][0][1] == "JOKER"),
        "further": (abracadabra.FURTHER, lambda page: page.view["further"] and page.view["dummy"] is not None),
        "pile": (
            "The *pile*",
            lambda page: page.view["phase"] == "expose" and page.view["declarer"] != page.view["seat"],
        ),
        "double": (abracadabra.DOUBLE, lambda page: page.view["declarer"] == page.view["seat"]),
        "named": ("You named", _numbers_are_right),
        "exactly": ("try to win exactly", lambda page: page.view["options"]["success"] == "exact"),
        "at least": ("try to win at least", lambda page: page.view["options"]["success"] == "at_least"),
        "lead": (
            abracadabra.LEAD,
            lambda page: (
                not page.view["trick"]
                and _may_play_all(page)
                and page.view["turn_up"] is None
                and bool(page.view["trumps"])
            ),
        ),
        "lead with a joker": (
            abracadabra.LEAD_JOKER,
            lambda page: not page.view["trick"] and _may_play_all(page) and page.view["turn_up"] not in {None, "JOKER"},
        ),
        "lead without trumps": (
            abracadabra.LEAD_TRUMPLESS,
            lambda page: not page.view["trick"] and _may_play_all(page) and page.view["trumps"] == "none",
        ),
        "no trumps": (abracadabra.FOLLOW_TRUMPLESS, lambda page: page.view["trumps"] == "none"),
        "follow": (abracadabra.FOLLOW, lambda page: bool(page.view["trick"]) and page.view["trumps"] != "none"),
        "reached": (abracadabra.REACHED, _has_taken(0)),
        "too many": (abracadabra.TOO_MANY, _has_taken(1)),
        "adding up": (" points: ", _points_add_up),
        "Declarer": (abracadabra.PLACE_MOST, lambda page: page.view["declarer"] == page.view["seat"]),
        "others name": (abracadabra.PLACE, lambda page: page.view["declarer"] != page.view["seat"]),
        "dummy": (abracadabra.DUMMY, lambda page: page.view["due"] == "dummy" and page.view["dummy"] is not None),
    },
}
"""What guides say by game, and the check of the view that belongs to it."""


@pytest.mark.parametrize("game", ["mitigati", "conference"])
def test_a_guide_is_one_idea_in_two_lines_of_a_phone(game: str) -> None:
    assert all(len(page.text.replace("*", "")) <= 80 for page in list_lesson_pages(game))
