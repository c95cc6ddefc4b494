"""What is seen of Abracadabra: faces, hands, the table in every phase, in pictures and read aloud."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from bot.transport.api.emoji_upload import emoji_name
from bot.ui.pictures import draw_emoji, lay_scene
from bot.ui.pictures.faces import NARROW
from bot.ui.pictures.items import Face, Sign
from bot.ui.scene import text as scene_text
from bot.ui.scene.scene import READY, Zone, split_groups
from cogs.games.abracadabra.cards import SIGNS, SUITS, rank_named
from cogs.games.abracadabra.pack import ABRACADABRA, BID
from rules.abracadabra.cards import CARDS as PACK
from rules.contract import State
from tests.cogs.games.abracadabra.games import HEBREW, NAMES, PRESENTER, TABLES, TITLE, WIDE, make_players, play_game
from tests.rules.abracadabra.stacked import deal_hands, in_play, play_moves, table

PHONE_SCALE = 320 / 1100
"""How much smaller the narrowest phone shows a picture."""

MAX_HEIGHT_RATIO, MAX_HEIGHT_RATIO_OF_ALL = 1.7, 1.86
"""How many times as high as wide a picture may be: on a phone of 390 by 844 there is room for buttons below it."""


def list_bids(view: Mapping[str, Any], zones: tuple[Zone, ...], title: str) -> dict[str, list[str | None]]:
    """Return the ranks in the zone of somebody's bid cards, group by group."""
    results = [zone for zone in zones if zone.title == title]
    return {
        group.title: [card.text and rank_named(card.text) for card in own]
        for zone in results
        for group, own in split_groups(zone.cards, zone.groups)
    }


def test_the_pack_has_the_games_cards_and_a_bid_card_for_every_trick() -> None:
    cards = list(ABRACADABRA.cards())
    assert {card for card in cards if not card.startswith(BID)} == set(PACK.texts)
    assert [ABRACADABRA.name_of(card) for card in cards if card.startswith(BID)] == [
        f"trick {number}" for number in range(1, 14)
    ]
    assert len({ABRACADABRA.name_of(card) for card in cards}) == len(cards) == 66
    assert len({emoji_name(ABRACADABRA, card, draw_emoji("abracadabra", card)) for card in cards}) == 66


@pytest.mark.parametrize("name", TABLES)
def test_the_table_shows_what_everybody_knows(name: str) -> None:
    """Suits, bids, who led and is winning, tricks, points, bid cards."""
    for seed in range(2):
        for number, (state, _) in enumerate(play_game(name, seed)):
            view = state.view(None)
            if number % 5 and view["phase"] == "play":
                continue
            scene = PRESENTER.table(view, make_players(None, NAMES[: view["seats"]]), TITLE)
            for seat, seat_scene in enumerate(scene.seats):
                if view["suits"][seat]:
                    assert SIGNS[view["suits"][seat]] in seat_scene.badges
                if view["phase"] == "bid" and view["bids"][seat] is not None:
                    assert (f"bid {view['bids'][seat]}" if view["bids"][seat] else "passed") in seat_scene.badges
                if view["phase"] == "play":
                    assert seat_scene.tricks == view["taken"][seat]
            if view["trick"]:
                assert "led" in scene.seats[view["trick"][0][0]].badges
                lying = [(seat.seat, card.text) for seat in scene.seats for card in seat.cards]
                assert sorted(lying) == sorted((seat, card) for seat, card in view["trick"])
                winning = [card.text for seat in scene.seats for card in seat.cards if card.state == "winning"]
                assert winning == [view["trick"][view["best"]][1]]
            if view["tricks"] and not view["trick"]:  # the last trick lies until the next is led
                result = view["tricks"][-1]
                lying = [(seat.seat, card.text) for seat in scene.seats for card in seat.cards]
                assert sorted(lying) == sorted((seat, card) for seat, card in result["cards"])
                took = [card.text for seat in scene.seats for card in seat.cards if card.state == "took"]
                assert took == [result["cards"][result["best"]][1]]
            if view["phase"] == "play":
                assert dict(scene.facts)["Trick"] == f"{len(view['tricks']) + 1} of {view['length']}"
                trumps_text = SUITS.get(view["trumps"], "no trumps" if view["turn_up"] == "JOKER" else "none")
                says = [zone.note for zone in scene.zones if zone.title == "Turned up"]  # then no fact says it again
                text = dict(scene.facts).get("Trumps", "")
                assert [*filter(None, [*says, text])] == [
                    f"{trumps_text} are trumps" if says and view["turn_up"] != "JOKER" else trumps_text
                ]


