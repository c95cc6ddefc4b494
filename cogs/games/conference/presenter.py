"""The presenter of Conference: labels of moves, forms and sentences, all from views; scenes.py has its scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.ui.game.duration import describe_duration
from bot.ui.game.moves import Choice
from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.kit.forms import Form
from cogs.games.conference import calling, scenes
from cogs.games.conference.ledger import parts
from cogs.games.conference.lesson import LESSON
from cogs.games.conference.moves import MOVES
from cogs.games.conference.story import story
from cogs.games.tarot import discarding
from cogs.games.tarot.cards import LEADS, TRUMPS, by_kind, play
from cogs.games.tarot.discarding import NUMBERS
from cogs.games.tarot.pack import TAROT
from rules.contract import OptionValue, View

MOVES_A_HAND: Final = 19.5
"""Moves of a player in a hand: 19 cards, and the dealer's discard and suit."""

GOOD_EVIL: Final[Mapping[str, str]] = {
    "trumps": "",
    "allegiance": "Allegiance: a call with Good or Evil decides which suits count.",
    "none": "Without Good and Evil.",
}


class ConferencePresenter(Presenter):
    """Conference's look (bot/ui/game/presenter.py)."""

    game = "conference"
    kind = "tarot, two against two"
    pack = TAROT.name
    challenge_options: ClassVar[Mapping[str, OptionValue] | None] = {"hands": 1}
    lesson = LESSON
    moves = MOVES
    table_scene = staticmethod(scenes.table)
    hand_scene = staticmethod(scenes.hand)
    stakes_text = staticmethod(scenes.stakes)
    story = staticmethod(story)
    ledger_parts = staticmethod(parts)
    leads = LEADS

    def terms_text(self, options: Mapping[str, Any], seats: int) -> str:
        """Return hands, partners, length, and what the table has chosen (C1.5)."""
        hands: int = options["hands"]
        sentences = [f"Tarot, two against two. {hands} hand{'s' * (hands > 1)}: the most points win."]
        sentences += filter(None, [GOOD_EVIL[options["good_evil"]]])
        if options["league"]:
            sentences.append("League: the dealer's side attacks with trumps 20 and 21.")
        if options["gallowglass"]:
            sentences.append("Gallowglass: the dealer may hire a suit.")
        if options["between_hands"] == "cut" and hands > 1:
            sentences.append("The pack is cut, not shuffled: the log tells much of the next deal.")
        return " ".join([*sentences, f"{describe_duration(hands * MOVES_A_HAND, 4).capitalize()}."])

    # -- scenes ------------------------------------------------------------------------------------------------------

    def prompt(self, view: View, players: Players) -> str:
        """Return the decision of the view's seat; how the hand went is shown also before the pack is cut (C2.3)."""
        prompt = super().prompt(view, players)
        return f"{self.result_text(view, players)} {prompt}".lstrip() if view["phase"] == "cut" else prompt

    def waiting_text(self, view: View, players: Players) -> str:
        """Return the players that the view's seat waits for, and what it may do meanwhile."""
        text = super().waiting_text(view, players)
        return f"{text.removesuffix('.')} to cut, or press Shuffle the pack." if view["phase"] == "cut" else text

    # -- moves -------------------------------------------------------------------------------------------------------

    def plays(self, view: View, cards: Sequence[str]) -> Sequence[Choice]:
        """Return cards by suit in the order of the hand; Good and Evil with the calls that they may need come
        last (C7).
        """
        calls = [card for card in calling.SUITS for word in calling.WORDS if f"{card} {word}" in cards]
        kinds = by_kind([card for card in cards if card.split(" ")[0] not in calls])
        if calls:  # the calls are long, so they come after the Fool, too
            kinds[TRUMPS] = kinds.pop(TRUMPS, [])
        plays = [play(card) for kind_cards in kinds.values() for card in kind_cards]
        return (*plays, *(choice for card in dict.fromkeys(calls) for choice in calling.choices(card)))

    def forms(self, view: View) -> tuple[Form, ...]:
        """Return the discard (C3.1)."""
        return tuple(
            discarding.form(choice["cards"], choice["count"][0], choice.get("must", ())) for choice in view["choices"]
        )

    def decision_text(self, view: View) -> str:
        """Return the decision to be made."""
        phase = view["phase"]
        if phase == "cut":
            return "cut or shuffle the pack."
        if phase == "discard":
            return f"discard {NUMBERS[view['counts'][view['dealer']] - scenes.TRICKS]} cards."
        if phase == "gallowglass":
            return "hire a suit, or none."
        return super().decision_text(view)
