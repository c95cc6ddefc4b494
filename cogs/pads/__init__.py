"""Score pads on Discord: `/pad`, and what a pad's message and its private panels do."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.pads.commands import PadCommands
from cogs.pads.consents import Consents
from cogs.pads.contesting import Contesting
from cogs.pads.correcting import Correcting
from cogs.pads.deleting import Deleting
from cogs.pads.entering import Entering
from cogs.pads.files import PadFiles
from cogs.pads.guests import PadGuests
from cogs.pads.importing import Importing
from cogs.pads.opening import Opening
from cogs.pads.people import PadPeople


async def setup(bot: EldestHand) -> None:
    """Load the cogs."""
    pads = PadCommands, Entering, Correcting, Contesting, Deleting, PadFiles, Importing, Opening
    people = PadPeople, PadGuests, Consents
    for cog in (*pads, *people):
        await bot.add_cog(cog(bot))
