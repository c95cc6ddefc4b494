"""The presenter of Abracadabra: labels of moves, forms and sentences, all from views; scenes.py has its scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.ui.game.duration import describe_duration
from bot.ui.game.moves import Choice
from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.kit.forms import Form
from cogs.games.abracadabra import placing, scenes
from cogs.games.abracadabra.cards import SUITS, by_suit, play, plural, value_of
from cogs.games.abracadabra.ledger import parts
from cogs.games.abracadabra.lesson import LESSON
from cogs.games.abracadabra.moves import MOVES
from cogs.games.abracadabra.pack import ABRACADABRA
from cogs.games.abracadabra.story import story
from rules.abracadabra import NO_CARD
from rules.contract import OptionValue, View

WORDS: Final = 3
"""Moves of a player in a deal beside cards: a suit, a bid, bid cards placed and turned up, less a last card."""

A_DEAL: Final = 70
"""Points of the winner in each deal: the average of computer players in fifty games."""

LEADS: Final[Mapping[str, str]] = {suit: f"{name} are led" for suit, name in SUITS.items()}
"""The suits that a rule for the next turn may name, as led; the joker is of the suit that was turned up (A2.2)."""

SENSIBLE, BIDS = 3, 4
"""The lowest bid that has a button where it may be made, and how many bids have one."""

EACH: Final = 10
"""A8.1: what success scores at most, for each seat."""


class AbracadabraPresenter(Presenter):
    """Abracadabra's look (bot/ui/game/presenter.py)."""

    game = "abracadabra"
    kind = "bid which tricks you will win"
    pack = ABRACADABRA.name
    challenge_options: ClassVar[Mapping[str, OptionValue] | None] = {"deals": 1, "target": 0}
    lesson = LESSON
    moves = MOVES
    table_scene = staticmethod(scenes.table)
    hand_scene = staticmethod(scenes.hand)
    story = staticmethod(story)
    ledger_parts = staticmethod(parts)
    hand_word = "Deal"
    leads = LEADS

    def terms_text(self, options: Mapping[str, Any], seats: int) -> str:
        """Return deals, length, and what else the rulebook leaves to the table (A1.1)."""
        short = seats == 2 and options["two_player"] == "short"
        tricks, target = 13 if seats == 4 else 12, options["target"]
        deals = options["deals"] or (max(1, round(target / A_DEAL)) if target else seats)
        sentences = ["Bid how many tricks you will win, and which."]
        if options["deals"] and target:
            sentences.append(f"{plural(deals, 'deal')} at most, or until a player has {target} points.")
        elif target:
            sentences.append(f"The game ends when a player has {target} points.")
        else:
            sentences.append(f"{plural(deals, 'deal')}.")
        if seats == 2:
            sentences.append("Short pack: 24 cards." if short else "With a dummy as third hand.")
        trump = options.get("trump", "declared" if short else "turnup")
        if short and trump == "turnup":
            sentences.append(NO_CARD)
        elif trump == "declared":
            sentences.append("Declarer chooses trumps.")
        if options["success"] == "at_least":
            sentences.append("Extra tricks do not spoil a bid.")
        moves = deals * (WORDS + tricks * (1.5 if seats == 2 and not short else 1))
        return " ".join([*sentences, f"{describe_duration(moves, seats).capitalize()}."])

    # -- scenes ------------------------------------------------------------------------------------------------------

    def decision_with_stakes(self, view: View, players: Players) -> str:
        """Return the decision of the view's seat, and the stakes."""
        return _exposing(view) if view["phase"] == "expose" else super().decision_with_stakes(view, players)

    # -- moves -------------------------------------------------------------------------------------------------------

    def choices(self, view: View) -> Sequence[Choice]:
        """Return the legal moves; of bids most stand in a select."""
        usual_moves = _usual(view["moves"])
        return [
            choice if choice.move in usual_moves else choice._replace(seldom=True, group="Other bids")
            for choice in super().choices(view)
        ]

    def premove_choices(self, view: View, moves: Sequence[str]) -> Sequence[Choice]:
        """Return words, or cards by their whole names, those of an open dummy too (A7.2)."""
        dummy: Sequence[str] = view["dummy"] or ()
        return [_whole(choice, dummy) if choice.card else choice for choice in super().premove_choices(view, moves)]

    def plays(self, view: View, cards: Sequence[str]) -> Sequence[Choice]:
        """Return cards by suit, those of the dummy when its card is due (A7.2)."""
        turn_up, dummy = view["turn_up"], view["dummy"] or ()
        return [
            play(card, turn_up, dummy=card in dummy)
            for suit_cards in by_suit(cards, turn_up).values()
            for card in suit_cards
        ]

    def forms(self, view: View) -> tuple[Form, ...]:
        """Return placing, and Declarer's exposing."""
        return placing.forms(view)

    def decision_text(self, view: View) -> str:
        """Return the decision to be made."""
        phase = view["phase"]
        if phase == "suit":
            return "choose your suit."
        if phase == "bid":
            return "bid how many tricks you will win, or pass."
        if phase == "place":
            most = max(view["bids"])
            if view["to_act"] == [view["declarer"]]:
                return f"name {plural(most, 'trick')} that you will win."
            if most == 1:
                return "name no trick: Declarer bid 1."
            return f"name up to {plural(most - 1, 'trick')}, as Declarer bid {most}."
        if phase == "trump":
            return "choose the trump suit."
        if phase == "expose":
            if view["to_act"] == [view["declarer"]]:
                return "expose any of your bid cards, or none."
            return "expose your pile, or keep it hidden."
        if phase == "play":
            action = "lead a card" if not view["trick"] else "play a card"
            return f"{action} from the dummy." if view["due"] == "dummy" else f"{action}."
        return super().decision_text(view)

    @staticmethod
    def stakes_text(view: View) -> str:
        """Return the stakes in half a sentence (A8)."""
        phase = view["phase"]
        if phase == "suit":
            return "Each of its cards that you win scores 2."
        if phase == "bid":
            return _if_all_pass(view) or "The highest bidder is Declarer."
        if phase == "place":
            return f"{_so_many(view)}, and you score up to {EACH * view['seats']} more."
        if phase == "expose":
            if view["to_act"] == [view["declarer"]]:
                return "Each counts double, won or lost."
            return "Its suit then scores 4, but all see the bids."
        return _at_stake(view) if phase == "play" else ""


