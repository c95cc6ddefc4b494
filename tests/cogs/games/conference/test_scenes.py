"""What is seen of Conference: Good and Evil, hands of up to 23 cards, every phase, drawn and read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

import pytest

from cogs.games.tarot.cards import KINDS, kind_of
from cogs.games.tarot.drawings import MOTIFS
from cogs.games.tarot.pack import ART
from rules.players import player_of
from rules.registry import GAMES
from tests.cogs.games.conference.games import EVERY, NAMES, PRESENTER, TITLE, WIDE, Options, make_players, play_game
from tests.rules.conference.stacked import after, begin_play, deal_hands

PHONE_SCALE = 320 / 1100
"""How much smaller the narrowest phone shows a picture."""


def test_good_and_evil_have_drawings_and_grounds_of_their_own() -> None:
    assert {"Good", "Evil"} <= set(MOTIFS)
    grounds = [ART.grounds[motif] for motif in ("Good", "Evil", "Fool", "Devil")]
    assert len(set(grounds)) == 4


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_the_table_shows_what_everybody_knows(options: Options) -> None:
    """Who led and is winning, sides, calls, hired suit, points."""
    cases: set[str] = set()
    who = make_players()
    for seed in range(2):
        for number, (state, _) in enumerate(
            play_game(seed, options, 4 if options.get("between_hands") == "cut" else 1)
        ):
            if state.phase == "play" and number % 3:
                continue
            view = state.view(None)
            scene = PRESENTER.table(view, who, TITLE)
            assert [seat.seat for seat in scene.seats if seat.to_act] == view["awaited"]
            league = bool(options.get("league")) and not (view["last"] and state.phase in {"deal", "cut", "finished"})
            attack = view["dealer"] // 2
            names = ["attackers", "defenders"][:: -1 if attack else 1] if league else []
            assert [side.name for side in scene.sides] == names
            assert not names or [side.seats for side in scene.sides] == [(0, 1), (2, 3)]
            for call in view["calls"]:
                assert f"{call['card'].capitalize()}: {call['call']}" in scene.seats[call["seat"]].badges
                cases.add("call")
            for seat, cards in enumerate(view["known"]):
                badges = [badge for badge in scene.seats[seat].badges if badge.startswith("holds ")]
                assert len(badges) == len(cards)
                cases |= {"known"} if cards else set[str]()
            for seat, card in view["trick"]:
                (lying,) = scene.seats[seat].cards
                assert lying.text == card
                assert lying.state == ("winning" if view["winning"] == seat else "plain")
                assert ("led" in scene.seats[seat].badges) is (seat == view["trick"][0][0])
            facts = dict(scene.facts)
            if state.phase == "play":
                assert facts["Trick"] == f"{len(view['tricks']) + 1} of 19"
                hidden = view["led"] and kind_of(view["trick"][0][1]) != view["led"]  # behind a Fool, or taken back
                assert facts.get("Led") == (KINDS[view["led"]] if hidden else None)
                assert ("Hired" in facts) is (view["gallowglass"] not in {None, "none"})
                assert [seat.tricks for seat in scene.seats] == view["taken"]
                assert {name.lower() for name in names or ("Ada and Bela", "Cleo and Dora")} <= {*map(str.lower, facts)}
                counts = [value for value in facts.values() if value.endswith(" count")]
                assert len(counts) == (2 if view["calls"] else 0)
            cases |= {zone.title for zone in scene.zones} | {state.phase}
    assert {"discard", "play", "finished", "Last trick"} <= cases
    assert "Discard" not in cases  # between hands the ledger stands alone; the log has it
    assert ("gallowglass" in cases) is bool(options.get("gallowglass"))
    assert ("known" in cases) >= bool(options.get("league"))
    assert ("call" in cases) is (options["good_evil"] == "allegiance")
    assert ("cut" in cases) is (options.get("between_hands") == "cut")


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_hands_name_the_partner_and_who_may_have_the_pack_shuffled(options: Options) -> None:
    """For every seat, in every phase; what is barred is marked for the player who is to act."""
    for state, _ in play_game(3, options, 4 if options.get("between_hands") == "cut" else 1):
        for seat in range(4):
            if seat not in state.to_act and state.phase == "play":
                continue
            view = state.view(seat)
            scene = PRESENTER.hand(view, make_players(seat, WIDE), TITLE)
            facts = dict(scene.facts)
            assert f"You and {WIDE[seat ^ 1]}" in facts if state.phase == "play" else facts["Partner"] == WIDE[seat ^ 1]
            assert {card.text for card in scene.cards if card.state == "barred"} == set(view["barred"])
            if state.phase == "cut":
                assert ("to cut, or press Shuffle the pack." in scene.prompt) is not scene.your_turn


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_points_told_in_play_are_those_that_the_hand_ends_with(options: Options) -> None:
    """Before the last trick what lies in the tricks, the Fool with whom it would be, and for the dealer the discard
    (C3.2, C5.5): nobody else knows it.
    """
    for seed in range(4):
        before: list[int] = []
        calls = 0
        for state, log in play_game(seed, options):
            view = state.view(None)
            if state.phase == "play":
                facts = PRESENTER.table(view, make_players(), TITLE).facts[-2:]
                before = [int(value.split(" ")[0]) for _, value in facts]
                calls = len(view["calls"])
                seat = state.to_act[0]
                own = dict(PRESENTER.hand(state.view(seat), make_players(seat), TITLE).facts)
                assert all(value.split(", ")[0].endswith(" in tricks") for _, value in facts)
                if seat != view["dealer"]:
                    assert own[f"You and {NAMES[seat ^ 1]}"] == facts[seat // 2][1]
                    assert own["Others"] == facts[1 - seat // 2][1]
            if log is not None and calls == len(view["last"]["calls"]):
                for side, total in enumerate(view["last"]["totals"]):
                    assert before[side] - 5 <= total
                    assert total - before[side] <= 21 + 20 + 5  # the last trick, a discard of Aces, the Fool


VALUES = {"A": 5, "K": 5, "Q": 4, "C": 3, "J": 2, "1": 5, "21": 5, "GOOD": 0, "EVIL": 0}


def count_points(cards: Iterable[str]) -> int:
    """Return the card points of cards (C1.2), read once more."""
    ranks = [card if card in VALUES else "" if card.isdigit() else card[:-1] for card in cards]
    return sum(VALUES.get(rank, 1) for rank in ranks)


def test_the_discard_counts_for_the_dealer_and_others_are_told_that_it_will() -> None:
    """C3.2: until the Fool comes out, a side has what lies in its tricks, the tricks, and its discard."""
    cases: set[tuple[bool, bool]] = set()
    for seed in range(4):
        for state, _ in play_game(seed, {}):
            if state.phase != "play" or state.view(None)["trick"] or state.view(None)["fool"]:
                continue
            dealer = state.view(None)["dealer"]
            discard = state.view(dealer)["discard"]
            won = [0, 0]
            for trick in state.view(None)["tricks"]:
                won[trick["winner"] // 2] += 1 + count_points(card for _, card in trick["cards"])
            for seat in range(4):
                own_seat, deals, knows = seat // 2, dealer // 2, seat == dealer
                scene = PRESENTER.hand(state.view(seat), make_players(seat), TITLE)
                facts = dict(scene.facts)
                has = [
                    won[number] + count_points(discard) * (knows and number == deals)
                    for number in (own_seat, 1 - own_seat)
                ]
                assert [int(facts[key].split(" ")[0]) for key in (f"You and {NAMES[seat ^ 1]}", "Others")] == has
                assert "Discard" not in facts  # its points are among them, and are not told twice
                assert (f", {count_points(discard)} discarded" in facts[f"You and {NAMES[seat ^ 1]}"]) is knows
                if seat in state.to_act:
                    lacks = " and the discard" * (own_seat == deals and not knows)
                    assert scene.prompt == f"Lead a card. Your side has {has[0]}{lacks}; 83 wins."
                    cases.add((knows, bool(lacks)))
    assert cases == {(True, False), (False, True), (False, False)}


def test_more_points_win_under_a_call_and_the_discard_is_with_them() -> None:
    """C7.6, C8.4: the first call decides what of the discard counts, for the dealer who knows it."""
    hands = {0: "GOOD KE", 1: "3E", 2: "4E", 3: "QE AF AW 2F AE -T"}
    state = after(deal_hands(hands, good_evil="allegiance"), "discard AE AF 2F AW", "play GOOD ours")
    while state.view(None)["trick"]:
        (seat,) = state.to_act
        state = after(state, state.legal(seat).moves[0])
    has: dict[int, int] = {}
    for seat in range(4):
        facts = dict(PRESENTER.hand(state.view(seat), make_players(seat), TITLE).facts)
        own = facts[f"You and {NAMES[seat ^ 1]}"].split(", ")
        has[seat] = int(own[0].split(" ")[0])
        assert own[1:] == [f"{'Earth and Air' if seat < 2 else 'Fire and Water'} count"]
        assert own[0].endswith(" points" if seat == 3 else " in tricks")
        if seat in state.to_act:
            prompt = PRESENTER.hand(state.view(seat), make_players(seat), TITLE).prompt
            assert prompt.startswith("Lead a card. More points win: you ")
            assert (" and the discard" in prompt) is (seat != 3)
    assert has[3] == has[2] + 11  # the Aces of Fire and Water and the 2 of Fire


def test_trick_points_are_told_by_side_when_a_call_divides_them() -> None:
    """C7.6, C4.4: nothing under a card of the hired suit that wins."""
    state = begin_play({0: "GOOD KE", 1: "3E", 2: "AE", 3: "QE"}, good_evil="allegiance")
    state = after(state, "play GOOD ours", *[f"play {find_lowest_trump(state, seat)}" for seat in (1, 2, 3)])
    leader = state.to_act[0]
    card = next(card for card in state.view(leader)["hand"] if card[-1] in "EA")
    value = {"K": 5, "A": 5, "Q": 4, "C": 3, "J": 2}.get(card[0], 1)
    led = after(state, f"play {card}")
    assert PRESENTER.table(led.view(None), make_players(), TITLE).prompt == "Play a card."
    (seat,) = led.to_act
    own_value = (f"{value + 1} points", "1") if seat < 2 else ("1 point", str(value + 1))
    own = PRESENTER.hand(led.view(seat), make_players(seat), TITLE).prompt
    assert own == f"Play a card. The trick has {own_value[0]} for you, {own_value[1]} for the others."
    hired = begin_play({0: "KE 2E", 1: "QE KA -E", 2: "3E", 3: "4E"}, hire="A")
    lying = after(hired, "play KE").view(1)
    assert "6 points so far: 5 in cards, 1 for the trick." in PRESENTER.hand(lying, make_players(1), TITLE).prompt


def find_lowest_trump(state: object, seat: int) -> str:
    """Return the lowest numbered trump that a seat holds."""
    hand: list[str] = state.view(seat)["hand"]  # type: ignore[attr-defined]
    return next(card for card in hand if card.isdigit())


def test_the_order_of_play_is_told_in_league() -> None:
    """C5.1: to the right where the dealer's partner sits on its left."""
    texts: set[str] = set()
    for dealer in range(4):
        state = begin_play({}, dealer, league=True)
        facts = dict(PRESENTER.table(state.view(None), make_players(), TITLE).facts)
        assert facts["Play goes"] == ("right" if dealer in {0, 2} else "left")
        card = state.view(dealer)["hand"][0]
        follows = after(state, f"play {card}").to_act[0]
        assert follows == (dealer + (1 if facts["Play goes"] == "left" else -1)) % 4
        texts.add(facts["Play goes"])
        assert re.search(r"League", PRESENTER.terms_text(state.view(None)["options"], 4))
    assert texts == {"right", "left"}


def test_a_hint_counts_the_trick_as_the_hand_does() -> None:
    """With the point of the trick itself (C8.1)."""
    count = 0
    for seed in range(6):
        for state, _ in play_game(seed, {}):
            if state.phase != "play" or not state.view(None)["trick"]:
                continue
            (seat,) = state.to_act
            why = player_of(GAMES["conference"]).advise(state.view(seat), Random(seed)).why
            if match := re.search(r"this trick of (\d+ points?)", why):
                count += 1
                assert f" {match[1]} so far" in PRESENTER.hand(state.view(seat), make_players(seat), TITLE).prompt
    assert count
