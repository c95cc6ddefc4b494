"""A scene in words says everything that is seen, nothing that is not, and always whose turn it is."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.game import card_packs
from bot.ui.scene import text as scene_text
from bot.ui.scene.scene import CardScene, Group, HandScene, Scene, SeatScene, Side, TableScene, Zone
from bot.ui.table.caption import caption_text
from cogs.games.voren.pack import VOREN
from tests.bot.ui.pictures.samples import (
    CARDS,
    HAND,
    LOBBY,
    NAMES,
    PARTNERS,
    TYPICAL,
    hands,
    list_visible_cards,
    make_trick_table,
    scenes,
    tables,
)

EMOJI = {card: f"<:eh_voren_{card}_0123abcd:{10**18 + number}>" for number, card in enumerate(CARDS)}
calm = st.text("abcdefghij klmnop", min_size=1, max_size=20)


@given(tables(most=10))
@settings(max_examples=60)
def test_every_card_and_name_is_in_both(scene: TableScene) -> None:
    written = scene_text.scene_text(scene, limit=100_000)
    description = scene_text.alt_text(scene, limit=100_000)
    for card in list_visible_cards(scene):
        assert VOREN.name_of(card) in written
        assert VOREN.name_of(card) in description
    for seat in scene.seats:
        name = scene_text.plain(seat.name, scene_text.NAME_LIMIT) or f"Seat {seat.seat + 1}"
        assert scene_text.escape(name, scene_text.NAME_LIMIT) in written
        assert name in description


@given(hands)
@settings(max_examples=40)
def test_every_card_of_a_hand_is_in_both(scene: HandScene) -> None:
    written, description = scene_text.scene_text(scene, limit=100_000), scene_text.alt_text(scene, limit=100_000)
    for card in list_visible_cards(scene):
        assert VOREN.name_of(card) in written
        assert VOREN.name_of(card) in description


@given(st.lists(st.sampled_from(CARDS), unique=True, max_size=4), st.integers(0, 4), calm)
@settings(max_examples=40)
def test_no_other_card_is_in_either(shown: list[str], hidden: int, name: str) -> None:
    lying = (*(CardScene(card) for card in shown), *[CardScene(None)] * hidden)
    scene = TableScene("voren", "Voren", seats=(SeatScene(0, name, 3, cards=lying),), zones=(Zone("Here", lying),))
    description, written, drawn = (
        scene_text.alt_text(scene),
        scene_text.scene_text(scene),
        scene_text.scene_text(scene, EMOJI),
    )
    for card in set(CARDS) - set(shown):
        assert VOREN.name_of(card) not in description
        assert VOREN.text_of(card) not in written
        assert VOREN.name_of(card) not in written
        assert EMOJI[card] not in drawn


@given(scenes, st.integers(200, 4000))
@settings(max_examples=80)
def test_length_is_bounded_and_nothing_is_raised(scene: Scene, limit: int) -> None:
    assert 0 <= len(scene_text.alt_text(scene)) <= scene_text.MAX_ALT_LETTERS
    assert len(scene_text.scene_text(scene, EMOJI, limit=limit)) <= limit
    assert len(scene_text.scene_text(scene, limit=limit)) <= limit


@pytest.mark.parametrize("count", range(2, 11))
def test_a_full_table_of_long_names_keeps_turn_names_and_cards(count: int) -> None:
    scene = make_trick_table(count, count - 1)
    long = tuple(
        seat._replace(
            name=f"{seat.seat}" + "W" * 31, score=10**17, badges=(*seat.badges, "owes 123456 chips"), out=False
        )
        for seat in scene.seats
    )
    scene = scene._replace(seats=long, prompt="A long prompt about what to do now. " * 8, title="T" * 90)
    description, written = scene_text.alt_text(scene), scene_text.scene_text(scene, EMOJI)
    assert len(description) <= scene_text.MAX_ALT_LETTERS
    assert f"It is {long[-1].name[:7]}" in description
    assert re.findall(r"score (\d+)", description) == [str(10**17)] * count
    assert f"It is **{long[-1].name}**'s turn." in written
    for seat in long:
        assert seat.name[:7] in description
        assert seat.name in written
    for card in list_visible_cards(scene):
        assert VOREN.name_of(card) in description
        assert EMOJI[card] in written


def test_a_table_of_far_too_much_still_says_whose_turn_it_is() -> None:
    melds = tuple(Zone("Meld " * 10, tuple(CardScene(card) for card in CARDS), note="n" * 200) for _ in range(40))
    seats = tuple(SeatScene(seat, "N" * 32, cards=(CardScene("GS"),) * 9, to_act=seat == 11) for seat in range(12))
    scene = TableScene("voren", "Crowded", "s" * 200, "p" * 900, seats, melds, (("Fact", "f" * 500),) * 30)
    for text in (
        scene_text.alt_text(scene),
        scene_text.scene_text(scene),
        scene_text.scene_text(scene, EMOJI, limit=600),
    ):
        assert "NNN" in text.split("turn")[0]
        assert "'s turn." in text
    assert len(scene_text.alt_text(scene)) <= scene_text.MAX_ALT_LETTERS


def test_turn_sentences() -> None:
    scene = make_trick_table(4, 2)
    assert scene_text.turn_text(scene, scene_text._name) == "It is Computer 1's turn."
    both = scene._replace(seats=tuple(seat._replace(to_act=seat.seat < 2) for seat in scene.seats))
    assert scene_text.turn_text(both, scene_text._name) == "It is the turn of Ada and Ben Okafor."
    three = scene._replace(seats=tuple(seat._replace(to_act=seat.seat < 3) for seat in scene.seats))
    assert scene_text.turn_text(three, scene_text._name) == "It is the turn of Ada, Ben Okafor and Computer 1."
    table_scene = scene._replace(
        seats=tuple(seat._replace(to_act=seat.seat == 1, you=seat.seat == 1) for seat in scene.seats)
    )
    assert scene_text.turn_text(table_scene, scene_text._name) == "It is your turn."
    assert scene_text.turn_text(HAND, scene_text._name) == "It is your turn."
    assert scene_text.turn_text(LOBBY, scene_text._name) == ""


def test_sides_are_named_with_their_common_score() -> None:
    """A side of one plays alone, the reader is "you", and a score that each keeps for itself is not theirs."""
    description, written = scene_text.alt_text(PARTNERS), scene_text.scene_text(PARTNERS)
    assert "first pair: Ada and Computer 1 play together, score 12." in description
    assert "second pair: Ben Okafor and Dominique play together, score minus 7." in description
    assert "first pair: **Ada** and **Computer 1** play together · **12**" in written.splitlines()
    assert "second pair: **Ben Okafor** and **Dominique** play together · **\u22127**" in written.splitlines()
    seats = tuple(seat._replace(you=seat.seat == 0) for seat in PARTNERS.seats)
    table_scene = PARTNERS._replace(seats=seats, sides=(Side("declarer", (0,)), Side("others", (1, 2, 3))))
    assert "declarer: you play alone\nothers: **Ben Okafor**, **Computer 1** and **Dominique** play together" in (
        scene_text.scene_text(table_scene)
    )
    alone = table_scene._replace(sides=(Side("de*cla*rer", (3,)),))
    assert "de\\*cla\\*rer: **Dominique** plays alone" in scene_text.scene_text(alone)
    assert "together" not in scene_text.scene_text(make_trick_table(4, 2)) + scene_text.alt_text(make_trick_table(4, 2))


@given(tables(most=4).filter(lambda scene: bool(scene.sides)))
@settings(max_examples=40)
def test_every_side_is_in_both(scene: TableScene) -> None:
    written, description = scene_text.scene_text(scene, limit=100_000), scene_text.alt_text(scene, limit=100_000)
    for side in scene.sides:
        ends = "play together" if len(side.seats) > 1 else "alone"
        for text in (written, description):
            assert sum(ends in line for line in text.replace(". ", "\n").splitlines()) >= 1


def test_cards_read_well_aloud() -> None:
    assert scene_text.card_name("voren", "5S") == "5 of spades"
    assert scene_text.card_name("voren", "GH") == "Greater Crown of hearts"
    assert scene_text.card_name("voren", "LD") == "Lesser Crown of diamonds"
    assert scene_text.card_name("voren", "RC") == "Realm of clubs"
    assert scene_text.card_name("voren", "WOLF") == "the Wolf"
    assert scene_text.card_name("voren", "TREACHERY") == "Treachery"
    assert scene_text.card_name("voren", None) == "a card face down"
    assert scene_text.card_text("voren", "5S") == "5♠\ufe0e"
    assert scene_text.card_text("voren", "5S", EMOJI) == EMOJI["5S"]
    assert scene_text.card_text("voren", "5S", {"GS": "x"}) == "5♠\ufe0e"
    assert scene_text.card_text("unheard of", "**X**") == "\\*\\*X\\*\\*"
    assert scene_text.spoken_text("♥ hearts are trumps; Ada led 2♥\ufe0e, not ♣ · -3 and +7 (K2-3)") == (
        "hearts are trumps; Ada led 2 of hearts, not clubs, minus 3 and plus 7 (K2-3)"
    )


def test_a_card_has_one_name_in_alt_text() -> None:
    """In a sentence that has it in signs as where it lies, whatever the pack calls it; what people type stays."""
    scene = make_trick_table(3, 2)._replace(
        prompt="BIG♥ led G♥\ufe0e and R♣.", facts=(("Ada laid away", "1♥\ufe0e, Wolf, L♦\ufe0e"),)
    )
    description = scene_text.alt_text(scene)
    assert "BIG of hearts led Greater Crown of hearts and Realm of clubs." in description
    assert "Ada laid away: 1 of hearts, Wolf, Lesser Crown of diamonds." in description
    assert scene_text.spoken_text("Q♠") == "Q of spades"


def test_alt_text_of_a_trick() -> None:
    assert scene_text.alt_text(make_trick_table(3, 2)) == (
        "Voren, Hand 1 of 8. It is Computer 1's turn. Computer 1: play a card. Ada: score 0, 1 trick, 2 of hearts. "
        "Ben Okafor: score minus 37, Greater Crown of hearts (winning). Computer 1: dealer, score 74. "
        "Turn-up: 4 of hearts; hearts are trumps. Poke: 3 cards face down; free to take. Pot: 15. Trick: 2 of 3."
    )


def test_alt_text_of_a_hand() -> None:
    assert scene_text.alt_text(HAND) == (
        "You can play: Greater Crown of spades, the Wolf. You cannot play: 2 of hearts (V5.5, may not be played). "
        "It is your turn. Your turn: play a card. This trick: 3 of hearts (Ada, winning). Turn-up: 4 of hearts. "
        "Pot: 15. Your hand."
    )


@pytest.mark.parametrize("name", sorted(TYPICAL))
def test_alt_text_is_made_of_whole_sentences(name: str) -> None:
    description = scene_text.alt_text(TYPICAL[name])
    assert description.endswith(".")
    assert not re.search(r"[♠♥♦♣*`_\n]", description.replace("xX_DarkLord_Xx", ""))
    assert " ." not in description
    assert ".." not in description


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("**bold** _it_ ~~no~~ `code` ||s||", "\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\`code\\` \\|\\|s\\|\\|"),
        ("<@123> <#5> <:x:1> <t:1>", "\\<@123> \\<#5> \\<:x:1> \\<t:1>"),
        ("two\nlines\tof  it", "two lines of it"),
        ("a\u202eb\u2066c\x00d", "abcd"),
        ("-3", "-3"),
        ("אבג", "\u2068אבג\u2069"),
        ("a" + "\u0301" * 20, "a\u0301\u0301"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\u3164\u200d\u2800", ""),
        ("# a # b", "\\# a # b"),
        ("- a", "\\- a"),
        ("12. a", "12\\. a"),
        ("[a](b)", "\\[a\\](b)"),
    ],
)
def test_typed_text_is_shown_unchanged(typed: str, text: str) -> None:
    assert scene_text.escape(typed) == text


@given(st.text(max_size=80))
@settings(max_examples=150)
def test_nothing_typed_mentions_links_or_styles(typed: str) -> None:
    escaped_text = scene_text.escape(f"{typed} @everyone @here <@1> http://x.example [a](b) *s*")
    assert "@everyone" not in escaped_text
    assert "@here" not in escaped_text
    assert not re.search(r"(?<!\\)<[@#:]", escaped_text)
    assert "://" not in escaped_text.replace(":\u200b//", "")
    assert not re.search(r"(?<!\\)(\\\\)*[*_`~|]", escaped_text)
    assert not any(unicodedata.category(sign) == "Cc" for sign in escaped_text)


def test_scores_of_any_size() -> None:
    assert scene_text.amount(-7) == "\u22127"
    assert scene_text.amount(10**20) == "1" + "0" * 20
    assert scene_text.amount(10**21) == "≈1.00e21"
    assert scene_text.amount(-(10**5000)) == "≈\u22121.00e5000"
    seat = SeatScene(0, "Ada", -(10**30))
    description = scene_text.alt_text(TableScene("voren", "Voren", seats=(seat,)))
    assert "score about minus 1.00e30" in description


def test_a_stack_shows_its_top_card_only() -> None:
    pile = Zone("Discards", (CardScene("1S"), CardScene("2S"), CardScene("WOLF")), "stack")
    scene = TableScene("voren", "Voren", zones=(pile,))
    assert "the Wolf on top of 2 more" in scene_text.alt_text(scene)
    assert "Wolf on top of 2 more" in scene_text.scene_text(scene)
    assert "1♠" not in scene_text.scene_text(scene)


def test_cards_in_groups_are_said_group_by_group() -> None:
    """With the word of each, wild cards as such; what no group names comes last."""
    cards = (CardScene("1S"), CardScene("2S", "wild"), CardScene("WOLF", caption="drawn"), CardScene("5H"))
    groups = (Group("suite", 2), Group("left", 1, faded=True))
    zone = Zone("Bela", cards, note="3 left", groups=groups)
    for scene in (HandScene("voren", "Hand", cards=cards, groups=groups), TableScene("voren", "T", zones=(zone,))):
        description, written = scene_text.alt_text(scene), scene_text.scene_text(scene)
        assert "suite: 1 of spades, 2 of spades (wild); left: the Wolf (drawn); 5 of hearts" in description
        assert "suite 1 of spades, 2 of spades (wild) · left the Wolf (drawn) · 5 of hearts" in written


def test_a_group_that_may_not_be_played_says_so_once() -> None:
    """One of which some cards may says it of each that may not."""
    barred = tuple(CardScene(card, "barred") for card in ("1S", "2S"))
    cards = (*barred, CardScene("1H", "playable"), CardScene("2H", "barred"))
    scene = HandScene("voren", "Your hand", cards=cards, groups=(Group("spades", 2), Group("hearts", 2)))
    description = scene_text.alt_text(scene)
    assert "spades (may not be played): 1 of spades, 2 of spades;" in description
    assert "hearts: 1 of hearts, 2 of hearts (may not be played)." in description
    written = scene_text.scene_text(scene)
    assert written.count("barred") == 2
    assert "spades (barred) 1" in written


def test_the_signs_of_every_packs_suits_are_said_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    moons = card_packs.Pack(
        "moons", (card_packs.Suit("M", "moons", "\u263e", "moon", "blue"),), (card_packs.Rank("7", "7"),)
    )
    monkeypatch.setitem(card_packs._PACKS, "moons", moons)
    assert scene_text.spoken_text("Left: 7\u263e\ufe0e and K♠") == "Left: 7 of moons and K of spades"


def test_of_two_players_of_one_name_each_is_known_by_the_number_of_the_seat() -> None:
    """In alt text, as in the table's words: whose turn it is, and who has what."""
    names = ("Sam", "Ada", "Sam")
    seats = tuple(SeatScene(seat, name, 10 + seat, to_act=seat == 2) for seat, name in enumerate(names))
    scene = TableScene("voren", "Voren", prompt="Ada led.", seats=seats)
    assert scene_text.alt_text(scene) == (
        "Voren. It is 3 Sam's turn. Ada led. 1 Sam: score 10. Ada: score 11. 3 Sam: score 12."
    )


