"""The presenter of Voren: scenes, labels and sentences, all from views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.duration import describe_duration
from bot.ui.game.moves import Choice
from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Passage, Presenter
from bot.ui.scene.scene import CardScene, HandScene, Ledger, SeatScene, TableScene, Zone
from bot.ui.scene.text import amount
from cogs.games.voren.ledger import ledger
from cogs.games.voren.lesson import LESSON
from cogs.games.voren.moves import MOVES
from cogs.games.voren.pack import VOREN
from cogs.games.voren.story import story, trumps
from rules.contract import View
from rules.premoves import TRUMPS
from rules.sentences import capital, listed
from rules.voren.cards import SUIT_NAMES
from rules.voren.deal import POKE_CARDS

LEADS: Final[Mapping[str, str]] = {
    **{suit: f"{name} are led" for suit, name in SUIT_NAMES.items()},
    TRUMPS: "trumps are led",
}
"""The suits that a rule for the next turn may name, as led; the Wolf and Treachery are trumps (V5.3)."""

MOVES_A_HAND: Final = 3.4
"""Moves of a player in a hand: what computer players made on average in fifty games of 2 to 10."""

ALL_PLAY: Final = ("All play", "nobody may fold")
"""V4.3."""

NAMED: Final = 3
"""The most opponents whose names have room in a hand."""

UNSUITED: Final[Mapping[str, str]] = {"WOLF": "The Wolf", "TREACHERY": "Treachery"}
"""Cards that make no trumps if they are turned up, as a Crown may (V3.3)."""


class VorenPresenter(Presenter):
    """Voren's look (bot/ui/game/presenter.py)."""

    game = "voren"
    kind = "three tricks for a pot of chips"
    pack = VOREN.name
    lesson = LESSON
    moves = MOVES
    unit = "chip"
    without_choice = 2
    leads = LEADS

    def terms(self, options: Mapping[str, Any], seats: int) -> str:
        """Ante, hands, length, and what else the rulebook leaves to the table (V1.3)."""
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

    # -- scenes ------------------------------------------------------------------------------------------------------

    def table(self, view: View, players: Players, title: str) -> TableScene:
        """The public table."""
        showing_last = common_texts.shows_last_hand(view)
        return TableScene(
            pack=VOREN.name,
            title=title,
            subtitle=common_texts.hand_number_text(view, view["hands"]),
            prompt=self.on_board(view, players),
            seats=tuple(self._seat(view, players, seat) for seat in range(view["seats"])),
            zones=(_turn_up(view["last"]),) if showing_last else self._zones(view, players),
            facts=self._facts(view, players),
            card_places=view["phase"] in {"dealer", "stay", "play"},
            ledger=ledger(view["last"], view["points"], players) if showing_last else None,
        )

    def _seat(self, view: View, players: Players, seat: int) -> SeatScene:
        state = view["states"][seat] if view["states"] else ""
        badges = common_texts.seat_badges(view, players, seat)
        if state == "folded":
            badges.append("folded")
        if state == "in" and view["phase"] == "stay":
            badges.append("stays")
        if view["poke_taker"] == seat:
            badges.append("poke")
        if view["owed"][seat] and not view["finished"]:
            badges.append(f"match {amount(view['owed'][seat])}")
        cards = tuple(
            CardScene(card, "winning" if view["winning"] == seat else "plain")
            for who, card in view["trick"]
            if who == seat
        )
        return SeatScene(
            seat=seat,
            name=players.name(seat),
            score=_chips(view, seat),
            badges=tuple(badges),
            to_act=seat in view["to_act"],
            out=state == "folded",
            cards=cards,
            tricks=view["taken"][seat] if view["phase"] == "play" and state != "folded" else None,
        )

    def _zones(self, view: View, players: Players) -> tuple[Zone, ...]:
        zones: list[Zone] = []
        if view["turn_up"] is not None:
            zones.append(_turn_up(view))
        if view["poke"] == "open" and view["phase"] == "stay":
            zones.append(Zone("Poke", (CardScene(None),) * POKE_CARDS, "stack"))
        if view["tricks"]:
            done, title = view["tricks"][-1], f"Trick {len(view['tricks'])}"
            zones.append(common_texts.trick_zone(title, done["cards"], done["winner"], players, over=True))
        return tuple(zones)

    def _facts(self, view: View, players: Players) -> tuple[tuple[str, str], ...]:
        facts: list[tuple[str, str]] = []
        if not view["finished"]:
            facts.append(_next_pot(view) if common_texts.shows_last_hand(view) else ("Pot", amount(view["pot"])))
        if view["all_play"] and not common_texts.shows_last_hand(view):
            facts.append(ALL_PLAY)
        if common_texts.shows_last_hand(view):
            last = view["last"]
            if last["poke_taker"] is not None and last["laid"]:
                name = players.name(last["poke_taker"])
                facts.append((f"{name} swapped", ", ".join(VOREN.text_of(card) for card in last["laid"])))
        return tuple(facts)

    def hand(self, view: View, players: Players, title: str) -> HandScene:
        """A seat's own cards, with what it may do."""
        mine = view["seat"]
        turn = mine in view["to_act"]
        barred: Mapping[str, Sequence[Any]] = view["barred"]
        playing = turn and view["phase"] == "play"
        cards = tuple(
            CardScene(card, "barred" if card in barred else "playable" if playing else "plain")
            for card in view["hand"] or ()
        )
        reasons: dict[str, list[str]] = {}  # cards that are barred for the same reason are named together
        for card, (clause, sentence, _) in barred.items():
            reasons.setdefault(f"{sentence} ({clause})", []).append(VOREN.text_of(card))
        zones = list(self._zones(view, players))
        if view["trick"]:
            zones.append(common_texts.trick_zone("This trick", view["trick"], view["winning"], players, over=False))
        facts: list[tuple[str, str]] = []
        if not view["finished"]:
            facts = [_next_pot(view) if common_texts.shows_last_hand(view) else ("Pot", amount(view["pot"]))]
            facts.append(("You have", amount(_chips(view, mine))))
        if view["phase"] in {"stay", "play"}:
            facts.append(("Against you", _against(view, players)))
        if view["phase"] == "stay" and view["all_play"]:
            facts.append(ALL_PLAY)
        if view["phase"] == "stay" and view["trumps"] is None:
            facts.append((UNSUITED.get(view["turn_up"], "A Crown"), "makes no trumps"))
        if view["phase"] == "stay" and view["poke"] == "open":
            facts.append(("Poke", "swap all 3 cards, then stay"))  # V4.2
        if view["phase"] == "play" and (won := players.each(view["taken"])):
            facts.append(("Tricks", won))
        return HandScene(
            pack=VOREN.name,
            title=f"Your hand at {title}",
            prompt=self.prompt(view, players),
            cards=cards,
            notes=tuple(f"{listed(names)}: {reason}" for reason, names in reasons.items()),
            zones=tuple(zones),
            facts=tuple(facts),
            your_turn=turn,
        )

    def waiting(self, view: View, players: Players) -> str:
        """For whom the view's seat waits: the dealer before any cards."""
        if view["phase"] == "dealer":
            return f"You get cards once {players.name(view['dealer'])} has chosen how to deal."
        folded = view["states"] and view["states"][view["seat"]] == "folded"
        return f"{'You folded. ' if folded else ''}{super().waiting(view, players)}"

    def went(self, view: View, players: Players) -> str:
        """The chips that the hand just settled brought the view's seat, and its debt (V6.2)."""
        if view["last"] is None:
            return ""
        points, owes = (view["last"][key][view["seat"]] for key in ("points", "owes"))
        won = f"You: {'+' * (points > 0)}{amount(points)} chip{'s' * (abs(points) != 1)}."
        return f"{won} You owe {amount(owes)} to the next pot." if owes else won

    # -- moves -------------------------------------------------------------------------------------------------------

    def plays(self, view: View, cards: Sequence[str]) -> Sequence[Choice]:
        """Cards in the order of the hand."""
        return [
            Choice(f"play {card}", capital(VOREN.name_of(card)), "main", card, short=VOREN.text_of(card))
            for card in cards
        ]

    def asks(self, view: View) -> str:
        """The decision to be made."""
        phase = view["phase"]
        if phase == "dealer":
            return "choose how to deal."
        if phase == "stay":
            poke = view["poke"] == "open"
            if view["all_play"]:
                return f"{'stay or poke' if poke else 'stay'} (all play)."
            return "stay, fold or poke." if poke else "stay or fold."
        return super().asks(view)

    def stakes(self, view: View) -> str:
        """The gain of a trick and the cost of none (V6.1, V6.2, V6.3, V6.5); the dealer's possible offers (V3.4)."""
        if view["phase"] == "dealer":
            return "Poke: the first to take it swaps all cards for three spare ones. All play: nobody may fold."
        if view["phase"] not in {"stay", "play"}:
            return ""
        poke = view["phase"] == "stay" and view["poke"] == "open"
        costs = f"{'none' if poke else 'no trick'} costs {amount(view['match'])}."
        shares = " plus matches" if view["number"] + 1 == view["hands"] else ""
        wins = f" trick wins {amount(view['pot'] // 3)}{shares}"
        if any(view["taken"][seat] for seat in view["to_act"]):
            return f"Another{wins}."
        if _excused(view):
            return f"A{wins}. Treachery took your Wolf: no match."
        return f"A{wins}; {costs}"

    def lies_on_table(self, text: str) -> bool:
        """Whether the table shows a move: not the poke, whose cards nobody sees (V4.2)."""
        return text != "poke"

    def story(
        self, view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0
    ) -> Sequence[Passage]:
        """The story of a hand; see cogs/games/voren/story.py."""
        return story(view, log, players, start)

    def ledger(self, last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
        """The ledger of a hand; see cogs/games/voren/ledger.py."""
        return ledger(last, points, players)


def _next_pot(view: View) -> tuple[str, str]:
    """The payments for the hand to come, and their parts (V2.1)."""
    matches = sum(view["owed"])
    made = f" (antes {amount(view['pot'] - matches)}, matches {amount(matches)})" if matches else ""
    return "Next pot", f"{amount(view['pot'])}{made}"


def _chips(view: View, seat: int) -> int:
    """The chips that a seat has now: in a hand without those that it has paid into the pot (V2.1)."""
    return view["scores"][seat] - (0 if view["phase"] in {"deal", "finished"} else view["paid"][seat])


def _against(view: View, players: Players) -> str:
    """The others who have not folded: by name, or of many how many."""
    others = [seat for seat, state in enumerate(view["states"]) if state != "folded" and seat != view["seat"]]
    return ", ".join(players.name(seat) for seat in others) if len(others) <= NAMED else f"{len(others)} players"


def _turn_up(view: Mapping[str, Any]) -> Zone:
    """The card that was turned up, on top of the stock, as no trick lies."""
    return Zone("Turn-up", (CardScene(view["turn_up"]),), "turned", trumps(view["trumps"]))


def _excused(view: View) -> bool:
    """Whether the seat to act played the Wolf to a trick in which Treachery fell (V6.3)."""
    fallen = [{card: seat for seat, card in trick["cards"]} for trick in view["tricks"]]
    return any("TREACHERY" in trick and trick.get("WOLF") in view["to_act"] for trick in fallen)
