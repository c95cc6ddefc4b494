"""Everything that a scene shows has its place in the picture, inside it, uncovered, and large enough to read."""

from collections import Counter
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.pictures import lay_scene
from bot.ui.pictures.faces import NARROW
from bot.ui.pictures.groups import CARD_GAP_PX, GROUP_GAP_PX, lay_covered, lay_side_by_side, split_halves, split_rows
from bot.ui.pictures.items import Face, Sign, Sketch, Words
from bot.ui.pictures.lettering import ELLIPSIS, fold, fold_name
from bot.ui.pictures.names import with_drawn_names
from bot.ui.scene.scene import (
    COMPUTER,
    DEALER,
    CardScene,
    Group,
    HandScene,
    Ledger,
    LedgerRow,
    Scene,
    SeatScene,
    TableScene,
    Zone,
)
from tests.bot.ui.pictures.measures import MIN_LETTER_PX, PHONE_PX, overlap
from tests.bot.ui.pictures.samples import (
    CARDS,
    EXPOSED,
    NAMES,
    PARTNERS,
    TYPICAL,
    list_visible_cards,
    make_trick_table,
    scenes,
)
from tests.support.drawings import box_of, problems_of


def has_line(sketch: Sketch, text: str) -> bool:
    """Check whether some line is `text`, or as much of it as fits."""
    for words in sketch.words():
        start = words.text.split(ELLIPSIS)[0]
        if words.text == text or (ELLIPSIS in words.text and text.startswith(start)):
            return True
    return False


@given(scenes)
@settings(max_examples=60)
def test_layout_of_any_scene_has_its_cards_and_names_inside_and_large_enough(scene: Scene) -> None:
    sketch = lay_scene(scene)
    assert_cards_are_drawn(scene, sketch)
    assert_all_is_inside_and_large_enough(sketch)
    if not isinstance(scene, HandScene):
        assert_names_and_signs_are_drawn(scene, sketch)


def test_a_score_of_five_digits_is_whole_beside_an_open_hand_of_three() -> None:
    """The cards stand below the panels then."""
    cards = tuple(CardScene(text) for text in ("1S", "2S", "3S"))
    seats = tuple(SeatScene(seat, "Ada", score, cards=cards) for seat, score in enumerate((0, 0, -10_000)))
    sketch = lay_scene(TableScene("voren", "", "", "", seats))
    assert_all_is_inside_and_large_enough(sketch)
    assert has_line(sketch, "\N{MINUS SIGN}10000")


def assert_cards_are_drawn(scene: Scene, sketch: Sketch) -> None:
    """Assert that every card that is seen is drawn, and no other."""
    drawn = [face.card for face in sketch.faces() if face.card is not None]
    below = [
        card.text
        for zone in scene.zones
        if zone.layout == "stack" and not zone.groups
        for card in zone.cards[-3:-1]
        if card.text is not None  # a sliver of what lies under the top of a stack
    ]
    assert sorted(drawn) == sorted([*list_visible_cards(scene), *below])


def assert_all_is_inside_and_large_enough(sketch: Sketch) -> None:
    """Assert that items are in the picture, words in their panels, and letters readable."""
    assert problems_of(sketch) == []
    assert all(words.size * PHONE_PX / sketch.width >= MIN_LETTER_PX for words in sketch.words())


def assert_names_and_signs_are_drawn(scene: TableScene, sketch: Sketch) -> None:
    """Assert that names are drawn, and that turns, the dealer and computer players have signs."""
    for seat in with_drawn_names(scene).seats:
        name = fold_name(seat.name, seat.seat) if seat.name else "free seat"
        assert has_line(sketch, name) or (seat.you and (has_line(sketch, f"You ({name})") or has_line(sketch, "You")))
    signs = Counter(item.kind for item in sketch.items if isinstance(item, Sign))
    assert signs["arrow"] == sum(seat.to_act for seat in scene.seats)
    assert signs["dealer"] == sum(DEALER in seat.badges for seat in scene.seats)
    assert signs["computer"] == sum(COMPUTER in seat.badges for seat in scene.seats)


@pytest.mark.parametrize("name", sorted(TYPICAL))
def test_nothing_typical_covers_anything(name: str) -> None:
    sketch = lay_scene(TYPICAL[name])
    apart = [item for item in sketch.items if isinstance(item, Words | Face | Sign)]
    stacked = {face for face in sketch.faces() if face.card is None}
    for first, second in combinations(apart, 2):
        if first in stacked and isinstance(second, Face):  # on a card that is face down another may lie
            continue
        assert not overlap(box_of(first), box_of(second)), (first, second)


