"""The permissions of the invite link: what the guides say is what the code asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.common.bot_permissions import BOT_PERMISSIONS, PERMISSIONS, SCOPES, invite_link, missing_from
from tests.support.needs import ROOT

GUIDES = ("README.md", "docs/operators.md")


COMPLETE = "https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands&permissions=309238025216"


def make_application(scopes: Sequence[str], permissions: discord.Permissions) -> Any:
    """Return application 42 with these default install settings for servers."""
    context = SimpleNamespace(scopes=scopes, permissions=permissions)
    return SimpleNamespace(id=42, guild_integration_config=SimpleNamespace(oauth2_install_params=context))


@pytest.mark.parametrize(
    "incomplete_application",
    [
        SimpleNamespace(id=42, guild_integration_config=None),
        SimpleNamespace(id=42, guild_integration_config=SimpleNamespace(oauth2_install_params=None)),
        make_application(["applications.commands"], PERMISSIONS),
        make_application(SCOPES, discord.Permissions(PERMISSIONS.value, attach_files=False)),
    ],
)
def test_the_link_is_complete_where_the_application_asks_for_too_little(incomplete_application: Any) -> None:
    assert invite_link(incomplete_application) == COMPLETE


def test_the_link_needs_no_number_where_the_application_asks_for_all() -> None:
    wider = discord.Permissions(PERMISSIONS.value, add_reactions=True)
    for complete_application in (make_application(SCOPES, PERMISSIONS), make_application([*SCOPES, "identify"], wider)):
        assert invite_link(complete_application) == "https://discord.com/oauth2/authorize?client_id=42"


@pytest.mark.parametrize("guide", GUIDES)
def test_the_guides_name_them_all(guide: str) -> None:
    text = " ".join((ROOT / guide).read_text(encoding="utf-8").split())
    assert all(permission.name in text for permission in BOT_PERMISSIONS)
    assert {int(number) for number in re.findall(r"\b\d{12}\b", text)} <= {PERMISSIONS.value}


@pytest.mark.parametrize("missing", [permission.flag for permission in BOT_PERMISSIONS])
def test_missing_permission_is_reported_without_its_dependants(missing: str) -> None:
    permissions = discord.Permissions(PERMISSIONS.value)
    permissions.update(**{missing: False})
    assert [permission.flag for permission in missing_from(permissions)] == [missing]


def test_whoever_sees_nothing_lacks_one_thing_and_who_may_not_write_not_the_files() -> None:
    assert [permission.name for permission in missing_from(discord.Permissions.none())] == ["View Channels"]
    seeing = discord.Permissions(view_channel=True, external_emojis=True, read_message_history=True)
    lacking = [permission.flag for permission in missing_from(seeing)]
    assert lacking == ["send_messages", "send_messages_in_threads", "create_public_threads"]
    assert missing_from(PERMISSIONS) == ()
