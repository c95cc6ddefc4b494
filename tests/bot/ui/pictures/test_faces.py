"""Cards are told apart: by colour, without colour, and as small as phones show them."""

import hashlib
import io
import subprocess
import sys
from itertools import combinations

import pytest
from PIL import Image

from bot.ui.game.card_packs import Pack, Rank, Special
from bot.ui.pictures import draw_emoji
from bot.ui.pictures.faces import EMOJI_SIDE, LARGE, MEDIUM, NARROW, SMALL, TALL, TINY, Mark, Size, draw_face, sprite
from bot.ui.pictures.palette import CREAM, GOLD, INK, SUIT_COLOURS
from bot.ui.pictures.pen import SHAPES, Pen
from cogs.games.voren.pack import VOREN
from tests.bot.ui.pictures.samples import CARDS
from tests.support.images import difference, flat

PHONE = 350 / 1100
LOOKS: tuple[Mark, ...] = ("barred", "winning", "faded")


@pytest.mark.parametrize("size", [SMALL, NARROW, MEDIUM, LARGE], ids=["small", "narrow", "medium", "large"])
def test_all_faces_differ_on_a_phone_in_colour(size: Size) -> None:
    """Without colour: tests/cogs/games/contract/test_faces.py."""
    side = (round(size.width * PHONE), round(size.height * PHONE))
    faces = {card: flat(draw_face(VOREN, card, size), "RGB", side) for card in (*CARDS, None)}
    for first, second in combinations(faces, 2):
        assert difference(faces[first], faces[second]) > 1.4, (first, second)


def test_suits_have_shapes_of_their_own() -> None:
    shapes: dict[str, Image.Image] = {}
    for name, drawing in SHAPES.items():
        shapes[name] = Image.new("RGB", (96, 96), CREAM)
        drawing(Pen(shapes[name], 0, 0, 96, 96), INK)
        assert shapes[name].convert("L").histogram()[0:64] != [0] * 64
    for first, second in combinations(shapes, 2):
        assert difference(shapes[first].convert("L"), shapes[second].convert("L")) > 8, (first, second)
    assert {suit.shape for suit in VOREN.suits} == set(shapes)
    assert len({SUIT_COLOURS[suit.colour] for suit in VOREN.suits}) == 4


def test_states_differ_without_colour() -> None:
    for card in CARDS:
        plain = flat(draw_face(VOREN, card, SMALL), "L", (37, 48))
        marked = {look: flat(draw_face(VOREN, card, SMALL, look), "L", (37, 48)) for look in LOOKS}
        for look, image in marked.items():
            assert difference(plain, image) > 9, (card, look)
        assert difference(marked["barred"], marked["faded"]) > 3, card


@pytest.mark.parametrize("text", ["", "10S", "JOKER", "💥", "a very long card that nobody knows", "\x00", "9Z"])
def test_a_card_that_no_pack_knows_has_a_face(text: str) -> None:
    for size in (SMALL, LARGE):
        assert draw_face(VOREN, text, size).size == (size.width, size.height)
    assert draw_emoji("no such pack", text)


def test_a_pack_without_drawings_shows_its_letters() -> None:
    pack = Pack(
        "plainest", VOREN.suits, (Rank("K", "King", "unheard of"), Rank("10", "10")), (Special("X", "X", "X", "?"),)
    )
    for size in (SMALL, LARGE):
        faces = [draw_face(pack, card, size).tobytes() for card in pack.cards()]
        assert len(set(faces)) == len(faces) == 9


def test_a_card_that_is_known_by_its_number_shows_it_as_large_as_a_rank() -> None:
    """On every face, with its drawing: two that differ in their number alone differ there."""
    pack = Pack(
        VOREN.name,
        (),
        (),
        tuple(Special(str(n), f"number {n}", f"N{n}", "wolf", index=str(n)) for n in (7, 18)),
    )
    for size in (TINY, SMALL, NARROW, TALL, MEDIUM, LARGE):
        seven, eighteen = (draw_face(pack, card, size) for card in pack.cards())
        corner = (0, 0, size.width // 2, size.height // 3)
        assert difference(seven.crop(corner).convert("RGB"), eighteen.crop(corner).convert("RGB")) > 5, size
        lower = seven.crop((0, size.height // 2, size.width, size.height)).convert("RGB")
        assert GOLD in {colour for _, colour in lower.getcolors(100_000) or ()}, "its drawing"


def test_a_sprite_is_drawn_once() -> None:
    assert sprite("voren", "5S", SMALL) is sprite("voren", "5S", SMALL)


def test_emoji_are_small_square_and_all_different() -> None:
    data = {card: draw_emoji("voren", card) for card in (*CARDS, None)}
    for png in data.values():
        image = Image.open(io.BytesIO(png))
        assert image.format == "PNG"
        assert image.size == (EMOJI_SIDE, EMOJI_SIDE)
        assert len(png) <= 256 * 1024
        assert image.getchannel("A").getpixel((0, 0)) == 0  # the corners let Discord's own ground through
    assert len(set(data.values())) == len(data)
    for mode, least in (("RGB", 5), ("L", 5)):
        small = {card: flat(Image.open(io.BytesIO(png)).convert("RGBA"), mode, (22, 22)) for card, png in data.items()}
        for first, second in combinations(small, 2):
            assert difference(small[first], small[second]) > least, (mode, first, second)


def test_emoji_are_the_same_in_every_process() -> None:
    """Of one rank of each suit, and of the cards without a suit."""
    cards = [card for card in VOREN.cards() if not VOREN.suited(card) or card.startswith("5")]
    assert len(cards) > 4
    script = (
        "import hashlib, sys; from cogs.games.voren.pack import register; from bot.ui.pictures import draw_emoji;"
        "register();"
        "print(hashlib.sha256(b''.join(draw_emoji('voren', card) for card in sys.argv[1:])).hexdigest())"
    )
    command = [sys.executable, "-c", script, *cards]
    other = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    ours = hashlib.sha256(b"".join(draw_emoji("voren", card) for card in cards)).hexdigest()
    assert ours == other
