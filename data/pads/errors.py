"""The errors of score pads."""

from __future__ import annotations

from data.engine.errors import StoreError


class UnknownPad(StoreError):
    """There is no pad of that number."""

    sentence = "There is no such pad."
    hint = "No such pad."


class PadMoved(StoreError):
    """Another writer has changed this pad since the caller last read it: read it again, then decide again."""

    sentence = "Somebody else has just changed this pad. Please look at it again."
    hint = "The change's number is taken by another writer."


class ChangeMade(StoreError):
    """This interaction has already made its change of a pad: number `seq` of `pad`. Answer as the first time."""

    sentence = "That has been done on the pad already."
    hint = "The interaction has changed its pad before."

    def __init__(self, pad: int, seq: int) -> None:
        super().__init__(f"change {seq} of pad {pad}")
        self.pad = pad
        self.seq = seq


class ServerHasPads(StoreError):
    """A server has as many open pads as it may have: `pads` of them."""

    sentence = "This server has as many open pads as I keep at a time. Finish one first: `/pad list` shows them."
    hint = "The limit of open pads in a server is reached."

    def __init__(self, pads: int) -> None:
        super().__init__(f"{pads} pads in a server")
        self.pads = pads
