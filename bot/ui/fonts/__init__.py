"""Where the font files lie.

Hebrew and Arabic are in DejaVu Sans, which matplotlib brings. Chinese, Japanese and Korean are in Droid Sans Fallback,
which lies here with its licence.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final


def _matplotlib() -> Path:
    """The folder of matplotlib, which is not imported for it: that takes half a second."""
    found = find_spec("matplotlib")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


_DEJAVU: Final = _matplotlib() / "mpl-data" / "fonts" / "ttf"

DEJAVU: Final = _DEJAVU / "DejaVuSans.ttf"
DEJAVU_BOLD: Final = _DEJAVU / "DejaVuSans-Bold.ttf"
CJK: Final = Path(str(files("bot.ui.fonts"))) / "DroidSansFallback.ttf"
"""20,902 Chinese characters, the Japanese kana and the 11,172 Korean syllables in 3.5 MB; one weight."""
