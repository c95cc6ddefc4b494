"""The presenter of Mitigati: labels of moves, forms and sentences, all from views; scenes.py has its scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game.duration import describe_duration
from bot.ui.game.players import Players
from bot.ui.game.presenter import Choice, Entry, Passage, Presenter
from bot.ui.kit.forms import Form
from bot.ui.scene.scene import HandScene, Ledger, TableScene
from cogs.games.mitigati import bargaining, declaring, scenes
from cogs.games.mitigati.ledger import ledger
from cogs.games.mitigati.lesson import LESSON, ONE_SHORT
from cogs.games.mitigati.story import story
from cogs.games.tarot import discarding
from cogs.games.tarot.cards import LEADS, all_named, by_kind, named, of_points, play, worth_of
from cogs.games.tarot.pack import TAROT
from rules.contract import View

MOVES: Final = 30
"""Moves of a player in a hand that is played: 25 cards, a declaration, some words, the discard of one of three."""

PASS: Final = Choice("pass", "Pass")
CONTINUE: Final = Choice("continue", "Continue the deal", "plain")
NOTHING: Final = Choice(declaring.NOTHING, "Declare nothing", "plain")

SAID: Final[Mapping[str, str]] = {
    "pass": "You passed.",
    "continue": "You continued the deal.",
    declaring.NOTHING: "You declared nothing.",
}

DISCARD: Final = 3
"""M4.1."""


class MitigatiPresenter(Presenter):
    """Mitigati's look (bot/ui/game/presenter.py)."""

    game = "mitigati"
    kind = "tarot with bargaining"
    pack = TAROT.name
    sum_note = ONE_SHORT
    lesson = LESSON
    leads = LEADS

    def terms(self, options: Mapping[str, Any], seats: int) -> str:
        """Hands, length, and what else the rulebook leaves to the table (M1.3)."""
        hands: int = options["hands"]
        sentences = [f"Tarot for three, {hands} hand{'s' * (hands > 1)}: the most points win."]
        if not options["bargaining"]:
            sentences.append("No bargaining.")
        if options["bonuses"] == "flat":
            sentences.append("Nobody pays for bonuses: only their declarer scores them.")
        if options["rotation"] == "left":
            sentences.append("The deal passes to the left.")
        return " ".join([*sentences, f"{describe_duration(hands * MOVES, 3).capitalize()}."])

    # -- scenes ------------------------------------------------------------------------------------------------------

    def table(self, view: View, players: Players, title: str) -> TableScene:
        """The public table."""
        return scenes.table(view, players, title, self.on_board(view, players))

    def hand(self, view: View, players: Players, title: str) -> HandScene:
        """A seat's own cards by suit, with what it may do."""
        return scenes.hand(view, players, title, self.prompt(view, players))

    def decision(self, view: View, players: Players) -> str:
        """The decision of the view's seat, and the stakes."""
        if view["phase"] == "bargain":
            return bargaining.brings(view, players)
        return scenes.declares(view) if view["phase"] == "declare" else super().decision(view, players)

    # -- moves -------------------------------------------------------------------------------------------------------

    def choices(self, view: View) -> tuple[Choice, ...]:
        """The legal moves: words, or cards by suit in the order of the hand."""
        if not view["moves"]:
            return ()
        if view["phase"] == "bargain":
            does = bargaining.passing(view)
            passes = PASS._replace(label=f"{PASS.label}: {does}", short=PASS.label) if does else PASS
            if bargaining.deals_on(view):  # to continue would do the same
                return (passes,)
            continues = f"Continue: {bargaining.dealing(view)}"
            return (passes, CONTINUE._replace(label=continues, short=CONTINUE.label))
        if view["phase"] != "play":
            return (NOTHING,) if view["phase"] == "declare" else ()
        cards = [move.removeprefix("play ") for move in view["moves"]]
        return tuple(play(card) for own in by_kind(cards).values() for card in own)

    def forms(self, view: View) -> tuple[Form, ...]:
        """Asking and offering, the discard, and declarations."""
        if view["phase"] == "bargain":
            return bargaining.forms(view)
        if view["phase"] == "declare":
            return declaring.forms(view)
        return tuple(discarding.form(choice["cards"], DISCARD) for choice in view["choices"])

    def orders(self, view: View, moves: Sequence[str]) -> Sequence[Choice]:
        """Words of the bargaining (M3), declaring nothing (M5.1), or cards by suit in the order of the hand."""
        words = [choice for choice in (PASS, CONTINUE, NOTHING) if choice.move in moves]
        cards = by_kind([move.removeprefix("play ") for move in moves if move.startswith("play ")])
        return (*words, *(play(card) for own in cards.values() for card in own))

    def asks(self, view: View) -> str:
        """The decision to be made."""
        phase = view["phase"]
        if phase == "bargain":
            return "pass, ask, offer, or continue the deal."
        if phase == "discard":
            return "discard three cards."
        if phase == "declare":
            return "declare your bonuses, or nothing."
        return super().asks(view)

    def stakes(self, view: View) -> str:
        """The stakes; see cogs/games/mitigati/scenes.py."""
        return scenes.stakes(view)

    def would(self, text: str) -> str:
        """The meaning of a move made by a form."""
        verb, _, rest = text.partition(" ")
        if verb == "ask":
            return f"ask for {_points(rest)}."
        if verb == "offer":
            return f"offer {_points(rest)}."
        if verb == "discard":
            cards = rest.split(" ")
            return f"discard {all_named(cards)}: {of_points(worth_of(cards))} for you."
        if text == "continue":
            return "continue the deal."
        if text == declaring.NOTHING:
            return f"{text}."
        declared = declaring.declaration_of(text)
        return f"declare {declaring.in_words(declared)}."

    def did(self, text: str) -> str:
        """A move to the person who made it."""
        if text in SAID:
            return SAID[text]
        verb, _, rest = text.partition(" ")
        if verb == "play":
            return f"You played {named(rest)}."
        if verb == "ask":
            return f"You asked for {_points(rest)}."
        if verb == "offer":
            return f"You offered {_points(rest)}."
        if verb == "discard":
            return f"You discarded {all_named(rest.split(' '))}."
        declared = declaring.declaration_of(text)
        return f"You declared {declaring.in_words(declared)}."

    def story(
        self, view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0
    ) -> Sequence[Passage]:
        """The story of a hand; see cogs/games/mitigati/story.py."""
        return story(view, log, players, start)

    def ledger(self, last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
        """The ledger of a hand; see cogs/games/mitigati/ledger.py."""
        return ledger(last, points, players)


def _points(number: str) -> str:
    return of_points(int(number))
