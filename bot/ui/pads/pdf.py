"""A pad as a score sheet to print: a PDF in A4, drawn in a worker."""

from __future__ import annotations

import asyncio

from bot.pads.pad import Pad


async def render_pdf(pad: Pad, occasion: str) -> bytes:
    """Make the PDF of a pad in a thread. `occasion` is where it was played, and on which club night."""
    return await asyncio.to_thread(render_pdf_now, pad, occasion)


def render_pdf_now(pad: Pad, occasion: str = "") -> bytes:
    """Make the PDF of a pad in this thread. Equal pads give equal bytes."""
    from bot.ui.pads import pdf_sheet  # it brings fpdf2 and fonts, which take half a second and are not needed to start

    return pdf_sheet.sheet_of(pad, occasion)
