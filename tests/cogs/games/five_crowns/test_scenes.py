"""The scenes of Five Crowns: what every reader sees and no more, at every size of table and hand."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from PIL.Image import Image

from bot.ui.game.players import Players
from bot.ui.pictures import lay_scene
from bot.ui.pictures.faces import COMPACT, LARGE, MEDIUM, Size, draw_face
from bot.ui.pictures.lettering import ELLIPSIS, SMALLEST_SIZE_PX
from bot.ui.pictures.table import WIDTH_PX
from bot.ui.scene import text
from bot.ui.scene.scene import HandScene, Scene, TableScene
from cogs.games.five_crowns.cards import DISCARD, by_rank, kind
from cogs.games.five_crowns.pack import FIVE_CROWNS
from rules.contract import State
from rules.melds import JOKER
from rules.players.five_crowns.heuristic import choose
from tests.cogs.games.five_crowns.games import NAMES, PRESENTER, WIDE, list_table_params, make_players, play_game
from tests.rules.five_crowns.stacked import deal_hands, play_moves, table

TITLE = "Five Crowns, table 7"
PHONE_SCALE = 320 / 1100
"""A picture as a narrow phone shows it."""


def list_face_up_cards(scene: Scene) -> list[str]:
    """Return all cards that lie face up in a scene."""
    own = scene.cards if isinstance(scene, HandScene) else [card for seat in scene.seats for card in seat.cards]
    return [card.text for zone in scene.zones for card in zone.cards if card.text] + [
        card.text for card in own if card.text
    ]


@pytest.mark.parametrize(("seats", "first", "last"), list_table_params())
def test_between_deals_only_cards_of_the_deal_before_lie_there(seats: int, first: int, last: int) -> None:
    """For every reader; and how many points count against whom is told to themselves alone."""
    between = 0
    for state, _ in play_game(seats, seats, first, last):
        view = state.view(None)
        board = PRESENTER.table(view, make_players(seats), TITLE)
        if view["phase"] not in {"deal", "finished"}:
            assert "not melded" not in board.prompt
            continue
        over = {card for hand in (view["last"] or {"hands": []})["hands"] for card in hand}
        hand_scenes = [
            PRESENTER.hand(state.view(seat), make_players(seats, seat), TITLE) for seat in range(min(seats, 4))
        ]
        assert all(set(list_face_up_cards(scene)) <= over for scene in (board, *hand_scenes))
        between += 1
    assert between > 1


@pytest.mark.parametrize(("seats", "first", "last"), list_table_params())
def test_a_hand_is_all_its_cards_in_their_best_arrangement(seats: int, first: int, last: int) -> None:
    """Melds first, then what is left from the lowest rank up; what came by is marked once; every wild card is."""
    marked = 0
    for number, (state, _) in enumerate(play_game(seats, seats + 3, first, last)):
        if number % 4 or state.phase not in {"draw", "discard"}:
            continue
        seat = state.to_act[0]
        view = state.view(seat)
        scene = PRESENTER.hand(view, make_players(seats, seat), TITLE)
        assert sorted(card.text or "" for card in scene.cards) == sorted(view["hand"])
        if any(move.startswith("out ") for move in view["moves"]):
            continue
        assert not any(group.title == DISCARD for group in scene.groups)
        assert [group.size for group in scene.groups][: len(view["arranged"]["melds"])] == [
            len(meld) for meld in view["arranged"]["melds"]
        ]
        rest = [card.text for card in scene.cards][len(scene.cards) - len(view["arranged"]["rest"]) :]
        assert rest == by_rank(view["arranged"]["rest"], view["wild"])
        for card in scene.cards:
            assert (card.state == "wild") is (card.text != JOKER and (card.text or "")[:-1] == view["wild"])
        captions = [card for card in scene.cards if card.caption]
        assert [card.text for card in captions] == ([view["fresh"]["card"]] if view["fresh"] else [])
        if view["fresh"]:
            assert captions[0].caption == {"draw": "drawn", "take": "taken"}[view["fresh"]["move"]]
            marked += 1
    assert marked


@pytest.mark.parametrize(("seats", "first", "last"), list_table_params())
def test_seat_that_can_go_out_sees_remaining_melds_and_the_first_discard(seats: int, first: int, last: int) -> None:
    outs = 0
    for state, _ in play_game(seats, seats + 3, first, last):
        if state.phase != "discard":
            continue
        view = state.view(state.to_act[0])
        if any(move.startswith("out ") for move in view["moves"]):
            scene, (out, *_) = (
                PRESENTER.hand(view, make_players(seats, state.to_act[0]), TITLE),
                PRESENTER.choices(view),
            )
            assert (scene.groups[-1].title, scene.groups[-1].size) == (DISCARD, 1)
            assert all(group.title in {"run", "set", "wild cards"} for group in scene.groups[:-1])
            assert scene.cards[-1].text == out.card
            assert out.move == choose(view, Random(1))  # the hint says the same card
            assert sorted(card.text or "" for card in scene.cards) == sorted(view["hand"])
            outs += 1
    assert outs


def test_melds_for_going_out_precede_the_cheapest_arrangement() -> None:
    """Four and seven with two Jokers are a run once the Queen goes; with the Queen eleven points would be left."""
    hand_cards = "JOKER JOKER JOKER QC 9T 10T 6S 6H 6D 5C KH 4D 7D"
    at = play_moves(deal_hands(table(4, first=13), {1: hand_cards}, "5S"), "take")
    view = at.state.view(1)
    assert [move for move in view["moves"] if move.startswith("out ")] == ["out QC"]
    assert view["arranged"]["left"] == 11
    scene = PRESENTER.hand(view, make_players(4, 1), TITLE)
    assert [card.text for card in scene.cards][-1] == "QC"
    assert (scene.groups[-1].title, scene.groups[-1].size) == (DISCARD, 1)
    assert next(choice.label for choice in PRESENTER.choices(view)) == f"Go out: discard {FIVE_CROWNS.text_of('QC')}"
    assert sorted(card.text or "" for card in scene.cards) == sorted(view["hand"])


def test_a_card_that_another_has_come_by_is_not_marked_among_ones_own() -> None:
    """There are two or three of each; who waits has drawn or taken nothing."""
    alike = 0
    for seed in range(12):
        for state, _ in play_game(4, seed, 7, 8):
            if state.phase != "discard":
                continue
            (turn,) = state.to_act
            for seat in {0, 1, 2, 3} - {turn}:
                view = state.view(seat)
                scene = PRESENTER.hand(view, make_players(4, seat), TITLE)
                assert not any(card.caption for card in scene.cards)
                alike += view["fresh"]["card"] in view["hand"]
    assert alike


def test_melds_are_called_what_card_players_call_them() -> None:
    """F4.1 and F4.2."""
    assert kind(["3S", "4S", "5S"], "9") == "run"
    assert kind(["3S", "9H", "5S"], "9") == "run"
    assert kind(["JOKER", "JOKER", "5S"], "9") == "run"
    assert kind(["3S", "3H", "JOKER"], "9") == "set"
    assert kind(["3S", "3S", "9H"], "9") == "set"
    assert kind(["9S", "9H", "JOKER"], "9") == "wild cards"


def find_position(seats: int, seed: int, first: int, phase: str, *, out: bool = False) -> State:
    """Return the first position of that kind."""
    for number in range(seed, seed + 20):
        for state, _ in play_game(seats, number, first, first):
            if state.phase == phase and (state.view(None)["out"] is not None) is out:
                return state
    message = "no such position"
    raise AssertionError(message)


@pytest.mark.parametrize("size", [3, 5, 7, 8, 13])
@pytest.mark.parametrize("out", [False, True])
def test_every_card_of_a_hand_is_large_enough_in_two_rows(size: int, *, out: bool) -> None:
    """Rank and suit at least 10 pixels high where the picture is 320 wide, and none is covered by the next card."""
    state = find_position(3, size, size, "discard", out=out)
    seat = state.to_act[0]
    scene = PRESENTER.hand(state.view(seat), make_players(3, seat), TITLE)
    sketch = lay_scene(scene)
    faces = [face for face in sketch.faces() if face.size in {LARGE, MEDIUM, COMPACT}]
    assert len(faces) == size + 1
    assert {face.size for face in faces} == {LARGE if size == 3 else MEDIUM if size < 10 else COMPACT}
    assert size < 10 or not scene.zones  # its many buttons need the room
    assert len({face.y for face in faces}) <= 2
    assert sketch.width == 1100
    assert sketch.height <= 1100 * 1.35
    for first, second in pairwise(faces):
        if first.y == second.y:
            assert second.x - first.x >= first.size.width * 0.52, "the rank of one is covered"
    assert all(words.size >= SMALLEST_SIZE_PX for words in sketch.words())
    for large in {face.size for face in faces}:
        for card in FIVE_CROWNS.cards():
            if card != JOKER:
                rank, suit = measure_corner(card, large)
                assert rank * PHONE_SCALE >= 10, (card, large)
                assert suit * PHONE_SCALE >= 10, (card, large)


def measure_corner(card: str, size: Size) -> tuple[int, int]:
    """Return how many pixels high rank and suit are in the corner of a card's face: two runs of rows with ink."""
    image = draw_face(FIVE_CROWNS, card, size).convert("L")
    if size.compact:  # the suit is on the right
        rank = image.crop((6, 6, round(size.width * 0.45), round(size.height * 0.4)))
        return measure_ink_runs(rank)[0], measure_ink_runs(
            image.crop((round(size.width * 0.5), 6, size.width - 6, size.height - 6))
        )[0]
    rank, suit, *_ = measure_ink_runs(image.crop((6, 6, round(size.width * 0.3), round(size.height * 0.55))))
    return rank, suit


