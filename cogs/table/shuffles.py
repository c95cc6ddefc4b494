"""Fair shuffles: checking those that there were."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any, Final

import discord

from bot.app.services import Services
from bot.common.text import escape
from bot.tables.commands.challenges import require_may_look
from bot.tables.model.table_state import TableState
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import file_component
from bot.ui.table import layouts
from bot.ui.table.shuffle_proof import check_proof, describe_finding, read_proof, waiting_draws
from rules.proof import Finding

MARKS: Final = {True: "✓", False: "✗", None: "…"}


async def check_shuffles(response: Response, services: Services, table: TableState) -> None:
    """Recompute every draw whose secret is public, and answer with the findings and the proof as a file."""
    await require_may_look(services.tables, table, response.interaction.user.id)
    proof, fixed = await read_proof(services.store, table), waiting_draws(table)
    findings, proof_file = await asyncio.to_thread(_check_proof, proof)  # of a long game a tenth of a second's work
    lines = [f"{MARKS[finding.holds]} {describe_finding(finding)}" for finding in findings[-15:]]
    fair = sum(1 for finding in findings if finding.holds)
    name = f"table-{table.id}-proof.json"
    file = discord.File(io.BytesIO(proof_file), name, description="The proof as JSON")
    is_single, sentence = len(findings) == 1, layouts.NO_ENDED_HAND
    if findings:
        sentence = f"{fair} of {len(findings)} {'draw was' if is_single else 'draws were'} fair."
    await response.send(
        layout=layouts.layout(
            layouts.text(f"### The shuffles of {escape(table.name)}", sentence),
            *([layouts.text(*lines)] if lines else []),
            *([layouts.text("**Sealed until the hand is over:**", *fixed)] if fixed else []),
            file_component(name),
            layouts.text("-# Check it yourself: `python -m rules verify` reads this file."),
        ),
        files=[file],
    )


def _check_proof(proof: dict[str, Any]) -> tuple[list[Finding], bytes]:
    """Return the findings of a proof's check, and the proof as a file."""
    return check_proof(proof), json.dumps(proof, indent=1).encode()
