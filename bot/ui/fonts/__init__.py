"""The font files, each with its licence.

DejaVu Sans has Hebrew and Arabic, Droid Sans Fallback has Chinese, Japanese and Korean.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(str(files("bot.ui.fonts")))

DEJAVU: Final = _FOLDER / "DejaVuSans.ttf"
DEJAVU_BOLD: Final = _FOLDER / "DejaVuSans-Bold.ttf"
CJK: Final = _FOLDER / "DroidSansFallback.ttf"
"""20,902 Chinese characters, the Japanese kana and the 11,172 Korean syllables in 3.5 MB; one weight."""