def measure_ink_runs(image: Image) -> list[int]:
    """Return how many rows each run of rows with ink has."""
    wide, high = image.size
    pixels = image.tobytes()
    runs = [0]
    for row in range(high):
        ink = min(pixels[row * wide : (row + 1) * wide]) < 170
        runs[-1] += ink
        if not ink and runs[-1]:
            runs.append(0)
    return [run for run in runs if run > 4]


@pytest.mark.parametrize("seats", [2, 4, 7, 12])
@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short", "wide"])
def test_the_table_is_a_board_that_discord_shows_whole(seats: int, names: tuple[str, ...]) -> None:
    """Never a narrow column; with what has to be seen on it: stock, pile, wild cards, counts, scores, and that low is
    good.
    """
    own = type(make_players(seats))(names[:seats])
    for number, (state, log) in enumerate(play_game(seats, 3, 12, 13)):
        if not log and (state.phase == "discard" or (state.phase == "draw" and number % 6 > 1)):
            continue
        view = state.view(None)
        scene = PRESENTER.table(view, own, TITLE)
        sketch = lay_scene(scene)
        assert sketch.height <= sketch.width * 1.35
        assert sketch.width == WIDTH_PX
        alt = text.alt_text(scene)
        assert len(alt) <= text.MAX_ALT_LETTERS
        assert "Lowest score: wins" in alt or ELLIPSIS in alt  # where names are cut there are no facts
        if view["to_act"]:
            assert f"It is {names[view['turn']]}'s turn." in alt or f"It is {view['turn'] + 1} WWW" in alt
            assert f"Stock: {view['stock']} card" in alt
            assert f"{FIVE_CROWNS.name_of(view['pile'][-1])}" in alt
        on_it = " ".join(words.text for words in sketch.words())
        assert "Lowest score" in on_it
        if view["to_act"]:
            assert f"{view['stock']} cards" in on_it or view["stock"] == 1
            assert "Wild" in on_it
            assert "Deal " in on_it


