"""Registers the commands with Discord."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.people.guild_settings import APPLICATION_SETTINGS_ID
from bot.processes.leases import ShardLeases
from bot.transport.api.error_codes import describe_error
from bot.transport.interactions.responses import CONNECTION_ERRORS
from data.engine.errors import StoreError
from data.store import Store

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 2.0
"""Seconds until the next try after an outage of the database, of Discord or of the connection to it."""


async def sync_commands(client: commands.AutoShardedBot, store: Store, leases: ShardLeases) -> None:
    """Register the commands with Discord if either side has changed since the last time; one process does it."""
    while True:
        await leases.wait_leader()
        try:
            await _sync(client, store)
        except (StoreError, discord.DiscordServerError, *CONNECTION_ERRORS) as error:
            log.warning("the commands are not registered yet: %s", describe_error(error))
            await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            log.exception("the commands could not be registered; those registered before go on working")
            return
        else:
            return


async def _sync(client: commands.AutoShardedBot, store: Store) -> None:
    """Register the commands with Discord if they differ from the ones that were registered last."""
    payload = [command.to_dict(client.tree) for command in client.tree.get_commands()]
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    if client.application_id is None:
        return
    stored = await store.guild_settings.of(APPLICATION_SETTINGS_ID)
    state = {"commands": digest, "registered": await _fetch_registered(client, client.application_id)}
    if {name: stored.values.get(name) for name in state} == state:
        return
    await client.tree.sync()
    state["registered"] = await _fetch_registered(client, client.application_id)
    await store.guild_settings.save(replace(stored, values={**stored.values, **state}))
    log.info("%s commands registered", len(payload))


async def _fetch_registered(client: commands.AutoShardedBot, application: int) -> list[str]:
    """Return the registered commands, each with its version."""
    commands_there = await client.http.get_global_commands(application)
    return sorted(f"{command['id']}:{command.get('version')}" for command in commands_there)
