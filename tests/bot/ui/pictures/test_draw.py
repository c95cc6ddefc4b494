"""Pictures are small, equal for equal scenes, tell nothing but the scene, and are drawn beside the event loop."""

import asyncio
import io
import re
import struct

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops

from bot.ui import pictures
from bot.ui.pictures import Picture, compose, draw, draw_now, encode, lay_scene
from bot.ui.pictures.faces import sprite
from bot.ui.pictures.palette import colours
from bot.ui.scene.scene import CardScene, Scene, TableScene
from bot.ui.scene.text import alt_text
from tests.bot.ui.pictures.samples import CARDS, HAND, TYPICAL, make_trick_table, scenes


def list_chunks(png: bytes) -> list[bytes]:
    """Return the kinds of a PNG's chunks."""
    kinds: list[bytes] = []
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        kinds.append(kind)
        at += 12 + length
    return kinds


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    pictures._cache.clear()


@given(scenes)
@settings(max_examples=40)
def test_any_scene_is_drawn(scene: Scene) -> None:
    picture = draw_now(scene)
    image = Image.open(io.BytesIO(picture.png))
    assert image.size == (picture.width, picture.height)
    assert len(picture.alt) <= 1024
    assert re.fullmatch(r"[a-z0-9_]+-(table|hand)-[0-9a-f]{8}\.png", picture.filename)


@pytest.mark.parametrize("name", sorted(TYPICAL))
def test_a_file_holds_a_palette_and_pixels_and_nothing_else(name: str) -> None:
    picture = draw_now(TYPICAL[name])
    kinds = list_chunks(picture.png)
    assert kinds[:2] == [b"IHDR", b"PLTE"]
    assert set(kinds[2:-1]) == {b"IDAT"}
    assert kinds[-1] == b"IEND"
    image = Image.open(io.BytesIO(picture.png))
    assert image.mode == "P"
    assert not image.info.keys() - {"transparency"}


def test_the_palette_fits() -> None:
    assert len(colours()) == len(set(colours())) <= 256


@pytest.mark.parametrize("name", sorted(TYPICAL))
def test_equal_scenes_give_equal_bytes(name: str) -> None:
    scene = TYPICAL[name]
    pictures._cache.clear()  # one drawn before another pack was registered has a palette without its colours
    first = draw_now(scene)
    pictures._cache.clear()
    sprite.cache_clear()
    again = draw_now(scene._replace())
    assert again == first
    assert again is not first


def test_every_card_shows_in_its_place() -> None:
    """The picture's own pixels: what the layout says is what is there."""
    for name, scene in TYPICAL.items():
        sketch = lay_scene(scene)
        image = Image.frombytes("L", (sketch.width, sketch.height), compose(sketch).tobytes())
        for face in sketch.faces():
            if face.card is None:
                continue
            drawn = sprite(face.pack, face.card, face.size, face.mark)
            area = image.crop((face.x, face.y, face.x + face.size.width, face.y + face.size.height))
            assert drawn.mask is not None
            ground = Image.new("L", area.size)
            left = Image.composite(ImageChops.difference(area, drawn.image), ground, drawn.mask)
            assert left.getbbox() is None, (name, face)


def test_every_card_makes_another_picture() -> None:
    result: set[bytes] = set()
    for card in (*CARDS, None):
        result.add(draw_now(HAND._replace(cards=(CardScene(card),), notes=(), zones=())).png)
    assert len(result) == len(CARDS) + 1


def test_visible_changes_change_the_picture() -> None:
    scene = make_trick_table(4, 2)
    first = scene.seats[0]
    others: list[TableScene] = [
        scene._replace(facts=(("Pot", "18"),)),
        scene._replace(seats=tuple(seat._replace(to_act=seat.seat == 0) for seat in scene.seats)),
        *(
            scene._replace(seats=(changed, *scene.seats[1:]))
            for changed in (
                first._replace(name="Bea"),
                first._replace(score=1),
                first._replace(badges=("folded",)),
                first._replace(out=True),
                first._replace(tricks=2),
                first._replace(cards=(CardScene("2H", "winning"),)),
            )
        ),
    ]
    result = {draw_now(each).png for each in (scene, *others)}
    assert len(result) == len(others) + 1
    assert draw_now(scene._replace(prompt="Something else.")).png in result  # sentences stand beside it


@pytest.mark.parametrize("count", [2, 4, 7, 10])
def test_typical_tables_are_small_files(count: int) -> None:
    png = draw_now(make_trick_table(count, min(count - 1, 3))).png
    assert len(png) <= 34 * 1024


async def test_a_scene_that_many_ask_for_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Image.Image] = []

    def watched(image: Image.Image) -> bytes:
        drawn.append(image)
        return encode(image)

    monkeypatch.setattr(pictures, "encode", watched)
    scene = make_trick_table(6, 3)
    results = await asyncio.gather(*(draw(scene) for _ in range(5)))
    assert len(drawn) == 1
    assert all(picture.png is results[0].png for picture in results)
    assert results[0] == Picture(
        encode(compose(lay_scene(scene))),
        alt_text(scene),
        results[0].filename,
        lay_scene(scene).width,
        lay_scene(scene).height,
    )


async def test_a_caller_that_gives_up_loses_nothing() -> None:
    scene = make_trick_table(5, 2)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(draw(scene), 0)
    assert (await draw(scene)).png


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_CACHED_PICTURES", 3)
    for number in range(6):
        draw_now(TableScene("voren", f"Table {number}"))
    assert len(pictures._cache) == 3
