"""The keys of a command's extras: which permission it needs. docs/reference/commands.md is written from them."""

from __future__ import annotations

from typing import Final

REQUIRED_PERMISSION: Final = "needs"
"""The permission without which the command refuses people."""

GRANTED_POWER: Final = "grants"
"""A sentence for what a permission adds to the command."""
