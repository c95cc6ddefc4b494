"""Names that the font cannot draw, or that look alike where they are cut: picture and words tell who is who."""

from __future__ import annotations

import pytest

from bot.common.text import name_of
from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.pictures import draw_now, lay_scene
from bot.ui.pictures.items import Sketch, Words
from bot.ui.pictures.lettering import ELLIPSIS, text_width
from bot.ui.scene import text as scene_text
from bot.ui.scene.scene import CardScene, HandScene, Ledger, LedgerRow, SeatScene, TableScene, Zone
from tests import sheets
from tests.bot.ui.pictures.samples import CARDS

NAMES = (
    "สมชาย",
    "Ada",
    "अर्जुन",
    "தமிழ்",
    "ወንድሙ",
    "🦊",
    "Alexander",
    "Alexandra",
    "Жанна",
    "Zoë",
    "Computer 1",
    "Computer 2",
)
BY_NUMBER = {0: "Seat 1", 2: "Seat 3", 3: "Seat 4", 4: "Seat 5", 5: "Seat 6", 6: "7 Alexander", 7: "8 Alexandra"}


def make_name(seat: int) -> str:
    """Return a name as scenes have it."""
    return name_of(NAMES[seat], seat)


def make_table(seats: int) -> TableScene:
    return TableScene(
        "voren",
        "Voren",
        facts=(("Best", f"{make_name(0)} led, {make_name(3)} is winning"),),
        seats=tuple(SeatScene(seat, make_name(seat), seat, to_act=seat == 2) for seat in range(seats)),
        zones=(Zone("Trick 1", tuple(CardScene("5S", caption=make_name(seat)) for seat in range(min(seats, 7)))),),
    )


@pytest.mark.parametrize("seats", [4, 8, 12])
def test_picture_and_words_together_tell_who_is_who(seats: int) -> None:
    scene = make_table(seats)
    drawn = [words.text for words in lay_scene(scene).words()]
    beside = scene_text.numbered_names_text(draw_now(scene).numbered)
    for seat in range(seats):
        if seat in BY_NUMBER:
            start = BY_NUMBER[seat][:6]
            assert any(text.startswith(start) for text in drawn), (seat, drawn)
            assert f"seat {seat + 1} is **{make_name(seat)}**" in beside
        else:
            assert make_name(seat) not in beside
    assert any("Seat 1 led, Seat 4 is winning" in text for text in (" ".join(drawn),))
    assert not any("\u00b7" in text for text in drawn), "a name that became a dot"
    assert all(make_name(seat) in scene_text.alt_text(scene) for seat in range(seats))


def test_of_a_hand_only_those_are_told_whom_its_picture_names() -> None:
    trick = Zone("This trick", (CardScene("5S", caption=make_name(3)), CardScene("4S", caption=make_name(1))))
    scene = HandScene("voren", "Your hand", "Play a card.", (CardScene("1S"),), zones=(trick,), names=NAMES[:1])
    scene = scene._replace(names=tuple(map(make_name, range(8))))
    drawn = [words.text for words in lay_scene(scene).words()]
    assert {"Seat 4", "Ada"} <= set(drawn)
    assert scene_text.numbered_names_text(draw_now(scene).numbered) == "-# In the picture seat 4 is **தமிழ்**."


def test_where_all_names_are_drawn_nothing_is_added() -> None:
    names = ("Ada", "Zoë", "Жанна", "שרה", "أحمد", "李小龙", "さくら", "김철수", "Computer 1", "Computer 12")
    seats = tuple(SeatScene(seat, name) for seat, name in enumerate(names))
    assert draw_now(TableScene("voren", "Voren", seats=seats)).numbered == ()
    assert scene_text.numbered_names_text(()) == ""


def test_long_chinese_names_that_look_alike_where_they_are_cut_have_their_numbers() -> None:
    seats = tuple(SeatScene(seat, name) for seat, name in enumerate(("田中太郎一", "田中太郎二", "田中次郎")))
    assert draw_now(TableScene("voren", "Voren", seats=seats)).numbered == ((0, "田中太郎一"), (1, "田中太郎二"))


