"""The keys of a command's extras: which permission it needs. docs/reference/commands.md is written from them."""

from __future__ import annotations

from typing import Final

NEEDS: Final = "needs"
"""The permission without which the command refuses people."""

GRANTS: Final = "grants"
"""A sentence: what a permission lets people do with the command besides."""