def test_a_free_seat_is_named_free() -> None:
    assert "Seat 4 is free." in scene_text.alt_text(LOBBY)
    assert "*free seat*" in scene_text.scene_text(LOBBY)
    assert all(name in scene_text.scene_text(LOBBY) for name in NAMES[:3])


@given(tables(most=10))
@settings(max_examples=40)
def test_beside_its_picture_a_table_needs_two_lines(scene: TableScene) -> None:
    written = caption_text(scene)
    assert len(written.splitlines()) <= 2
    for seat in scene.seats:
        name = scene_text.plain(seat.name, scene_text.NAME_LIMIT) or f"Seat {seat.seat + 1}"
        assert not seat.to_act or seat.you or scene_text.escape(name, scene_text.NAME_LIMIT) in written


@given(hands)
@settings(max_examples=40)
def test_text_mode_hand_names_each_of_its_cards_once(scene: HandScene) -> None:
    alone = HandScene(scene.pack, "Your hand", cards=scene.cards, groups=scene.groups)
    written = scene_text.scene_text(alone, limit=100_000)
    for card in {card.text for card in scene.cards if card.text}:
        total = sum(each_card.text == card for each_card in scene.cards)
        assert len(re.findall(rf"(?<!\w){re.escape(VOREN.name_of(card))}(?!\w)", written)) >= total
        assert VOREN.text_of(card) == VOREN.name_of(card).removeprefix("the ") or VOREN.text_of(card) not in written
