"""The chart of a pad: what it says is true, its picture can be drawn of any pad, and lines differ without colour."""

import io
from itertools import pairwise

import pytest
from PIL import Image

from bot.ui.charts import plot
from bot.ui.pads.chart import alt_text, chart_text, draw_now, pad_series
from bot.ui.pictures.palette import PAINTS
from bot.ui.scene.text import MAX_ALT_LETTERS
from tests.bot.pads.samples import free, hand, large, late, pad, player

WIDE = "W" * 32
PADS = {
    "no players": free(),
    "no hands": free(names=("Ada", "Bela")),
    "one hand": free((4, -3)),
    "nothing won": free((0, 0), (0, 0)),
    "ties": free(*[(5, 5, 5, 5)] * 9),
    "huge": free((10**30 - 1, 1 - 10**30), (10**29, 10**28)),
    "late": free((1, 2, None), (3, None, None), (1, 1, 7)),
    "names": free(
        (1, 2, 3, 4, 5, 6, 7),
        names=(WIDE, WIDE + "x", "דנה כהן", "田中" * 16, "$x^2$ \\frac{", "🦊", "a\u202eb"),
        name="$\\bad{"
    ),
    "most": large(12, 500),
    "a full pad": large(24, 30),
}  # fmt: skip


@pytest.mark.parametrize("name", PADS)
def test_every_pad_has_a_chart(name: str) -> None:
    picture = draw_now(PADS[name])
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.size == (picture.width, picture.height)
        assert image.width == 1100
    assert len(picture.png) < 200_000
    assert len(picture.alt) <= MAX_ALT_LETTERS
    assert draw_now(PADS[name]) == picture


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS)
def test_every_set_of_colours_has_charts(paint: plot.Paint) -> None:
    shades = [draw_now(PADS["ties"], entry).png for entry in (paint, PAINTS["green"])]
    assert (shades[0] == shades[1]) == (paint.name != "light")


def test_lines_differ_in_marks_and_strokes() -> None:
    styles = [plot.line_style(place, PAINTS["green"]) for place in range(24)]
    assert len({(style.marker, style.strokes) for style in styles}) == 24
    assert len({style.marker for style in styles[:12]}) == 12


def test_strokes_keep_their_lengths_round_corners() -> None:
    parts = list(plot._dashes([(0, 0), (10, 0), (10, 15)], (8, 4)))
    assert parts == [[(0, 0), (8, 0)], [(10, 2), (10, 10)], [(10, 14), (10, 15)]]
    assert list(plot._dashes([(5, 5)], (8, 4))) == []


def test_scales_have_round_steps() -> None:
    assert plot._ticks(1, 1) == [1]
    assert plot._ticks(-37, 112) == [0, 50, 100]
    assert plot._ticks(1, 9) == [2, 4, 6, 8]
    assert plot._ticks(0, 3 * 10**30) == [at * 10**30 for at in range(4)]


def test_names_keep_apart_and_inside() -> None:
    places = plot._spread_labels({0: 10.0, 1: 11.0, 2: 300.0, 3: 9.0}, 54, 0, 320)
    ordered = sorted(places.values())
    assert all(after - before >= 54 for before, after in pairwise(ordered))
    assert ordered[0] >= 0
    assert ordered[-1] <= 320
    assert sorted(places, key=lambda seat: places[seat]) == [3, 0, 1, 2]


def test_a_line_begins_with_the_first_hand_and_rests_while_one_sits_out() -> None:
    record = free((1, 2, None, None), (3, None, None, None), (1, 1, 7, None))
    assert [series.totals for series in pad_series(record)] == [
        ((1, 1), (2, 4), (3, 5)),
        ((1, 2), (2, 2), (3, 3)),
        ((3, 7),),
        (),
    ]


def test_a_hand_that_is_struck_out_is_left_out() -> None:
    message = {"points": [4]}
    hands = (hand(1, (1,), message), hand(2, (1,), message, state="struck", points=(4,)), hand(3, (1,), message))
    assert pad_series(pad("free", (player(1, "Ada"),), hands))[0].totals == ((1, 4), (3, 8))


def test_players_without_room_in_the_picture_are_named_beside_it() -> None:
    numbered = draw_now(PADS["names"]).numbered
    assert [seat for seat, _ in numbered] == [0, 1, 5]


def test_the_alt_text_says_who_leads_and_every_total() -> None:
    record = free((40, 40, -7, None), (1, 1, 1, None), name="Friday *night*")
    assert alt_text(record) == (
        "Chart of Friday *night*: the totals over 2 hands. Ada and Bela lead together; the most points win. "
        "Totals: Ada 41, Bela 41, Cleo minus 6, (Dora 0)."
    )
    few = free((40, 7), options={"wins": "fewest"})
    assert "over 1 hand. Bela leads; the fewest points win. Totals: Bela 7, Ada 40." in alt_text(few)
    assert "Nobody leads alone" in alt_text(free((1, 1), options={"ties": "none"}))
    assert alt_text(PADS["no hands"]) == "Chart of Friday: no hand counts yet."
    assert "about minus 9.90e29" in alt_text(PADS["huge"])


def test_the_alt_text_of_the_fullest_pad_has_every_total() -> None:
    rows = [tuple((-1) ** seat * (10**29 + seat) for seat in range(24))] * 3
    fullest = free(*rows, names=tuple(f"{seat}" * 31 for seat in range(24)))
    assert len(alt_text(fullest)) <= MAX_ALT_LETTERS
    assert alt_text(fullest).count("about") == 24


def test_late_players_line_begins_at_their_starting_points() -> None:
    given = late(40)
    assert pad_series(given)[2].totals == ((2, 47),)
    assert alt_text(given).startswith("Chart of Friday: the totals over 2 hands. Cleo leads; ")
    assert chart_text(given).splitlines()[1:] == [
        "**After hand 1:** Ada 10 · Bela 5", "**After hand 2:** Cleo 47 · Ada 30 · Bela 8",
    ]  # fmt: skip
    assert chart_text(late(None)).splitlines()[2] == "**After hand 2:** Ada 30 · Bela 8 · (Cleo 7)"


def test_the_text_has_standings_after_every_so_many_hands() -> None:
    record = free(*[(1, 3, None)] * 10, *[(5, 0, -2)] * 5, names=("Ada", "*Bela*", "Cleo"))
    lines = chart_text(record).splitlines()
    assert lines[0] == "-# Totals, the best first; the most points win; not ranked in brackets."
    assert lines[1] == "**After hand 2:** \\*Bela\\* 6 · Ada 2"
    assert lines[-1] == "**After hand 15:** Ada 35 · \\*Bela\\* 30 · (Cleo −10)"
    assert len(lines) == 9


@pytest.mark.parametrize("name", PADS)
@pytest.mark.parametrize("limit", [400, 2000])
def test_the_text_keeps_to_its_limit(name: str, limit: int) -> None:
    text = chart_text(PADS[name], limit)
    assert 0 < len(text) <= limit
    if PADS[name].counted and limit == 2000:
        assert f"After hand {PADS[name].counted[-1].number}:" in text
