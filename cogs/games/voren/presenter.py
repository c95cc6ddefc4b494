"""The presenter of Voren: sentences and the order of cards, all from views; scenes.py has its scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.ui.game.duration import describe_duration
from bot.ui.game.moves import Choice
from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.scene.text import amount
from cogs.games.voren import scenes
from cogs.games.voren.ledger import parts
from cogs.games.voren.lesson import LESSON
from cogs.games.voren.moves import MOVES
from cogs.games.voren.pack import VOREN
from cogs.games.voren.story import story
from rules.contract import OptionValue, View
from rules.premoves import TRUMPS
from rules.sentences import capital
from rules.voren.cards import SUIT_NAMES

LEADS: Final[Mapping[str, str]] = {
    **{suit: f"{name} are led" for suit, name in SUIT_NAMES.items()},
    TRUMPS: "trumps are led",
}
"""The suits that a rule for the next turn may name, as led; the Wolf and Treachery are trumps (V5.3)."""

MOVES_A_HAND: Final = 3.4
"""Moves of a player in a hand: what computer players made on average in fifty games of 2 to 10."""


class VorenPresenter(Presenter):
    """Voren's look (bot/ui/game/presenter.py)."""

    game = "voren"
    kind = "three tricks for a pot of chips"
    pack = VOREN.name
    challenge_options: ClassVar[Mapping[str, OptionValue] | None] = {}
    lesson = LESSON
    moves = MOVES
    table_scene = staticmethod(scenes.table)
    hand_scene = staticmethod(scenes.hand)
    story = staticmethod(story)
    ledger_parts = staticmethod(parts)
    unit = "chip"
    without_choice = 2
    leads = LEADS

    def terms_text(self, options: Mapping[str, Any], seats: int) -> str:
        """Return ante, hands, length, and what else the rulebook leaves to the table (V1.3)."""
        hands: int = options["hands"] or 2 * seats
        sentences = [
            f"Each of three tricks wins a third of the pot. Ante: {options['ante']}.",
            f"{hands} hand{'s' * (hands > 1)}; {describe_duration(hands * MOVES_A_HAND, seats)}.",
        ]
        if options["limit"]:
            sentences.append(f"A match costs at most {options['limit'] * options['ante']}.")
        if options["no_trump_turnup"] == "unsuited":
            sentences.append("A Crown turned up makes its suit trumps.")
        return " ".join(sentences)

    # -- sentences ---------------------------------------------------------------------------------------------------

    def waiting_text(self, view: View, players: Players) -> str:
        """Return the players that the view's seat waits for; before the deal, the dealer."""
        if view["phase"] == "dealer":
            return f"You get cards once {players.name(view['dealer'])} has chosen how to deal."
        folded = view["states"] and view["states"][view["seat"]] == "folded"
        return f"{'You folded. ' if folded else ''}{super().waiting_text(view, players)}"

    def result_text(self, view: View, players: Players) -> str:
        """Return the chips that the hand just settled brought the view's seat, and its debt (V6.2)."""
        if view["last"] is None:
            return ""
        points, owes = (view["last"][key][view["seat"]] for key in ("points", "owes"))
        gain_text = f"You: {'+' * (points > 0)}{amount(points)} chip{'s' * (abs(points) != 1)}."
        return f"{gain_text} You owe {amount(owes)} to the next pot." if owes else gain_text

    # -- moves -------------------------------------------------------------------------------------------------------

    def plays(self, view: View, cards: Sequence[str]) -> Sequence[Choice]:
        """Return cards in the order of the hand."""
        return [
            Choice(f"play {card}", capital(VOREN.name_of(card)), "main", card, short=VOREN.text_of(card))
            for card in cards
        ]

    def decision_text(self, view: View) -> str:
        """Return the decision to be made."""
        phase = view["phase"]
        if phase == "dealer":
            return "choose how to deal."
        if phase == "stay":
            poke = view["poke"] == "open"
            if view["all_play"]:
                return f"{'stay or poke' if poke else 'stay'} (all play)."
            return "stay, fold or poke." if poke else "stay or fold."
        return super().decision_text(view)

    @staticmethod
    def stakes_text(view: View) -> str:
        """Return the gain of a trick and the cost of none (V6.1, V6.2, V6.3, V6.5); the dealer's possible offers
        (V3.4).
        """
        if view["phase"] == "dealer":
            poke = "Poke: one player may swap all cards for three spare ones."
            return f"A plain deal is usual. {poke} All play: nobody may fold."
        if view["phase"] not in {"stay", "play"}:
            return ""
        poke = view["phase"] == "stay" and view["poke"] == "open"
        costs = f"{'none' if poke else 'no trick'} costs {amount(view['match'])}."
        shares = " plus matches" if view["number"] + 1 == view["hands"] else ""
        gain_text = f" trick wins {amount(view['pot'] // 3)}{shares}"
        if any(view["taken"][seat] for seat in view["to_act"]):
            return f"Another{gain_text}."
        if _is_exempt(view):
            return f"A{gain_text}. Treachery took your Wolf: no match."
        return f"A{gain_text}; {costs}"

    def lies_on_table(self, text: str) -> bool:
        """Whether a move is visible on the table. The poke is not: its cards are hidden (V4.2)."""
        return text != "poke"


def _is_exempt(view: View) -> bool:
    """Whether the seat to act played the Wolf to a trick in which Treachery fell (V6.3)."""
    fallen = [{card: seat for seat, card in trick["cards"]} for trick in view["tricks"]]
    return any("TREACHERY" in trick and trick.get("WOLF") in view["to_act"] for trick in fallen)
