"""What is seen of Mitigati: faces, hands of up to 28 cards, the table in every phase, in pictures and read aloud."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.tables.model.seats import COMPUTERS
from bot.transport.api.emoji_upload import emoji_name
from bot.ui.game.players import Players
from bot.ui.pictures import draw_emoji, lay_scene
from bot.ui.pictures.faces import LARGE, MEDIUM, TALL, Size, draw_face
from bot.ui.pictures.items import Face
from bot.ui.pictures.lettering import SMALLEST_SIZE_PX, text_width
from bot.ui.scene import text as scene_text
from cogs.games.tarot.cards import KINDS, kind_of, worth_of
from cogs.games.tarot.pack import TAROT
from rules.contract import State
from rules.tarot.cards import PACK_78, PACK_80
from tests.cogs.games.mitigati.games import PRESENTER, TITLE, make_players, play_game
from tests.rules.mitigati.stacked import after, begin_play, deal_hands

PHONE_SCALE = 320 / 1100
"""How much smaller the narrowest phone shows a picture."""

TWO_DIGITS = [card for card in PACK_78 if card.startswith("10") or (card.isdigit() and len(card) == 2)]


def test_the_pack_is_the_games_and_names_read_well() -> None:
    assert tuple(TAROT.cards()) == PACK_80
    assert TAROT.name_of("KE") == "King of Earth"
    assert TAROT.name_of("7") == "trump 7 the Chariot"
    assert len({TAROT.name_of(card) for card in PACK_80}) == 80
    names = {emoji_name(TAROT, card, draw_emoji("tarot", card)) for card in PACK_80}
    assert len(names) == 80
    assert any(name.startswith("cavalier_of_water_eh") for name in names)


def measure_corner(card: str, size: Size) -> tuple[int, int]:
    """Return how many pixels high the rank is in the corner of a card's face, and what stands below it."""
    image = draw_face(TAROT, card, size).convert("L")
    corner = image.crop((8, 8, round(size.width * 0.34), round(size.height * 0.55)))
    wide, high = corner.size
    pixels = corner.tobytes()
    inked = [
        any(abs(number - pixels[0]) > 60 for number in pixels[row * wide : (row + 1) * wide]) for row in range(high)
    ]
    top = inked.index(True)
    end = inked.index(False, top)
    below = [row for row in range(end, high) if inked[row]]
    return end - top, below[-1] - below[0] if below else 0


@pytest.mark.parametrize("size", [TALL, MEDIUM, LARGE], ids=["tall", "medium", "large"])
def test_rank_and_suit_are_ten_pixels_high_where_the_picture_is_320_wide(size: Size) -> None:
    for card in PACK_78:
        result = measure_corner(card, size)
        assert result[0] * PHONE_SCALE >= 10, (card, result)
        if kind_of(card) not in {"trumps", "FOOL"}:
            assert result[1] * PHONE_SCALE >= 10, (card, result)


def list_faces(state: State, seat: int) -> list[Face]:
    sketch = lay_scene(PRESENTER.hand(state.view(seat), make_players(seat), TITLE))
    assert sketch.width == 1100
    assert sketch.height <= 1100 * 1.35
    assert all(words.size >= SMALLEST_SIZE_PX for words in sketch.words())
    return [face for face in sketch.faces() if face.size in {LARGE, MEDIUM, TALL}]


def find_rank_end(card: str | None, size: Size) -> float:
    """Return the right edge of a rank, in pixels from its card's left edge, as bot/ui/pictures/faces.py draws it."""
    assert card is not None
    rank = "F" if card == "FOOL" else card if card.isdigit() else card[:-1]
    wide = min(text_width(rank, 100, bold=True) / 100 * size.height * 0.27, size.width * 0.46)
    return size.width * 0.06 + max(wide, size.height * 0.27 * 0.64 / 2 + wide / 2)


