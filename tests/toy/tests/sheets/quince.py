"""The contact sheets of Quince."""

from __future__ import annotations

from typing import Final

from tests.sheets import Phase, Table

FOUR: Final = Table("two pairs")
TWO: Final = Table("two players", 2)

PHASES: Final = (
    Phase("lobby", (TWO,), None, opens="Rules"),
    Phase("guess", (FOUR, TWO), lambda view: view["phase"] == "guess"),
    Phase("lay", (FOUR, TWO), lambda view: view["phase"] == "lay"),
    Phase("hand-over", (FOUR,), lambda view: view["phase"] == "deal" and view["last"] is not None),
)