@pytest.mark.parametrize("count", range(2, 11))
def test_nothing_typical_is_cut(count: int) -> None:
    scene = make_trick_table(count, 1)
    short = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ivy", "Jo")
    seats = tuple(
        SeatScene(seat.seat, short[seat.seat], seat.score, seat.badges, seat.to_act, cards=seat.cards)
        for seat in scene.seats
    )
    sketch = lay_scene(TableScene("voren", "Voren", "Hand 1 of 8", "Ben: play.", seats, scene.zones, scene.facts, True))
    assert not [words.text for words in sketch.words() if ELLIPSIS in words.text]


@pytest.mark.parametrize("count", range(2, 11))
def test_the_picture_keeps_its_shape(count: int) -> None:
    """Wide enough for a desktop's column, and the same at every moment of a trick; up to six seats leave room below."""
    heights = {lay_scene(make_trick_table(count, played)).height for played in range(count)}
    assert max(heights) - min(heights) <= 8
    assert max(heights) <= 1100 / (1.25 if count <= 6 else 1.05)
    assert {lay_scene(make_trick_table(count, played)).width for played in range(count)} == {1100}


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize("places", [True, False])
@pytest.mark.parametrize("least", [111, 99_900])
def test_no_score_loses_digits_to_the_signs_beside_it(count: int, places: bool, least: int) -> None:
    seats = tuple(
        SeatScene(seat, "Bela", -least - seat, badges=(DEALER, COMPUTER, "paid a match of 12")) for seat in range(count)
    )
    sketch = lay_scene(TableScene("voren", "Voren", seats=seats, card_places=places))
    for seat in seats:
        assert any(words.text == f"\u2212{least + seat.seat}" for words in sketch.words())
    signs = [item for item in sketch.items if isinstance(item, Sign)]
    assert len(signs) == 2 * count
    assert not [(sign, words) for sign, words in product(signs, sketch.words()) if overlap(box_of(sign), box_of(words))]


def test_sides_are_on_the_panels_and_their_scores_in_the_middle() -> None:
    """Without colour; a table without sides is laid out as it was."""
    sketch = lay_scene(PARTNERS)
    on_panels = Counter(
        pair for words in sketch.words() for pair in ("first pair", "second pair") if pair in words.text
    )
    assert on_panels == {"first pair": 3, "second pair": 3}  # each twice at its seats, once with its score
    assert has_line(sketch, "12")
    assert has_line(sketch, "\u22127")
    assert lay_scene(PARTNERS._replace(sides=())).items == lay_scene(make_trick_table(4, 2)).items


def test_prompt_facts_zones_and_clauses_are_there() -> None:
    sketch = lay_scene(make_trick_table(4, 2))
    for text in ("Voren", "Hand 1 of 8", "Turn-up", "hearts are", "trumps", "Poke", "3 cards", "Pot", "15"):
        assert has_line(sketch, text), text
    hand = lay_scene(TYPICAL["hand"])
    for text in ("Your hand", "Your turn", "V5.5", "Ada"):
        assert has_line(hand, text), text
    assert not has_line(hand, "2 of hearts: you have to beat the trick if you can (V5.5)")  # that is the text beside it


def test_a_name_that_cannot_be_drawn_is_its_seat_everywhere() -> None:
    seats = (SeatScene(0, "Ada", 1), SeatScene(1, "สมชาย", 1, to_act=True))
    sketch = lay_scene(TableScene("voren", "Voren", seats=seats, facts=(("Led", "by สมชาย"),)))
    assert {"Seat 2", "by Seat 2"} <= {words.text for words in sketch.words()}


def test_playable_cards_are_raised_and_barred_ones_marked() -> None:
    faces = [face for face in lay_scene(TYPICAL["hand"]).faces() if face.size.height > 300]
    assert [face.mark for face in faces] == ["plain", "barred", "plain"]
    assert faces[0].y == faces[2].y < faces[1].y


def test_in_a_fan_rank_and_suit_of_every_card_show() -> None:
    faces = [face for face in lay_scene(EXPOSED).faces() if face.size == NARROW]
    assert len(faces) == 15
    column = NARROW.width * 0.42  # rank and suit stand in this much of the left
    assert all(right.x - face.x >= column for face, right in pairwise(faces))


MELDS = (Group("suite", 3), Group("family", 4), Group("left", 2, faded=True))
LAID = tuple(CardScene(card, "wild" if card == "3S" else "plain") for card in CARDS[:9])


