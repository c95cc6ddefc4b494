"""The version of Eldest Hand: kept here because a clone that is not installed has no package metadata."""

from typing import Final

VERSION: Final = "1.0.0"
"""pyproject.toml takes it from here."""
