"""Permissions of a command, kept in its extras; docs/reference/commands.md is written from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_KEY: Final = "permissions"


@dataclass(frozen=True, slots=True)
class CommandPermissions:
    """The permissions that make a difference to a command."""

    needs: str = ""
    """The permission without which the command refuses people."""
    grants: str = ""
    """A sentence: what a permission lets people do with the command besides."""

    def extras(self) -> dict[Any, Any]:
        """Return the extras of such a command."""
        return {_KEY: self}


def permissions_in(extras: Mapping[Any, Any]) -> CommandPermissions:
    """Return the permissions in a command's extras; none where the command says nothing of them."""
    return extras.get(_KEY, CommandPermissions())
