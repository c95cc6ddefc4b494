"""What the bot sees of an interaction in a server in which it is not."""

from __future__ import annotations

from typing import Any

import pytest

from bot.transport.interactions.user_installs import remove_absent_server


def make_payload(owners: dict[str, str]) -> dict[str, Any]:
    """Return an interaction of user 7 in channel 5 of server 3."""
    return {
        "guild_id": "3",
        "guild": {"id": "3", "features": []},
        "guild_locale": "en-GB",
        "channel": {"id": "5", "type": 0, "permissions": "1024"},
        "member": {"user": {"id": "7"}, "permissions": "32"},
        "authorizing_integration_owners": owners,
    }


def test_a_server_without_the_bot_is_taken_out() -> None:
    data = make_payload({"1": "7"})
    remove_absent_server(data)
    assert data == {
        "channel": {"id": "5", "type": 1},
        "user": {"id": "7"},
        "authorizing_integration_owners": {"1": "7"},
    }


@pytest.mark.parametrize("owners", [{"0": "3"}, {"0": "3", "1": "7"}])
def test_a_server_with_the_bot_stays(owners: dict[str, str]) -> None:
    data = make_payload(owners)
    remove_absent_server(data)
    assert data == make_payload(owners)


def test_what_is_in_no_server_stays_as_it_is() -> None:
    data = {"channel": {"id": "5", "type": 3}, "user": {"id": "7"}, "authorizing_integration_owners": {"1": "7"}}
    before = dict(data)
    remove_absent_server(data)
    assert data == before