@pytest.mark.parametrize("name", TABLES)
def test_bid_cards_lie_face_down_until_they_may_be_known(name: str) -> None:
    """On the board and beside the own hand, against the keys of the view (A5, A6, A7.3); up to thirteen of a seat."""
    cases: set[str] = set()
    for seed in range(2):
        for state, log in play_game(name, seed, random_share=0.8):
            public = state.view(None)
            if log is not None or not any(public["numbers"]):
                continue
            zones = PRESENTER.table(public, make_players(), TITLE).zones
            for seat in range(public["seats"]):
                own = state.view(seat)
                own_zones = PRESENTER.hand(own, make_players(seat), TITLE).zones
                for view, lying, title in ((public, zones, f"{NAMES[seat]}'s bids"), (own, own_zones, "Your bids")):
                    result = list_bids(view, lying, title)
                    declarer = seat == view["declarer"]
                    up = declarer and (view["right"] or view["turned"])
                    if not (up or view["won"][seat] or view["lost"][seat] or view["left"][seat]):  # all lie face down
                        assert not result
                        placed, badges = (
                            view["numbers"][seat],
                            PRESENTER.table(public, make_players(), TITLE).seats[seat].badges,
                        )
                        assert placed is None or {f"{placed or 'none'} named", f"bid {placed}"} & {*badges}
                        continue
                    over = len(view["tricks"])
                    right = view["right"] if declarer else []
                    values = {rank: number for number, rank in enumerate(("A", *map(str, range(2, 11)), *"JQK"), 1)}
                    assert result.get("exposed", []) == [rank for rank in right if values[rank] > over]
                    assert result.get("won double", []) == [rank for rank in right if values[rank] <= over]
                    assert result.get("lost double", []) == (view["turned"] if declarer else [])
                    assert result.get("won", []) == view["won"][seat]
                    assert result.get("lost", []) == view["lost"][seat]
                    if view["left"][seat] is not None:
                        assert result.get("to come", []) == view["left"][seat]
                    else:
                        assert set(result.get("to come", [])) <= {None}
                    assert sum(map(len, result.values())) == view["numbers"][seat]
                    cases |= set(result)
                    (zone,) = [zone for zone in lying if zone.title == title]
                    doubled = len(view["right"]) + len(view["turned"]) if declarer else 0
                    exposed = [*[str(doubled)] * bool(doubled), *["pile"] * bool(view["piles"][seat])]
                    note = f"{' and '.join(exposed)} exposed" if exposed else ""
                    assert zone.note == ("" if view is public else note)
                    if view is public:
                        badges = PRESENTER.table(public, make_players(), TITLE).seats[seat].badges
                        assert ("exposed" in badges) is bool(view["piles"][seat])
                    else:
                        facts = dict(PRESENTER.hand(view, make_players(view["seat"]), TITLE).facts)
                        numbers = sorted(values[rank] for rank in [*view["right"], *view["turned"]])
                        who = view["declarer"]
                        text = ", ".join(map(str, numbers)) if who not in {None, view["seat"]} else ""
                        assert facts.get(f"{NAMES[who or 0]} exposed", "") == text
    assert {"won", "lost", "to come"} <= cases
    if name in {"four", "three"}:
        assert {"exposed", "won double", "lost double"} <= cases


def test_ready_seats_have_a_tick_while_others_place_or_expose() -> None:
    """And nothing else is seen of it: no number, no card (A5.3, A6.2)."""
    at = play_moves(deal_hands(table(4)), "suit S", "suit H", "suit D", "suit C", "bid 4", "pass", "pass", "pass")
    at = play_moves(at, "place 2 3 4 5")
    assert at.state.to_act == (0, 2, 3)
    before = PRESENTER.table(at.state.view(None), make_players(), TITLE)
    at = at.move(2, "place 7 8 9")
    scene = PRESENTER.table(at.state.view(None), make_players(), TITLE)
    assert [READY in seat.badges for seat in scene.seats] == [False, True, True, False]
    assert scene.zones == before.zones
    assert "It is the turn of Ada and Dora." in scene_text.alt_text(scene)
    assert "Cleo: score 0, hearts, ready" in scene_text.alt_text(scene)
    assert [sign.kind for sign in lay_scene(scene).items if isinstance(sign, Sign)].count("tick") == 2
    own = PRESENTER.hand(at.state.view(2), make_players(2), TITLE)
    assert own.prompt == "Waiting for Ada and Dora."
    assert list_bids(at.state.view(2), own.zones, "Your bids") == {"to come": ["7", "8", "9"]}
    at = at.move(0, "place").move(3, "place 2")
    scene = PRESENTER.table(at.state.view(None), make_players(), TITLE)
    assert ["4 named" in seat.badges or "bid 4" in seat.badges for seat in scene.seats] == [False, True, False, False]
    assert "none named" in scene.seats[0].badges
    assert [READY in seat.badges for seat in scene.seats] == [False] * 4
    at = at.move(1, "expose 3").move(0, "expose pile")
    scene = PRESENTER.table(at.state.view(None), make_players(), TITLE)
    assert [READY in seat.badges for seat in scene.seats] == [True, True, False, False]
    assert not any(
        {"pile exposed", "exposed"} & {zone.note, *seat.badges} for zone in scene.zones for seat in scene.seats
    )


