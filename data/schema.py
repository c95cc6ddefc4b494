"""All tables there are: what migrations are held to."""

from __future__ import annotations

from data import models, night_models, result_models

METADATA = models.METADATA
"""The tables of all three modules: each adds its own as it is imported."""

__all__ = ["METADATA", "night_models", "result_models"]