def _usual(moves: Sequence[str]) -> Sequence[str]:
    """Return the moves before play that have a button of their own: of bids the lowest that are sensible."""
    bids = [move for move in moves if move.startswith("bid ")]
    sensible = [move for move in bids if int(move.removeprefix("bid ")) >= SENSIBLE] or bids
    return [move for move in moves if move not in bids or move in sensible[:BIDS]]


def _exposing(view: View) -> str:
    """Return the question what to expose, with its gain and what it gives away (A6, A8.3, A8.5)."""
    suit = SUITS[view["suits"][view["seat"]]]
    if view["seat"] != view["declarer"]:
        return f"Expose your pile? Your {suit} then score 4 each, but all see your bids."
    if any(choice["pile"] for choice in view["choices"]):
        return f"Exposed bids count double. Expose the pile: your {suit} score 4, but all know your bids."
    return "Expose any of your bid cards, or none. Each brings or costs twice its number."


def _so_many(view: View) -> str:
    """Return the tricks that make a bid (A8.1), in words."""
    if max(view["bids"]) == 1 and view["to_act"] != [view["declarer"]]:
        return "Win none"
    quantifier = "at least" if view["options"]["success"] == "at_least" else "exactly"
    return f"Win {quantifier} as many, named or not"


def _if_all_pass(view: View) -> str:
    """Return the result of one more pass, where it is the last and nobody has bid (A4.2); "" elsewhere."""
    if any(view["bids"]) or view["bids"].count(None) != 1:
        return ""
    if view["with_dummy"] and not view["further"]:
        return "If you pass too, the dummy opens."
    if view["seats"] - view["voids"] > 1:
        return "If you pass too, nobody scores."
    return "If you pass too, the game ends." if view["counted"] else "If you pass too, nobody wins."


def _at_stake(view: View) -> str:
    """Return the stakes of the trick in progress: a public trick card, or the seat's own card that names it."""
    number = len(view["tricks"]) + 1
    doubled = [rank for rank in view["right"] if value_of(rank) == number]
    own_seat = view["seat"]
    if doubled:
        declarer = "You" if own_seat == view["declarer"] else "Declarer"
        return f"{declarer} exposed this trick: {plural(2 * number, 'point')} won or lost."
    if own_seat is not None and any(value_of(rank) == number for rank in view["left"][own_seat] or ()):
        return f"You named this trick: {plural(number, 'point')}."
    return ""


def _whole(choice: Choice, dummy: Sequence[str]) -> Choice:
    """Return a card's choice by its whole name, which says where it lies."""
    origin = " (of the dummy)" if choice.card in dummy else ""
    return choice._replace(label=f"{choice.hint}{origin}", hint="")
