"""The names that other programs and operators rely on, which stay through a major version (docs/operators.md)."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from discord import app_commands
from prometheus_client.metrics import MetricWrapperBase

from bot.__main__ import parser
from bot.common import metrics
from bot.common.settings import Settings
from bot.operations import commands
from tools.reference import loaded_bot


async def published_names() -> Mapping[str, list[str]]:
    """Return settings, slash commands with options, the command line, exit codes, and metrics with labels."""
    async with loaded_bot() as bot:
        slash = [one for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
        return {
            "settings": sorted(f"ELDEST_{name.upper()}" for name in Settings.model_fields),
            "slash commands": sorted(
                f"/{one.qualified_name}{option}"
                for one in slash
                for option in ("", *(f" {parameter.display_name}" for parameter in one.parameters))
            ),
            "command line": sorted(_command_line()),
            "exit codes": sorted(f"{name} {code}" for name, code in vars(commands).items() if name.startswith("EXIT_")),
            "metrics": sorted(map(_metric, _metrics())),
        }


def _command_line() -> Iterator[str]:
    """Yield each command of `python -m bot`, and each with an argument of its own."""
    for action in parser()._actions:  # noqa: SLF001  # argparse tells nothing of it in public
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
            for word, command in action.choices.items():
                yield word
                for argument in command._actions:  # noqa: SLF001
                    yield f"{word} {'/'.join(argument.option_strings) or argument.dest}"


def _metrics() -> Iterator[MetricWrapperBase]:
    return (metric for metric in vars(metrics).values() if isinstance(metric, MetricWrapperBase))


def _metric(metric: MetricWrapperBase) -> str:
    """Return a metric's kind and name, with its labels."""
    (family,) = metric.describe()
    labels = metric._labelnames  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # nothing public tells them
    return f"{family.type} {family.name}{{{','.join(labels)}}}"