def test_cards_in_groups_lie_apart_with_their_titles() -> None:
    """In a zone below its title, in a hand below their own; what is faded is paler, but a wild card is still marked."""
    zone = Zone("Bela went out", LAID, note="3 left", groups=MELDS)
    for scene in (
        TableScene("voren", "Rummy", zones=(zone,)),
        HandScene("voren", "Your hand", cards=LAID, groups=MELDS),
    ):
        sketch = lay_scene(scene)
        faces = sketch.faces()
        assert [face.card for face in faces] == [card.text for card in LAID]
        marks = [face.mark for face in faces]
        assert marks == ["wild" if card.state == "wild" else "plain" for card in LAID[:7]] + ["faded", "faded"]
        for number, (first, second) in enumerate(pairwise(faces)):
            within = number not in {2, 6}
            apart = second.x - first.x - first.size.width if first.y == second.y else GROUP_GAP_PX
            assert (apart < GROUP_GAP_PX) is within, number
        titles = ["Bela went out", "3 left"] if isinstance(scene, TableScene) else ["suite", "family", "left"]
        assert all(has_line(sketch, title) for title in titles)


@pytest.mark.parametrize(
    ("sizes", "rows"),
    [
        ((3, 1), [4]),
        ((7,), [7]),
        ((3, 3, 3, 3, 2), [6, 8]),
        ((5, 5, 4), [5, 9]),
        ((14,), [7, 7]),
        ((4, 10), [4, 10]),
        ((13, 1), [7, 7]),
        ((1,) * 14, [7, 7]),
        ((), [0]),
    ],
)
def test_groups_fill_rows_of_about_one_length(sizes: tuple[int, ...], rows: list[int]) -> None:
    """No card is lost; only what is longer than a row is cut."""
    pieces = [(Group(f"{place}", size), LAID[:1] * size) for place, size in enumerate(sizes)]
    results = split_rows(pieces, 7)
    assert [sum(len(cards) for _, cards in row) for row in results] == rows


@pytest.mark.parametrize("groups", [(), MELDS], ids=["row", "groups"])
@pytest.mark.parametrize("note", ["", "3 left"])
def test_every_line_of_a_title_is_bold(note: str, groups: tuple[Group, ...]) -> None:
    """And has the room of bold letters: the cards begin after it. What stands below the title is not bold."""
    title = "Wilhelmina Wallenstein" if groups else "Cards of the dummy"
    sketch = lay_scene(TableScene("voren", "Rummy", zones=(Zone(title, LAID[:4], note=note, groups=groups),)))
    bold = [line for line in sketch.words() if line.bold and line.text != "Rummy"]
    assert len(bold) == 2
    assert " ".join(line.text for line in bold) == title
    assert len({line.colour for line in bold}) == 1
    others = [line.text for line in sketch.words() if not line.bold]
    assert " ".join(others) == note
    first = min(face.x for face in sketch.faces())
    assert all(box_of(line)[2] <= first for line in sketch.words() if line.text != "Rummy")


