"""Pictures: a table drawn by ours beside Pillow's usual way, which pastes the same faces in full colour and saves with
the default settings.

Both keep their finished faces, panels and letters from one picture to the next; the peer is even spared layout and
letters. They alternate within each repeat; the ratio is the median of the repeats' ratios.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from statistics import median
from time import perf_counter

from PIL import Image

from bot.ui.game.card_packs import pack_named
from bot.ui.pictures import compose, encode, lay_scene
from bot.ui.pictures.faces import Mark, Size, draw_face
from bot.ui.pictures.items import Face
from bot.ui.scene.scene import Scene
from tests.bot.ui.pictures.samples import EXPOSED, HAND, make_trick_table
from tools.bench.rows import Row

REPEATS = 15
ROUNDS = 4


@lru_cache(maxsize=512)
def _face(name: str, card: str | None, size: Size, mark: Mark) -> Image.Image:
    return draw_face(pack_named(name), card, size, mark)


class _Usual:
    """The peer: faces pasted in full colour, saved with the defaults. Panels and letters it is given for nothing."""

    def __init__(self, scene: Scene) -> None:
        sketch = lay_scene(scene)
        self._faces = sketch.faces()
        sketch.items = [item for item in sketch.items if not isinstance(item, Face)]
        self._ground = compose(sketch).convert("RGBA")

    def __call__(self) -> bytes:
        canvas = self._ground.copy()
        for item in self._faces:
            face = _face(item.pack, item.card, item.size, item.mark)
            canvas.paste(face, (item.x, item.y), face)
        buffer = io.BytesIO()
        canvas.save(buffer, "PNG")
        return buffer.getvalue()


class _Ours:
    """Ours, whole: layout, composition, file; only the memory of finished pictures is left out."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def __call__(self) -> bytes:
        return encode(compose(lay_scene(self._scene)))


def _time(draw: Callable[[], bytes]) -> float:
    start = perf_counter()
    for _ in range(ROUNDS):
        draw()
    return (perf_counter() - start) / ROUNDS


def run() -> list[Row]:
    """Measure; takes about ten seconds."""
    rows: list[Row] = []
    scenes: tuple[tuple[str, Scene], ...] = (
        ("a trick of 4", make_trick_table(4, 3)),
        ("a trick of 10", make_trick_table(10, 9)),
        ("25 open cards", EXPOSED),
        ("a hand of 3", HAND),
    )
    for name, scene in scenes:
        draw, draw_usual = _Ours(scene), _Usual(scene)
        ours_png, peer_png = draw(), draw_usual()  # and everything that is kept is kept now
        ours: list[float] = []
        peer: list[float] = []
        for _ in range(REPEATS):
            ours.append(_time(draw))
            peer.append(_time(draw_usual))
        rows.append(
            Row(
                f"picture, {name}",
                f"{median(ours) * 1_000:.1f} ms, {len(ours_png) / 1024:.1f} KiB",
                f"{median(peer) * 1_000:.1f} ms, {len(peer_png) / 1024:.1f} KiB",
                median(a / b for a, b in zip(ours, peer, strict=True)),
                "at most 0.5x, and 30 KiB for a typical table",
            )
        )
    return rows


if __name__ == "__main__":
    for row in run():
        print(f"{row.name:24} ours {row.ours:>20}  peer {row.peer:>20}  {row.ratio:6.2f}x  (goal: {row.goal})")
