"""The base of all games' presenters: a game adds only what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.ui.game import common_texts
from bot.ui.game.presenter import Look, Page, Players
from bot.ui.kit.forms import Form
from bot.ui.scene.scene import Zone
from rules.contract import View
from rules.sentences import capital


class BasePresenter(Look):
    """A game's presenter, without what is the game's own. Every method takes and returns what `Look` says."""

    hand_word = "Hand"
    unit: ClassVar[str] = "point"
    """What a hand brings, one of it."""
    leads: Mapping[str, str] = {}
    without_choice: ClassVar[int] = 1
    """The tricks at the end of a hand that may be played without a decision of a player's."""

    # -- what a game may leave as it is ------------------------------------------------------------------------------

    def forms(self, view: View) -> tuple[Form, ...]:
        """None: every move is one card or one word."""
        return ()

    def asks(self, view: View) -> str:
        """A card for a trick; nothing between decisions."""
        if view["phase"] == "play":
            return "play a card." if view["trick"] else "lead a card."
        return "look at the table."

    def guide(self, view: View) -> str:
        """The step of the game's lesson."""
        return self.lesson.guide(view)

    def would(self, text: str) -> str:
        """The move as it is written: a game without forms asks for no more."""
        return text

    def pages(self, last: Mapping[str, Any], players: Players, title: str) -> Sequence[Page]:
        """None: the log names every card."""
        return ()

    def last_tricks(self, last: Mapping[str, Any], players: Players) -> Sequence[Zone]:
        """The tricks that ended a hand: the last ones are played for whoever has one card."""
        return common_texts.last_tricks(last, self.without_choice, players)

    def outcome(self, view: View, players: Players) -> str:
        """Who has won the game, and with how many points."""
        return common_texts.outcome(view, players)

    # -- what a hand says below its cards ----------------------------------------------------------------------------

    def prompt(self, view: View, players: Players) -> str:
        """What the view's seat decides; else how its hand went, or for whom it waits."""
        if view["seat"] in view["awaited"]:
            return self.decision(view, players)
        if view["phase"] in {"deal", "finished"}:
            return self.went(view) or common_texts.between(view, players)
        return self.waiting(view, players)

    def decision(self, view: View, players: Players) -> str:
        """What the view's seat decides, and what is at stake."""
        return f"{capital(self.asks(view))} {self.stakes(view)}".rstrip()

    def went(self, view: View) -> str:
        """What the hand that ended last brought the view's seat; "" before there is one."""
        came_to = common_texts.came_to(view, self.unit)
        return f"{came_to} in this {self.hand_word.lower()}." if came_to else ""

    def waiting(self, view: View, players: Players) -> str:
        """For whom the view's seat waits."""
        return f"Waiting for {players.list(view['awaited'])}."
