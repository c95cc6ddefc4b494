"""Names that the font cannot draw, or that look alike where they are cut: picture and words tell who is who."""

from __future__ import annotations

import pytest

from bot.show import words
from bot.show.pictures import draw_now, lay
from bot.show.scenes import CardScene, HandScene, SeatScene, TableScene, Zone
from bot.text import name_of

NAMES = (
    "שרה",
    "Ada",
    "أحمد",
    "李小龙",
    "さくら",
    "김철수",
    "Alexander",
    "Alexandra",
    "Жанна",
    "Zoë",
    "Computer 1",
    "Computer 2",
)
BY_NUMBER = {0: "Seat 1", 2: "Seat 3", 3: "Seat 4", 4: "Seat 5", 5: "Seat 6", 6: "7 Alexander", 7: "8 Alexandra"}


def named(seat: int) -> str:
    """A name as scenes have it."""
    return name_of(NAMES[seat], seat)


def table(seats: int) -> TableScene:
    return TableScene(
        "voren",
        "Voren",
        prompt=f"{named(0)} led, {named(3)} is winning.",
        seats=tuple(SeatScene(seat, named(seat), seat, to_act=seat == 2) for seat in range(seats)),
        zones=(Zone("Trick 1", tuple(CardScene("5S", caption=named(seat)) for seat in range(min(seats, 7)))),),
    )


@pytest.mark.parametrize("seats", [4, 8, 12])
def test_picture_and_words_together_tell_who_is_who(seats: int) -> None:
    scene = table(seats)
    drawn = [one.text for one in lay(scene).words()]
    beside = words.who_is_who(draw_now(scene).numbered)
    for seat in range(seats):
        if seat in BY_NUMBER:
            start = BY_NUMBER[seat][:6]
            assert any(text.startswith(start) for text in drawn), (seat, drawn)
            assert f"seat {seat + 1} is **{named(seat)}**" in beside
        else:
            assert named(seat) not in beside
    assert any("Seat 1 led, Seat 4 is winning." in text for text in (" ".join(drawn),))
    assert not any("\u00b7" in text for text in drawn), "a name that became a dot"
    assert all(named(seat) in words.alt_text(scene) for seat in range(seats))


def test_of_a_hand_only_those_are_told_whom_its_picture_names() -> None:
    trick = Zone("This trick", (CardScene("5S", caption=named(3)), CardScene("4S", caption=named(1))))
    scene = HandScene("voren", "Your hand", "Play a card.", (CardScene("1S"),), zones=(trick,), names=NAMES[:1])
    scene = scene._replace(names=tuple(map(named, range(8))))
    drawn = [one.text for one in lay(scene).words()]
    assert {"Seat 4", "Ada"} <= set(drawn)
    assert words.who_is_who(draw_now(scene).numbered) == "-# In the picture seat 4 is **李小龙**."


def test_where_all_names_are_drawn_nothing_is_added() -> None:
    seats = tuple(
        SeatScene(seat, name) for seat, name in enumerate(("Ada", "Zoë", "Жанна", "Computer 1", "Computer 12"))
    )
    assert draw_now(TableScene("voren", "Voren", seats=seats)).numbered == ()
    assert words.who_is_who(()) == ""