@pytest.mark.parametrize("phase", ["bargain", "discard", "declare", "play"])
def test_every_card_of_a_hand_lies_in_two_rows_with_its_rank_uncovered(phase: str) -> None:
    """Hands of 10 to 28 cards; those that may be played stand a little higher."""
    sizes: set[int] = set()
    for seed in range(3):
        for number, (state, _) in enumerate(play_game(seed, hands=1, bargaining=phase == "bargain")):
            if state.phase != phase or (phase == "play" and number % 4):
                continue
            seat = state.to_act[0]
            hand = state.view(seat)["hand"]
            faces = list_faces(state, seat)
            assert sorted(face.card or "" for face in faces) == sorted(hand)
            rows = sorted({face.y for face in faces})
            assert len([y for y, other in pairwise([*rows, 10_000]) if other - y > 40]) <= 2
            for first, second in pairwise(faces):
                if abs(first.y - second.y) < 40 and second.x > first.x:
                    assert second.x - first.x >= find_rank_end(first.card, first.size), (first.card, len(hand))
            sizes.add(len(hand))
    assert sizes


def test_a_hand_of_28_with_the_widest_ranks_has_every_rank_uncovered() -> None:
    """All sixteen cards of two figures, fourteen to a row."""
    state = deal_hands(
        {0: " ".join([*TWO_DIGITS, "KE", "KA", "KF", "KW", "QE", "QA", "QF", "QW", "FOOL", "1", "9", "8"])}
    )
    faces = list_faces(state, 0)
    assert len(faces) == 28
    assert len({face.y for face in faces}) == 2
    for first, second in pairwise(faces):
        if first.y == second.y:
            assert second.x - first.x >= find_rank_end(first.card, first.size), first.card


def test_the_table_shows_what_everybody_knows() -> None:
    """Words in force, who led and is winning, tricks, points, bonuses; the number of the trick in the alt text."""
    cases: set[str] = set()
    for seed in range(4):
        for state, _ in play_game(seed, bargaining=seed % 2 == 0):
            view = state.view(None)
            scene = PRESENTER.table(view, make_players(), TITLE)
            for seat, word in enumerate(view["words"]):
                assert word is None or f"{word[0]}s {word[1]}" in scene.seats[seat].badges
            if view["trick"]:
                assert "led" in scene.seats[view["trick"][0][0]].badges
                for seat, _ in view["trick"]:
                    (lying,) = scene.seats[seat].cards
                    assert lying.state == ("winning" if view["winning"] == seat else "plain")
                cases.add("trick")
            if state.phase == "play":
                assert f"{len(view['tricks']) + 1} of 25" in scene_text.alt_text(scene)
                assert [seat.tricks for seat in scene.seats] == view["taken"]
            for zone in scene.zones:
                cases.add(zone.title)
            cases.add(state.phase)
    assert {"bargain", "discard", "declare", "play", "finished", "trick", "Last trick"} <= cases
    assert "Discard" not in cases  # between hands the ledger stands alone; the log has it


def test_a_hand_tells_every_word_that_stands() -> None:
    state = after(deal_hands({}, options={"bargaining": True}), "ask 30", "offer 10", "pass", "pass")
    (seat,) = state.to_act
    facts = PRESENTER.hand(state.view(seat), make_players(seat), TITLE).facts
    assert facts[1:4] == (("Ada", "passed"), ("Bela", "asks 30"), ("You", "offer 10"))


def test_computer_players_names_and_what_each_has_won_stand_whole_at_the_table() -> None:
    for number, (state, _) in enumerate(play_game(5, bargaining=False, hands=1)):
        view = state.view(None)
        if view["phase"] != "play" or number % 4:
            continue
        scene = PRESENTER.table(view, Players(COMPUTERS[:3]), TITLE)
        drawn = [words.text for words in lay_scene(scene).words()]
        for seat in scene.seats:
            assert seat.to_act or seat.name in drawn  # the arrow takes room from whoever is to act
            for badge in seat.badges:
                assert not re.match(r"bonus|\d+ point", badge) or any(badge in text for text in drawn), (badge, drawn)


