"""Tests connect to this machine only (tests/conftest.py)."""

from __future__ import annotations

import asyncio
import socket

import pytest

ELSEWHERE = ("192.0.2.1", 80)
"""An address that is kept for documentation, so nobody has it."""


def test_connect_to_another_machine_is_refused() -> None:
    with socket.socket() as ours:
        with pytest.raises(PermissionError, match="this machine only"):
            ours.connect(ELSEWHERE)
        with pytest.raises(PermissionError, match="this machine only"):
            ours.connect_ex(ELSEWHERE)


async def test_stream_to_another_machine_is_refused() -> None:
    with pytest.raises(PermissionError, match="this machine only"):
        await asyncio.open_connection(*ELSEWHERE)
