"""Who listens to a signal keeps nobody else from hearing of it, nor whoever caused it from an answer."""

from __future__ import annotations

import pytest

from bot.common.signals import Signal


def test_a_listener_that_fails_keeps_no_other_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    signal, values = Signal[int](), list[int]()

    def fail(_: int) -> None:
        message = "the queen of hearts"
        raise RuntimeError(message)

    signal.connect(fail)
    signal.connect(values.append)
    signal.emit(7)
    assert values == [7]
    assert "a listener failed" in caplog.text
    assert "queen" not in caplog.text
