"""The conduct of a table of Conference."""

from __future__ import annotations

from typing import ClassVar

from rules.conference import claim, premoves
from rules.conference.records import NO_SUIT, partner
from rules.conference.views import may_have_to_call, shows_partners_spirit
from rules.contract import Conduct, State, View, deals_or_settles, ends_trick
from rules.premoves import Candidates, PremoveOptions


class ConferenceConduct(Conduct):
    """The conduct of a table of Conference."""

    forced_moves: ClassVar[str] = "The bot plays your last card, unless you may call with it."

    def is_forced(self, view: View) -> bool:
        """Whether the seat to act has its last card, and cannot have to call with it by public knowledge (C7.2,
        C7.4).
        """
        if view["phase"] != "play" or view["counts"][view["to_act"][0]] != 1:
            return False
        return not may_have_to_call(view, view["to_act"][0])

    def reveals(self, before: State, after: State) -> bool:
        """Whether the move showed more than itself.

        After a first call, a partner who has played to the trick shows whether they hold the other of Good and Evil
        (C7.3). With a hired suit, the end of a trick shows which cards stood in (C4).
        """
        old_view, new_view = before.view(None), after.view(None)
        is_suit_hired = new_view["gallowglass"] not in {None, NO_SUIT}
        shows_cards = shows_partners_spirit(old_view, new_view) or (is_suit_hired and ends_trick(before, after))
        return shows_cards or deals_or_settles(before, after)

    def confidants(self, seat: int) -> tuple[int, ...]:
        """Return the partner (C1.6)."""
        return (partner(seat),)

    def claim(self, view: View) -> tuple[str, ...]:
        return claim.claim(view)

    def premoves(self, view: View) -> PremoveOptions:
        return premoves.premove_options(view)

    def candidates(self, view: View) -> Candidates | None:
        return premoves.candidates(view)
