"""The picture of a game's end: winners in large letters beside cards of the game, and everybody's places."""

import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.pictures import PAINTS, draw_now, lay_scene
from bot.ui.pictures.items import Emblem, Face, Panel, Sign, Sketch, Words
from bot.ui.pictures.lettering import ELLIPSIS, SMALLEST_SIZE_PX, fold_name, text_width
from bot.ui.scene import text as scene_text
from bot.ui.scene.scene import ResultScene, Standing
from bot.ui.table.caption import caption_text
from cogs.games.abracadabra import pack as abracadabra
from cogs.games.five_crowns import pack as five_crowns
from cogs.games.tarot import pack as tarot
from cogs.games.voren import pack as voren
from tests import sheets
from tests.bot.ui.pictures.measures import MIN_LETTER_PX, PHONE_PX, overlap
from tests.bot.ui.pictures.samples import names
from tests.support.drawings import box_of

for module in (voren, five_crowns, tarot, abracadabra):
    module.register()
PACKS = ("voren", "five_crowns", "tarot", "abracadabra", "nowhere")
TOP = {
    "voren": ["GS", "GH", "GD", "GC"],
    "five_crowns": [],
    "tarot": ["KE", "KA", "KF", "KW"],
    "abracadabra": ["AS", "AH", "AD", "AC"],
    "nowhere": [],
}


def make_result(
    called: tuple[str, ...],
    scores: tuple[int, ...],
    pack: str = "voren",
    *,
    computers: tuple[int, ...] = (),
    you: int | None = None,
    played: bool = True,
) -> ResultScene:
    """Return a game that is over, in which the most points win."""
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    standings = tuple(
        Standing(
            seat,
            called[seat],
            scores[seat],
            1 + sum(other > scores[seat] for other in scores),
            played and scores[seat] == max(scores),
            seat in computers,
            seat == you,
        )
        for seat in order
    )
    return ResultScene(pack, "Voren, table 3", "Somebody wins.", standings)


@st.composite
def results(draw: st.DrawFn) -> ResultScene:
    """Draw any end at all: no players to 12, scores of any size, ties, nobody who has won."""
    number = draw(st.integers(0, 12))
    scores = draw(
        st.lists(st.one_of(st.integers(-3, 3), st.integers(-(10**400), 10**400)), min_size=number, max_size=number)
    )
    return make_result(
        tuple(draw(names) for _ in range(number)),
        tuple(scores),
        draw(st.sampled_from(PACKS)),
        computers=tuple(draw(st.sets(st.integers(0, 11)))),
        you=draw(st.one_of(st.none(), st.integers(0, 11))),
        played=draw(st.booleans()),
    )


def list_large_words(sketch: Sketch) -> list[Words]:
    """Return the words of the winners' panel, from the top down: names, and their points."""
    framed = next((box_of(item) for item in sketch.items if isinstance(item, Panel) and item.edge), (0, 0, 0, 0))
    return sorted((words for words in sketch.words() if overlap(box_of(words), framed)), key=lambda words: words.y)


@given(results())
@settings(max_examples=50)
def test_any_end_is_drawn_inside_and_large_enough_and_said_within_the_limit(scene: ResultScene) -> None:
    sketch = lay_scene(scene)
    for item in sketch.items:
        left, top, right, bottom = box_of(item)
        assert min(left, top) >= 0, item
        assert right <= sketch.width, item
        assert bottom <= sketch.height, item
    assert all(words.size * PHONE_PX / sketch.width >= MIN_LETTER_PX for words in sketch.words())
    drawn = draw_now(scene)
    assert re.fullmatch(r"[a-z0-9_]+-result-[0-9a-f]{8}\.png", drawn.filename)
    assert 0 < len(drawn.alt) <= scene_text.MAX_ALT_LETTERS
    assert len(scene_text.scene_text(scene)) <= scene_text.MAX_SCENE_LETTERS


@pytest.mark.parametrize("called", [sheets.NAMES, sheets.WIDE], ids=["short", "wide"])
@pytest.mark.parametrize("count", [2, 3, 4, 7, 12])
@pytest.mark.parametrize("pack", PACKS)
def test_nothing_covers_anything(pack: str, count: int, called: tuple[str, ...]) -> None:
    for winners in {1, 2, 3, count}:
        scores = tuple(120 if seat < winners else -(seat**9) for seat in range(count))
        sketch = lay_scene(make_result(called, scores, pack, computers=(1,), you=0))
        apart = [item for item in sketch.items if isinstance(item, Words | Sign | Emblem)]
        for first, second in combinations(apart, 2):
            assert not overlap(box_of(first), box_of(second)), (first, second)
        assert not any(overlap(box_of(face), box_of(words)) for face in sketch.faces() for words in sketch.words())


