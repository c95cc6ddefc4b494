"""The permissions of the invite link: what the guides say is what the code asks for."""

from __future__ import annotations

import re

import discord
import pytest

from bot.common.bot_permissions import BOT_PERMISSIONS, PERMISSIONS, invite_link, missing_from
from tests.support.needs import ROOT

GUIDES = ("README.md", "docs/operators.md")


def test_the_link_is_complete() -> None:
    assert invite_link(42) == (
        "https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands&permissions=309238025216"
    )


@pytest.mark.parametrize("guide", GUIDES)
def test_the_guides_name_them_all(guide: str) -> None:
    text = " ".join((ROOT / guide).read_text(encoding="utf-8").split())
    assert all(permission.name in text for permission in BOT_PERMISSIONS)
    assert {int(number) for number in re.findall(r"\b\d{12}\b", text)} <= {PERMISSIONS.value}


@pytest.mark.parametrize("lost", [permission.flag for permission in BOT_PERMISSIONS])
def test_one_that_is_missing_is_found_without_those_that_depend_on_it(lost: str) -> None:
    held = discord.Permissions(PERMISSIONS.value)
    held.update(**{lost: False})
    assert [permission.flag for permission in missing_from(held)] == [lost]


def test_whoever_sees_nothing_lacks_one_thing_and_who_may_not_write_not_the_files() -> None:
    assert [one.name for one in missing_from(discord.Permissions.none())] == ["View Channels"]
    seeing = discord.Permissions(view_channel=True, external_emojis=True, read_message_history=True)
    lacking = [one.flag for one in missing_from(seeing)]
    assert lacking == ["send_messages", "send_messages_in_threads", "create_public_threads"]
    assert missing_from(PERMISSIONS) == ()
