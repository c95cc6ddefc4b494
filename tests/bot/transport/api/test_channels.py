"""What is known of channels does not grow with all that were ever used."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from bot.transport.api import channels
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import NO_PERMISSION


def test_the_channels_of_which_something_was_heard_last_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "MAX_KNOWN", 2)
    known_channels, refused = Channels(Mock(), lambda: 0), Mock(code=NO_PERMISSION)
    for channel in (1, 2, 3):
        known_channels.record_last_message(channel, 9)
        known_channels.trip_breaker(channel, refused)
        known_channels.drop_picture(channel, Mock(), refused)
    assert [known_channels.is_buried(channel, 5) for channel in (1, 2, 3)] == [False, True, True]
    assert [known_channels.is_breaker_open(channel) for channel in (1, 2, 3)] == [False, True, True]
    assert [known_channels.takes_pictures(channel) for channel in (1, 2, 3)] == [True, False, False]
