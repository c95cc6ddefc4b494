"""The presenter of Mitigati: labels of moves, forms and sentences, all from views; scenes.py has its scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.ui.game.duration import describe_duration
from bot.ui.game.moves import Choice
from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.kit.forms import Form
from cogs.games.mitigati import bargaining, declaring, scenes
from cogs.games.mitigati.ledger import parts
from cogs.games.mitigati.lesson import LESSON, ONE_SHORT
from cogs.games.mitigati.moves import MOVES
from cogs.games.mitigati.story import story
from cogs.games.tarot import discarding
from cogs.games.tarot.cards import LEADS, by_kind, play
from cogs.games.tarot.pack import TAROT
from rules.contract import OptionValue, View

MOVES_A_HAND: Final = 30
"""Moves of a player in a hand that is played: 25 cards, a declaration, some words, the discard of one of three."""

DISCARD: Final = 3
"""M4.1."""


class MitigatiPresenter(Presenter):
    """Mitigati's look (bot/ui/game/presenter.py)."""

    game = "mitigati"
    kind = "tarot with bargaining"
    pack = TAROT.name
    challenge_options: ClassVar[Mapping[str, OptionValue] | None] = {"hands": 1}
    sum_note = ONE_SHORT
    lesson = LESSON
    moves = MOVES
    table_scene = staticmethod(scenes.table)
    hand_scene = staticmethod(scenes.hand)
    stakes_text = staticmethod(scenes.stakes)
    story = staticmethod(story)
    ledger_parts = staticmethod(parts)
    leads = LEADS

    def terms_text(self, options: Mapping[str, Any], seats: int) -> str:
        """Return hands, length, and what else the rulebook leaves to the table (M1.3)."""
        hands: int = options["hands"]
        sentences = [f"Tarot for three, {hands} hand{'s' * (hands > 1)}: the most points win."]
        if not options["bargaining"]:
            sentences.append("No bargaining.")
        if options["bonuses"] == "flat":
            sentences.append("Nobody pays for bonuses: only their declarer scores them.")
        if options["rotation"] == "left":
            sentences.append("The deal passes to the left.")
        return " ".join([*sentences, f"{describe_duration(hands * MOVES_A_HAND, 3).capitalize()}."])

    # -- scenes ------------------------------------------------------------------------------------------------------

    def decision_with_stakes(self, view: View, players: Players) -> str:
        """Return the decision of the view's seat, and the stakes."""
        if view["phase"] == "bargain":
            return bargaining.stakes_text(view, players)
        return scenes.declares(view) if view["phase"] == "declare" else super().decision_with_stakes(view, players)

    # -- moves -------------------------------------------------------------------------------------------------------

    def choices(self, view: View) -> Sequence[Choice]:
        """Return the legal moves; in the bargaining with what they do."""
        if view["phase"] != "bargain" or not view["moves"]:
            return super().choices(view)
        passes, continues = map(MOVES.choice, ("pass", "continue"))
        if effect := bargaining.pass_text(view):
            passes = passes._replace(label=f"{passes.label}: {effect}", short=passes.label)
        if bargaining.pass_deals_on(view):  # to continue would do the same
            return (passes,)
        return (passes, continues._replace(label=f"Continue: {bargaining.deal_text(view)}", short=continues.label))

    def premove_limits(self, view: View) -> str:
        """Return the sentence that only words without a number can be planned (rules/mitigati/premoves.py)."""
        if view["phase"] == "bargain":
            return "Only *Pass* and *Continue* can be planned: ask or offer when it is your turn."
        undeclared = view["phase"] in {"discard", "declare"} and view["declarations"][view["seat"]] is None
        return "A bonus cannot be planned: declare it when it is your turn." if undeclared else ""

    def plays(self, view: View, cards: Sequence[str]) -> Sequence[Choice]:
        """Return cards by suit in the order of the hand."""
        return [play(card) for kind_cards in by_kind(cards).values() for card in kind_cards]

    def forms(self, view: View) -> tuple[Form, ...]:
        """Return the forms for asking and offering, the discard, and declarations."""
        if view["phase"] == "bargain":
            return bargaining.forms(view)
        if view["phase"] == "declare":
            return declaring.forms(view)
        return tuple(discarding.form(choice["cards"], DISCARD) for choice in view["choices"])

    def decision_text(self, view: View) -> str:
        """Return the decision to be made."""
        phase = view["phase"]
        if phase == "bargain":
            return "pass, ask, offer, or continue the deal."
        if phase == "discard":
            return "discard three cards."
        if phase == "declare":
            return "declare your bonuses, or nothing."
        return super().decision_text(view)
