"""The errors of people and servers."""

from __future__ import annotations

from data.engine.errors import StoreError


class SettingsMoved(StoreError):
    """Another writer has changed these settings since the caller read them: read them again, then change them again."""

    sentence = "These settings have just been changed elsewhere. Please look at them again."
    hint = "The settings are of another version."