def test_nothing_short_is_cut_in_the_picture() -> None:
    """Titles of melds, what is at stake, whose last turn it is."""
    for size, out in ((3, False), (8, False), (13, False), (13, True)):
        for phase in ("draw", "discard"):
            state = find_position(4, size, size, phase, out=out)
            seat = state.to_act[0]
            view: dict[str, Any] = state.view(seat)
            for scene in (
                PRESENTER.hand(view, make_players(4, seat), TITLE),
                PRESENTER.table(state.view(None), make_players(4), TITLE),
            ):
                assert not [words.text for words in lay_scene(scene).words() if ELLIPSIS in words.text], (
                    size,
                    out,
                    phase,
                )
                if out:
                    assert "(last turn)" in scene.prompt


def test_above_what_was_laid_down_stands_who_went_out_however_long_their_name_is() -> None:
    state = find_position(12, 1, 13, "draw", out=True)
    view: dict[str, Any] = state.view(None)
    scene = PRESENTER.table(view, Players(WIDE[:12]), TITLE)
    assert [(zone.title, zone.note) for zone in scene.zones[2:]] == [(WIDE[view["out"]], "went out")]
    (above,) = (words.text for words in lay_scene(scene).words() if words.bold and words.text.startswith("W" * 15))
    assert above.endswith(f"{ELLIPSIS}{WIDE[view['out']][-2:]}")


@pytest.mark.parametrize("size", [3, 7, 10, 13])
def test_no_title_caption_or_fact_of_a_hand_is_cut(size: int) -> None:
    """Wherever a single card lies beside melds, where what was drawn lies among others, and between deals."""
    count = 0
    for seed in range(3):
        for number, (state, _) in enumerate(play_game(4, seed, size, size)):
            reader = state.to_act[0] if state.to_act else seed
            if number % 3 and state.to_act:
                continue
            scene = PRESENTER.hand(state.view(reader), make_players(4, reader), TITLE)
            if not (scene.cards or scene.zones):
                continue
            said_there = [words.text for words in lay_scene(scene).words()]
            assert not [words for words in said_there if ELLIPSIS in words]
            assert "No cards" not in said_there
            count += 1
    assert count > 10


def test_between_deals_the_melds_of_who_went_out_lie_there_or_everybodys_beside_ones_own() -> None:
    """Where there is room: beside a ledger of six, and of few cards beside one's own; the pages have all."""
    for seats, first in ((2, 13), (3, 13), (4, 6), (4, 13), (8, 6), (12, 13)):
        for state, log in play_game(seats, 6, first, first):
            if log is None:
                continue
            view = state.view(None)
            scene = PRESENTER.table(view, make_players(seats), TITLE)
            assert isinstance(scene, TableScene)
            last = view["last"]
            message = {zone.title: [card.text for card in zone.cards] for zone in scene.zones}
            laid = [last["out"]] if last["out"] is not None and seats <= 6 else []
            assert set(message) == {NAMES[seat] for seat in laid}
            for seat in laid:
                assert sorted(filter(None, message[NAMES[seat]])) == sorted(last["hands"][seat])
            for seat in range(seats):
                hand = PRESENTER.hand(state.view(seat), make_players(seats, seat), TITLE)
                assert hand.zones[0].title == "You"
                assert sorted(card.text or "" for card in hand.zones[0].cards) == sorted(last["hands"][seat])
                assert len(hand.zones) == (seats if seats < 12 else 1)
                assert lay_scene(hand).height <= 1100 * 1.35