def play_widest() -> State:
    """Return a position in which four have named as many tricks as they can, and all piles are open."""
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    table_now = play_moves(deal_hands(table(4)), "suit S", "suit H", "suit D", "suit C", "bid 13")
    table_now = play_moves(
        table_now, "pass", "pass", "pass", " ".join(["place", *ranks]), *[" ".join(["place", *ranks[1:]])] * 3
    )
    table_now = play_moves(table_now, f"expose {' '.join(ranks[::2])}", *["expose pile"] * 3)
    while len(table_now.state.view(None)["tricks"]) < 7:
        table_now = play_moves(table_now, table_now.state.legal(table_now.state.to_act[0]).moves[0])
    return play_moves(table_now, table_now.state.legal(table_now.state.to_act[0]).moves[0]).state


@pytest.mark.parametrize("names", [NAMES, WIDE, HEBREW], ids=["short", "wide", "right to left"])
def test_the_most_bid_cards_that_can_lie_there_have_room(names: tuple[str, ...]) -> None:
    state = play_widest()
    view = state.view(None)
    scene = PRESENTER.table(view, make_players(None, names), TITLE)
    sketch = lay_scene(scene)
    assert sketch.height <= sketch.width * MAX_HEIGHT_RATIO_OF_ALL
    bids = [face for face in sketch.faces() if face.card is None or face.card.startswith(BID)]
    bids = [face for face in bids if face.size == NARROW]
    assert len(bids) == 13 + 3 * 12
    rows: dict[int, list[Face]] = {}
    for face in bids:
        rows.setdefault(face.y, []).append(face)
    for row in rows.values():
        xs = sorted(face.x for face in row)
        assert all(second - first >= 0.42 * NARROW.width for first, second in pairwise(xs))
    alt = scene_text.alt_text(scene)
    assert len(alt) <= scene_text.MAX_ALT_LETTERS
    assert all(ABRACADABRA.name_of(card) in alt for _, card in view["trick"])
    own = PRESENTER.hand(state.view(state.to_act[0]), make_players(state.to_act[0], names), TITLE)
    assert len(scene_text.alt_text(own)) <= scene_text.MAX_ALT_LETTERS


@pytest.mark.parametrize("name", TABLES)
def test_barred_cards_are_explained_once_with_the_cards_to_play(name: str) -> None:
    """Following suit from the hand and from the dummy: the suit led, the one to play, the clause (A7.1, A7.2)."""
    clauses: set[str] = set()
    for seed in range(4):
        for state, _ in play_game(name, seed):
            if not state.to_act:
                continue
            seat = state.to_act[0]
            view = state.view(seat)
            scene = PRESENTER.hand(view, make_players(seat), TITLE)
            own = {card.text for card in scene.cards if card.state == "barred"}
            assert own == set(view["barred"]) & set(view["hand"])
            if state.phase != "play":
                continue
            text = " ".join(scene.notes)
            for card, (clause, _, instead) in view["barred"].items():
                assert f"({clause})" in text
                clauses.add(clause)
                if view["due"] == "dummy" and card not in view["dummy"]:
                    assert "so you must play one of its cards. (A7.2)" in text
                    continue
                suits = {
                    (view["turn_up"] if value == "JOKER" else value)[-1] for value in (view["trick"][0][1], *instead)
                }
                assert len(suits) == 1
                suit = SUITS[suits.pop()]
                assert f"{suit} were led" in text.lower() or "The joker was led as a " in text
                assert f"so you must play a {suit.removesuffix('s')}" in text
                assert ("(the joker is one)" in text) is ("JOKER" in instead)
            assert bool(text) is bool(view["barred"])
            assert len(scene.notes) <= 2
    assert clauses == ({"A7.1", "A7.2"} if name.startswith("dummy") else {"A7.1"})


