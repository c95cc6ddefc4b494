"""Scenes as PNG files, drawn with Pillow in a worker thread and cached. `draw_emoji` draws cards as emoji.

palette -> pen -> art -> faces; lettering; items <- zones <- table, hand, result; names; renderer.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord

from bot.ui.pictures.faces import draw_emoji
from bot.ui.pictures.hand import lay_hand
from bot.ui.pictures.items import Sketch
from bot.ui.pictures.names import numbered_players, with_drawn_names
from bot.ui.pictures.palette import GREEN_TABLE, PAINTS, Paint, paint_named
from bot.ui.pictures.renderer import compose, encode
from bot.ui.pictures.result import lay_result
from bot.ui.pictures.table import lay_table
from bot.ui.scene.scene import Drawable, HandScene, ResultScene
from bot.ui.scene.text import alt_text

__all__ = [
    "PAINTS",
    "Paint",
    "Picture",
    "draw",
    "draw_emoji",
    "draw_now",
    "lay_scene",
    "paint_named",
    "render_sketch",
    "run_in_worker",
]

MAX_CACHED_PICTURES: Final = 256
"""The number of pictures kept in memory, about 30 KiB each."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: the file, its alt text, a file name safe on Discord, and its size in pixels.

    It also has the players whom it shows by seat number: their names have to stand beside it
    (`text.numbered_names_text`).
    """

    png: bytes
    alt: str
    filename: str
    width: int
    height: int
    numbered: tuple[tuple[int, str], ...] = ()

    def file(self) -> discord.File:
        """Return a new file to send: sending uses a file up."""
        return discord.File(io.BytesIO(self.png), self.filename, description=self.alt[:1024])


_cache: OrderedDict[tuple[Drawable, Paint], Picture] = OrderedDict()
_lock = threading.Lock()
# one thread: Pillow would not run two at once, and a scene asked for twice is drawn once
_worker = ThreadPoolExecutor(1, thread_name_prefix="pictures")


def lay_scene(scene: Drawable) -> Sketch:
    """Lay out everything in the scene's picture."""
    drawn = with_drawn_names(scene)
    if isinstance(drawn, ResultScene):
        return lay_result(drawn)
    return lay_hand(drawn) if isinstance(drawn, HandScene) else lay_table(drawn)


def _recall(scene: Drawable, paint: Paint) -> Picture | None:
    with _lock:
        picture = _cache.get((scene, paint))
        if picture:
            _cache.move_to_end((scene, paint))
        return picture


def draw_now(scene: Drawable, paint: Paint = GREEN_TABLE) -> Picture:
    """Draw the scene's picture in a set of colours in this thread, unless it is cached.

    Equal scenes give equal bytes.
    """
    if picture := _recall(scene, paint):
        return picture
    kind = "hand" if isinstance(scene, HandScene) else "result" if isinstance(scene, ResultScene) else "table"
    pack = re.sub(r"[^a-z0-9_]", "", scene.pack.lower())[:24] or "cards"
    picture = render_sketch(lay_scene(scene), f"{pack}-{kind}", alt_text(scene), paint, numbered_players(scene))
    with _lock:
        _cache[scene, paint] = picture
        while len(_cache) > MAX_CACHED_PICTURES:
            _cache.popitem(last=False)
    return picture


def render_sketch(
    sketch: Sketch, stem: str, alt: str, paint: Paint = GREEN_TABLE, numbered: Sequence[tuple[int, str]] = ()
) -> Picture:
    """Draw a sketch as a finished picture in this thread; `stem` begins the name of its file."""
    png = encode(compose(sketch, paint))
    filename = f"{stem}-{hashlib.sha256(png).hexdigest()[:8]}.png"
    return Picture(png, alt, filename, sketch.width, sketch.height, tuple(numbered))


async def run_in_worker(make: Callable[[], Picture]) -> Picture:
    """Run `make` in the worker thread; it goes on after its caller is cancelled."""
    return await asyncio.get_running_loop().run_in_executor(_worker, make)


async def draw(scene: Drawable, paint: Paint = GREEN_TABLE) -> Picture:
    """Draw the scene's picture in a set of colours in a worker thread, unless it is cached.

    Drawing goes on after a caller is cancelled. Events and prompts are in the alt text alone.
    """
    pictured = (
        scene._replace(sentences=()) if isinstance(scene, ResultScene) else scene._replace(sentences=(), prompt="")
    )
    picture = _recall(pictured, paint)
    picture = picture or await run_in_worker(partial(draw_now, pictured, paint))
    return replace(picture, alt=alt_text(scene)) if scene != pictured else picture
