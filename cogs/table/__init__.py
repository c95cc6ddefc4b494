"""`/table` and every button of a table."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.table.arrange_lobby import Arranging
from cogs.table.challenges import Challenges
from cogs.table.claim_tricks import Claims
from cogs.table.commands import TableCommands
from cogs.table.deleting import DeletedTables
from cogs.table.hints_and_take_back import HintsAndTakeBack
from cogs.table.leave_and_end import LeaveAndEnd
from cogs.table.lessons import Learn
from cogs.table.lobby import Lobby
from cogs.table.menu import Menu
from cogs.table.move_channel import Moving
from cogs.table.move_forms import Forms
from cogs.table.partner_notes import Partners
from cogs.table.pause_and_resume import PauseAndResume
from cogs.table.play import Play
from cogs.table.premoves import Premoves
from cogs.table.replay import Replay
from cogs.table.review import Reviews
from cogs.table.substitutes import Substitutes
from cogs.table.why_not import WhyNot


async def setup(bot: EldestHand) -> None:
    """Load the cogs."""
    for cog in (
        Arranging,
        Challenges,
        Claims,
        TableCommands,
        DeletedTables,
        HintsAndTakeBack,
        LeaveAndEnd,
        Learn,
        Lobby,
        Menu,
        Moving,
        Forms,
        Partners,
        PauseAndResume,
        Play,
        Premoves,
        Replay,
        Reviews,
        Substitutes,
        WhyNot,
    ):
        await bot.add_cog(cog(bot))