def test_the_joker_that_forces_or_was_led_is_told_with_what_it_stands_for() -> None:
    at = in_play(deal_hands(table(3), {1: "9H 6S 7S", 2: "JOKER 7D 8D 7C"}, turned="8H"))
    at = play_moves(at, "9H")
    view = at.state.view(2)
    cards = [card for card in view["hand"] if card not in view["barred"]]
    (note,) = PRESENTER.hand(view, make_players(2), TITLE).notes
    assert "JOKER" in cards
    assert note == "Hearts were led and you hold one, so you must play a heart (the joker is one). (A7.1)"
    at = in_play(deal_hands(table(3), {1: "JOKER 6S 7S", 2: "9H 7D 8D 7C"}, turned="8H"))
    view = play_moves(at, "JOKER").state.view(2)
    (note,) = PRESENTER.hand(view, make_players(2), TITLE).notes
    assert note == "The joker was led as a heart and you hold one, so you must play a heart. (A7.1)"
    assert dict(PRESENTER.table(view, make_players(), TITLE).facts)["To follow"] == "hearts"


def test_from_the_dummy_its_cards_are_marked_and_the_own_ones_are_told_apart() -> None:
    at = in_play(deal_hands(table(2), {1: "9H 6S", 0: "10H", 2: "KH QH 7D 6C"}, turned="JOKER"))
    at = play_moves(at, "9H", "10H")
    view = at.state.view(1)
    assert view["due"] == "dummy"
    scene = PRESENTER.hand(view, make_players(1), TITLE)
    assert {card.state for card in scene.cards} == {"barred"}
    (dummy,) = [zone for zone in scene.zones if zone.title == "Dummy"]
    assert {card.text for card in dummy.cards if card.state == "barred"} == set(view["barred"]) & set(view["dummy"])
    assert scene.prompt.startswith("Play a card from the dummy.")
    own, follows = scene.notes
    assert own == "This card comes from the dummy, so you must play one of its cards. (A7.2)"
    assert follows == "Hearts were led and the dummy holds one, so you must play a heart. (A7.2)"
    assert all(choice.group == "Dummy" for choice in PRESENTER.choices(view))
    other = PRESENTER.hand(at.state.view(0), make_players(0), TITLE)
    assert not [card for zone in other.zones for card in zone.cards if card.state == "barred"]


@pytest.mark.parametrize("name", TABLES)
def test_a_hand_in_play_says_how_many_tricks_its_seat_has_won_and_named(name: str) -> None:
    """On just so many success hangs (A8.1)."""
    texts = set[str]()
    for state, _ in play_game(name, 5):
        if state.phase != "play":
            continue
        for seat in state.to_act:
            view = state.view(seat)
            facts = dict(PRESENTER.hand(view, make_players(view["seats"]), TITLE).facts)
            won, number = view["taken"][seat], view["numbers"][seat]
            assert facts["Won"] == f"{won}, named {number}" or (not number and "named none" in facts["Won"])
            texts.add(facts["Won"])
    assert len(texts) > 3


def test_between_deals_the_table_says_which_is_over_and_who_deals() -> None:
    cases: set[str] = set()
    for name in ("three", "four, a target"):
        for seed in range(4):
            for state, log in play_game(name, seed, deals=2):
                view = state.view(None)
                scene = PRESENTER.table(view, make_players(), TITLE)
                if log is None:
                    continue
                if view["finished"]:
                    assert scene.subtitle == "The game is over"
                    assert re.search(r" wins? with \S+\.$", scene.prompt)
                elif view["last"]["void"]:
                    assert scene.subtitle == "A void deal is over"
                else:
                    of = "" if name != "three" else " of 2"
                    to = " (to 60 points)" if name != "three" else ""
                    assert scene.subtitle == f"Deal {view['counted']}{of} is over{to}"
                    assert scene.prompt == f"{NAMES[view['dealer']]} deals next."
                own = PRESENTER.hand(state.view(0), make_players(0), TITLE)
                assert " in this deal" in own.prompt
                assert not own.cards
                cases.add(scene.subtitle.split(" ")[0])
    assert cases >= {"The", "Deal"}