def list_captions(sketch: Sketch) -> list[str]:
    """Return what stands beneath each card; nothing that reaches below the next one."""
    names: list[str] = []
    for number, face in enumerate(sketch.faces()):
        following = [other.x for other in sketch.faces()[number + 1 : number + 2] if other.y == face.y]
        end = min([sketch.width, *following])
        names += [
            words.text
            for words in sketch.words()
            if words.y == face.y + face.size.height and face.x <= words.x and words.x + measure_px(words) <= end
        ]
    return names


def measure_px(words: Words) -> int:
    return text_width(words.text, words.size, words.bold)


def make_trick(seats: int, names: tuple[str, ...], first: int) -> Zone:
    """Return a trick of so many cards that this seat led to."""
    players = Players(names[:seats])
    plays = [((first + place) % seats, CARDS[place]) for place in range(seats)]
    return common_texts.trick_zone("Trick 3", plays, (first + 1) % seats, players, over=True)


@pytest.mark.parametrize("names", [sheets.WIDE, sheets.NAMES], ids=["wide", "short"])
@pytest.mark.parametrize("seats", range(8, 11))
def test_of_a_trick_without_room_for_names_seats_have_numbers(seats: int, names: tuple[str, ...]) -> None:
    """By its cards, and before their names in the ledger, so that the words beside it have nothing to add."""
    rows = tuple(LedgerRow(seat, names[seat], "1 trick", (seat,), seat) for seat in range(seats))
    seat_scenes = tuple(SeatScene(seat, names[seat], seat) for seat in range(seats))
    scene = TableScene(
        "voren",
        "Voren",
        facts=(("Dealer", names[0]),),
        seats=seat_scenes,
        zones=(make_trick(seats, names, 3), make_trick(seats, names, 7)),
        ledger=Ledger(("Won",), "Net", rows),
    )
    for table_scene in (scene, scene._replace(ledger=None)):  # with the seats in its place, too
        sketch = lay_scene(table_scene)
        numbers = [str((first + place) % seats + 1) for first in (3, 7) for place in range(seats)]
        assert list_captions(sketch) == numbers
        drawn = [words.text for words in sketch.words()]
        for seat in range(seats):
            assert any(text.startswith((f"{seat + 1} {names[seat][:1]}", f"{seat + 1}{ELLIPSIS}")) for text in drawn), (
                seat,
                drawn,
            )
        assert draw_now(table_scene).numbered == ()
        assert any(text.startswith(names[0][:3]) for text in drawn), "texts have no numbers"


@pytest.mark.parametrize("seats", range(4, 8))
def test_a_name_of_which_nothing_would_be_seen_is_a_number(seats: int) -> None:
    """Below seven cards there is no room for a wide one."""
    seat_scenes = tuple(SeatScene(seat, sheets.WIDE[seat], seat) for seat in range(seats))
    names = list_captions(
        lay_scene(TableScene("voren", "Voren", seats=seat_scenes, zones=(make_trick(seats, sheets.WIDE, 0),)))
    )
    assert len(names) == seats
    assert ELLIPSIS not in names
    assert names == [str(seat + 1) for seat in range(seats)] or seats < 7


def test_words_beside_a_hand_tell_whose_the_cards_of_a_full_trick_are() -> None:
    """There are no seats in it, whose names could have the numbers."""
    names = tuple(map(make_name, range(10)))
    scene = HandScene("voren", "Your hand", "Play a card.", (CardScene("1S"),), zones=(make_trick(10, names, 4),))
    scene = scene._replace(names=names)
    assert list_captions(lay_scene(scene)) == ["5", "6", "7", "8", "9", "10", "1", "2", "3", "4"]
    beside = scene_text.numbered_names_text(draw_now(scene).numbered)
    assert all(f"seat {seat + 1} is **{make_name(seat)}**" in beside for seat in range(10))


def test_of_a_player_without_a_name_nothing_is_added() -> None:
    assert scene_text.numbered_names_text([(1, "")]) == ""
    assert scene_text.numbered_names_text([(1, ""), (2, "李小龙")]) == "-# In the picture seat 3 is **李小龙**."