def test_cards_of_many_groups_lie_no_closer_than_their_ranks_are_wide() -> None:
    """Thirteen cards in five groups: the groups come closer first."""
    cards = tuple(CardScene(card) for card in ("10S", "10H", "10D") * 4)
    pieces = [(Group("family", 3), cards[start : start + 3]) for start in range(0, 12, 3)]
    lying = lay_side_by_side([*pieces, (Group("left", 1), cards[:1])], NARROW.width, 1032, NARROW.width // 2)
    assert {group.step for group in lying} == {50}
    assert lying[-1].x + lying[-1].width(NARROW.width) <= 1032
    few = lay_side_by_side(pieces[:2], NARROW.width, 1032, NARROW.width // 2)
    assert few[1].x - few[0].width(NARROW.width) == GROUP_GAP_PX


def test_groups_without_room_overlap_as_cards_do() -> None:
    pieces = [(Group("", 1), LAID[:1])] * 20
    lying = lay_side_by_side(pieces, 100, 600, 50)
    assert lying[-1].x + lying[-1].width(100) <= 600
    assert all(first.x < second.x for first, second in pairwise(lying))


def test_twelve_seats_and_many_melds_have_their_places() -> None:
    melds = tuple(
        Zone(f"Meld {number}", tuple(CardScene(f"{rank}S") for rank in range(1, 6)), "fan") for number in range(8)
    )
    seats = tuple(SeatScene(seat, NAMES[seat % 10], seat, to_act=seat == 3) for seat in range(12))
    scene = TableScene("voren", "Rummy", seats=seats, zones=melds, facts=(("Round", "3"),))
    sketch = lay_scene(scene)
    assert len(sketch.faces()) == 40
    assert sketch.height <= sketch.width * 1.15  # or Discord would show it as a narrow column
    assert all(has_line(sketch, fold(zone.title)) for zone in melds)
    assert max(box_of(item)[3] for item in sketch.items) <= sketch.height


@given(st.lists(st.integers(1, 20), min_size=1, max_size=6))
def test_a_large_hand_lies_in_two_rows_that_are_about_equal(sizes: list[int]) -> None:
    """Every card once and in order; the room is not left; from group to group there is a little more."""
    pieces = [(Group(str(number), size), [CardScene("1S")] * size) for number, size in enumerate(sizes)]
    rows = split_halves(pieces)
    titles = [group.title for row in rows for group, cards in row for _ in cards]
    assert titles == [str(number) for number, size in enumerate(sizes) for _ in range(size)]
    long = [sum(len(cards) for _, cards in row) for row in rows]
    assert len(rows) <= 2
    assert max(long) - min(long) <= 2 or sum(sizes) == 1
    for row in rows:
        lying = lay_covered(row, 132, 1060)
        assert lying[-1].x + lying[-1].width(132) <= 1060
        for first, second in pairwise(lying):
            assert second.x - first.x == len(first.cards) * first.step + CARD_GAP_PX


TITLES = ("Bid", "Won", "Double", "Tricks", "Suit")
"""The most columns that a game has (Abracadabra); where numbers have no bounds it is four (Voren)."""


@pytest.mark.parametrize(
    ("columns", "number"),
    [*((most, number) for most in range(1, 6) for number in (7, -12345)), (1, 10**40), (4, 10**40)],
)
def test_a_ledger_of_any_size_shows_every_name_and_column(columns: int, number: int) -> None:
    """Where there is no room beside each other, the numbers stand below the names; nothing covers anything."""
    parts = tuple(title for title in TITLES[:columns])
    rows = tuple(
        LedgerRow(seat, name, "3 tricks", (number,) * columns, 2 * number) for seat, name in enumerate(NAMES[:4])
    )
    sketch = lay_scene(TableScene("voren", "Voren", ledger=Ledger(parts, "Net", rows)))
    words = sketch.words()
    assert all(words.size * PHONE_PX / sketch.width >= MIN_LETTER_PX for words in sketch.words())
    for first, second in combinations(words, 2):
        assert not overlap(box_of(first), box_of(second)), (first, second)
    assert all(box_of(item)[0] >= 0 and box_of(item)[2] <= sketch.width for item in sketch.items)
    drawn = Counter(drawn_words.text for drawn_words in words)
    assert all(drawn[text] for text in (*TITLES[:columns], "Net", "Total", *NAMES[:4]))
    sign = "\u2212" if number < 0 else "+"
    assert sum(count for text, count in drawn.items() if text.startswith(sign)) == 4 * (columns + 2)


def test_each_part_of_a_ledger_that_is_too_wide_stands_below_its_title() -> None:
    """Each player has the titles, so that nobody has to find them above another's numbers."""
    titles = ("Bid made", "Named", "Exposed", "Tricks", "Own suit")
    rows = tuple(LedgerRow(seat, name, "4 bids", (30, 19, 24, 4, 24), 50_000) for seat, name in enumerate(NAMES[:4]))
    words = lay_scene(TableScene("voren", "Voren", ledger=Ledger(titles, "Deal", rows))).words()
    for title, number in zip(titles, ("+30", "+19", "+24", "+4", "+24"), strict=True):
        places = [entry for entry in words if entry.text == title]
        assert len(places) == 4
        for drawn_words in places:
            below = min(
                (other for other in words if other.x == drawn_words.x and other.y > drawn_words.y),
                key=lambda other: other.y,
            )
            assert below.text == number
    for title, number in (("Deal", "+101"), ("Total", "+50000")):
        places = [entry for entry in words if entry.text == title]
        assert len(places) == 4
        assert all(any(other.text == number and abs(other.y - entry.y) < 9 for other in words) for entry in places)


def test_a_short_note_stands_beside_every_name_for_which_it_has_room() -> None:
    """The points of a side, beside a name that leaves just room for them, too."""
    names = ("Ada", "Ambrose", "Beatrix", "Cosmo")
    rows = tuple(LedgerRow(seat, name, str(90 + seat), (72, 11, -73), 10) for seat, name in enumerate(names))
    words = lay_scene(TableScene("voren", "Voren", ledger=Ledger(("Cards", "Tricks", "Others"), "Hand", rows))).words()
    assert {"90", "91", "92", "93"} <= {drawn_words.text for drawn_words in words}