def test_card_points_told_in_play_are_those_that_the_hand_ends_with() -> None:
    """Before the last trick what lies in the piles, the Fool with whom it would be; of the discard the dealer alone is
    told, in their own hand (M6.5).
    """
    numbers: list[int] = []
    for state, log in play_game(7, bargaining=False):
        view = state.view(None)
        if state.phase == "play":
            badges = [" ".join(seat.badges) for seat in PRESENTER.table(view, make_players(), TITLE).seats]
            results = [re.search(r"(\d+) points?\b", badge) for badge in badges]
            numbers = [int(match[1]) if match else 0 for match in results]
            seat = state.to_act[0]
            own_view = state.view(seat)
            points, _, rest = dict(PRESENTER.hand(own_view, make_players(seat), TITLE).facts)["Your points"].partition(
                " "
            )
            discarded = worth_of(own_view["discard"] or ())
            assert int(points) == numbers[seat] + discarded
            assert rest == (f"({discarded} discarded)" if discarded else "")
            assert bool(own_view["discard"]) == (seat == own_view["dealer"])
        if log is not None and view["last"]["card_points"]:
            assert sum(numbers) >= 146 - 3 * 15 - 15
            for seat, counted in enumerate(view["last"]["card_points"]):
                assert numbers[seat] <= counted + 5


def test_barred_cards_are_explained_by_suit_with_the_card_that_forces_it() -> None:
    """Following suit, trumping, the discard: clause, suits, one card and how many more; the Fool is never barred."""
    state = after(begin_play({1: "3E 4E", 2: "5E 6E 2A 7F 9 FOOL", 0: "KA KF KW 1"}), "play 3E")
    (note,) = PRESENTER.hand(state.view(2), make_players(2), TITLE).notes
    assert note.startswith("Earth was led and you hold the 5 of Earth and ")
    assert note.endswith("so you must play Earth. (M6.2) You may always play the Fool. (M6.4)")
    for seed in range(4):
        for entry, _ in play_game(seed, hands=1, bargaining=False):
            if entry.phase not in {"play", "discard"}:
                continue
            seat = entry.to_act[0]
            view = entry.view(seat)
            scene = PRESENTER.hand(view, make_players(seat), TITLE)
            assert {card.text for card in scene.cards if card.state == "barred"} == set(view["barred"])
            assert bool(scene.notes) is bool(view["barred"])
            if entry.phase == "play" and view["barred"]:
                (note,) = scene.notes
                clause = next(iter(view["barred"].values()))[0]
                assert f"({clause})" in note
                led = KINDS[view["led"]]
                follows = any(kind_of(card) == view["led"] for card in view["hand"])
                must = led if led != "trumps" else "a trump"
                assert f"so you must play {must if follows else 'a trump'}. (M6.2)" in note
                assert ("you hold none" in note) is not follows


def test_a_hand_tells_which_bargain_it_is_and_what_bonuses_bring() -> None:
    """M3.1, M5.7: an opponent's bonus costs; nothing is told where nobody has one."""
    first_round = deal_hands({}, options={"bargaining": True})
    assert PRESENTER.hand(first_round.view(1), make_players(1), TITLE).facts[0] == ("Bargain", "1 of 3")
    assert PRESENTER.hand(after(first_round, "continue").view(1), make_players(1), TITLE).facts[0] == (
        "Bargain",
        "2 of 3",
    )
    plain = begin_play({})
    assert "Bonuses" not in dict(PRESENTER.hand(plain.view(0), make_players(0), TITLE).facts)
    state = deal_hands({1: "KE KA 1 21 2E"})
    cards = state.legal(0).choices[0].to_view()["cards"][:3]
    state = after(state, f"discard {' '.join(cards)}")
    state = after(state, "declare mixed KE KA 1 21", "declare nothing", "declare nothing")
    texts = [dict(PRESENTER.hand(state.view(seat), make_players(seat), TITLE).facts)["Bonuses"] for seat in range(3)]
    assert texts == ["\N{MINUS SIGN}10", "+20", "\N{MINUS SIGN}10"]