@pytest.mark.parametrize("pack", PACKS)
def test_the_winner_stands_large_beside_the_look_of_the_game(pack: str) -> None:
    sketch = lay_scene(make_result(("Ada", "Bela", "Ambrose"), (33, 17, 153), pack, computers=(2,), you=0))
    name, score = list_large_words(sketch)
    assert (name.text, score.text) == ("Ambrose", "153")
    assert name.size >= 2 * SMALLEST_SIZE_PX
    assert [face.card for face in sketch.faces()] == TOP[pack]
    emblems = [item for item in sketch.items if isinstance(item, Emblem)]
    assert len(emblems) == (pack == "five_crowns"), "a crown is Five Crowns' alone"


def test_the_crown_is_seen_in_every_set_of_colours() -> None:
    five, other = (make_result(("Ada", "Bela"), (3, 9), pack) for pack in ("five_crowns", "nowhere"))
    for paint in PAINTS.values():
        assert draw_now(five, paint).png != draw_now(other, paint).png
    assert len({draw_now(five, paint).png for paint in PAINTS.values()}) >= 2, "light and green differ"


def test_everybodys_place_and_points_stand_in_order() -> None:
    scene = make_result(("Ada", "Bela", "Cleo", "Dan"), (5, 12, 5, -40), computers=(3,), you=2)
    sketch = lay_scene(scene)
    below = max(item.y for item in sketch.items if isinstance(item, Panel))
    words = [drawn_words for drawn_words in sketch.words() if drawn_words.y >= below]
    rows = [
        drawn_words.text
        for drawn_words in sorted(words, key=lambda drawn_words: ((drawn_words.y - below) // 54, drawn_words.x))
    ]
    assert rows == ["1", "Bela", "12", "2", "Ada", "5", "2", "You (Cleo)", "5", "4", "Dan", "\u221240"]
    assert [item.kind for item in lay_scene(scene).items if isinstance(item, Sign)] == ["computer"]


@pytest.mark.parametrize("winners", [1, 2, 3, 5, 12])
def test_all_who_share_the_win_are_named(winners: int) -> None:
    scores = tuple(7 if seat < winners else 0 for seat in range(12))
    sketch = lay_scene(make_result(sheets.NAMES, scores))
    *messages, score = list_large_words(sketch)
    assert score.text == "7"
    text = " ".join(words.text for words in messages)
    assert all(fold_name(name, 0) in text for name in sheets.NAMES[:winners])
    assert ELLIPSIS not in text


def test_a_winner_of_32_wide_letters_is_named_whole() -> None:
    for name in ("W" * 32, "MMMMMM " * 4 + "MMMM"):
        *messages, _ = list_large_words(lay_scene(make_result((name, "Ada"), (9, 3), "tarot")))
        assert (
            "".join(words.text for words in messages) == name.replace(" ", "")
            or " ".join(words.text for words in messages) == name
        ), [words.text for words in messages]
        assert all(text_width(words.text, words.size, bold=True) <= 1100 for words in messages)


def test_names_that_cannot_be_drawn_have_their_seats_number_and_words_tell_whose_it_is() -> None:
    scene = make_result(("ตาล", "Ada", "สมชาย"), (9, 3, 1))
    assert [words.text for words in list_large_words(lay_scene(scene))] == ["Seat 1", "9"]
    beside = scene_text.numbered_names_text(draw_now(scene).numbered)
    assert all(f"seat {seat + 1} is **" in beside for seat in (0, 2))
    assert "Ada" not in beside
    assert all(name in draw_now(scene).alt for name in ("ตาล", "Ada", "สมชาย"))


def test_result_without_a_winner_shows_only_standings() -> None:
    sketch = lay_scene(make_result(("Ada", "Bela"), (0, 0), played=False))
    assert list_large_words(sketch) == []
    assert not [item for item in sketch.items if isinstance(item, Face)]


def test_words_and_alt_text_tell_who_has_won_and_everybodys_place() -> None:
    scene = make_result(("Ada", "Bela", "Cleo"), (33, 153, 33), you=0)._replace(outcome="Bela wins with 153.")
    assert scene_text.alt_text(scene) == (
        "Voren, table 3. Bela wins with 153. Standings: 1st Bela, 153; 2nd you (Ada), 33; 2nd Cleo, 33."
    )
    assert scene_text.scene_text(scene).splitlines() == [
        "**Voren, table 3**",
        "**Bela wins with 153.**",
        "1\\. **Bela** · **153**",
        "2\\. **Ada** (you) · **33**",
        "2\\. **Cleo** · **33**",
    ]
    assert caption_text(scene, "You played it.") == "You played it.\n**Bela wins with 153.**"


def test_alt_text_names_all_twelve_with_their_points_however_long_both_are() -> None:
    long = tuple(f"{seat:02} {'W' * 29}" for seat in range(12))
    scene = make_result(long, tuple(10**19 + seat for seat in range(12)))
    description = scene_text.alt_text(scene._replace(outcome=f"{', '.join(long)} win."))
    assert len(description) <= scene_text.MAX_ALT_LETTERS
    assert all(f"{seat:02} " in description and str(10**19 + seat) in description for seat in range(12))
