"""The cards of every game's pack are told apart on a phone, also without colour."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest
from PIL.Image import Image

from bot.ui.game.card_packs import Pack
from bot.ui.pictures.faces import COMPACT, NARROW, SMALL, TALL, Mark, Size, draw_face
from rules.melds import JOKER
from rules.registry import GAMES
from tests.support.every_game import SHOWN, pack_of
from tests.support.images import difference, flat

SHOWN_SCALE: Final = 320 / 1100
"""How much smaller the narrowest phone shows a picture."""

PACKS: Final = {pack.name: pack for pack in (pack_of(GAMES[game]) for game in SHOWN)}

SIZES: Final = {"small": SMALL, "narrow": NARROW, "compact": COMPACT, "tall": TALL}
"""Those on which marks are smallest; the others show the same, larger."""

MIN_DIFFERENCES: Final = {"voren": 1.4, "five_crowns": 0.9}
MIN_DIFFERENCE_OF_OTHERS: Final = 0.7
MIN_DIFFERENCE_OF_SPIRITS: Final = 5
"""How many of a hundred pixels differ between two cards. Good and Evil are one of a kind, so they differ more."""

MIN_DIFFERENCES_OF_MARKS: Final[dict[str, dict[Mark, float]]] = {
    "abracadabra": {"barred": 2, "faded": 2, "winning": 2},
    "five_crowns": {"wild": 1.2},
    "tarot": {"barred": 5},
}
"""How many of a hundred pixels differ between a card and the same card with a mark."""

MARKED_CARD_STEP: Final = 4
"""Every so many cards of a pack are looked at with a mark, which is drawn alike on all."""


def draw_phone_face(pack: Pack, card: str | None, size: Size, mark: Mark = "plain") -> Image:
    """Draw a face as small and colourless as it may be seen."""
    side = (round(size.width * SHOWN_SCALE), round(size.height * SHOWN_SCALE))
    return flat(draw_face(pack, card, size, mark), "L", side)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PACKS)
def test_faces_of_a_pack_differ_on_a_phone_also_without_colour(name: str, size: str) -> None:
    pack, least = PACKS[name], MIN_DIFFERENCES.get(name, MIN_DIFFERENCE_OF_OTHERS)
    faces = {card: draw_phone_face(pack, card, SIZES[size]) for card in (*pack.cards(), None)}
    for first, second in combinations(faces, 2):
        min_difference = MIN_DIFFERENCE_OF_SPIRITS if {first, second} & {"GOOD", "EVIL"} else least
        assert difference(faces[first], faces[second]) > min_difference, (first, second)
    for mark, min_difference in MIN_DIFFERENCES_OF_MARKS.get(name, {}).items():
        for card in list(pack.cards())[::MARKED_CARD_STEP]:
            if card != JOKER or mark != "wild":
                marked = draw_phone_face(pack, card, SIZES[size], mark)
                assert difference(faces[card], marked) > min_difference, (card, mark)
