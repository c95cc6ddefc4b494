"""Registers the commands with Discord."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import replace
from typing import Final

from discord.ext import commands

from bot.processes.leases import ShardLeases
from data.store import Store

log = logging.getLogger(__name__)

APPLICATION_SETTINGS_ID: Final = 0
"""The guild id for settings of the whole application."""


async def sync_commands(client: commands.AutoShardedBot, store: Store, leases: ShardLeases) -> None:
    """Register the commands with Discord if either side has changed since the last time; one process does it."""
    await leases.wait_leader()
    try:
        payload = [command.to_dict(client.tree) for command in client.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        if client.application_id is None:
            return
        kept = await store.guild_settings(APPLICATION_SETTINGS_ID)
        state = {"commands": digest, "registered": await _fetch_registered(client, client.application_id)}
        if {name: kept.values.get(name) for name in state} == state:
            return
        await client.tree.sync()
        state["registered"] = await _fetch_registered(client, client.application_id)
        await store.save_guild_settings(replace(kept, values={**kept.values, **state}))
        log.info("%s commands registered", len(payload))
    except Exception:
        log.exception("the commands could not be registered; those registered before go on working")


async def _fetch_registered(client: commands.AutoShardedBot, application: int) -> list[str]:
    """The registered commands, each with its version."""
    commands_there = await client.http.get_global_commands(application)
    return sorted(f"{command['id']}:{command.get('version')}" for command in commands_there)
