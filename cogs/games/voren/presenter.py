"""What Voren looks like: scenes, labels and sentences, all from views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.duration import length
from bot.ui.game.presenter import Choice, Entry, Page, Passage, Players
from bot.ui.kit.forms import Form
from bot.ui.scene.scene import CardScene, HandScene, Ledger, SeatScene, TableScene, Zone
from bot.ui.scene.text import amount
from cogs.games.voren.ledger import ledger
from cogs.games.voren.lesson import LESSON, guide
from cogs.games.voren.pack import VOREN
from cogs.games.voren.story import named, story, trumps
from rules.contract import View
from rules.orders import TRUMPS
from rules.sentences import capital, listed
from rules.voren.cards import SUIT_NAMES

DEALS: Final[Mapping[str, Choice]] = {
    "deal": Choice("deal", "Deal", "main"),
    "deal poke": Choice("deal poke", "Deal with a poke"),
    "deal allplay": Choice("deal allplay", "All play"),
    "deal poke allplay": Choice("deal poke allplay", "All play, with a poke"),
}
UNNAMED: Final = ("V5.4", "V5.8")
"""Clauses whose sentences do not say which card forces another to stay."""

STAYS: Final[Mapping[str, Choice]] = {
    "stay": Choice("stay", "Stay", "good"),
    "fold": Choice("fold", "Fold", "bad"),
    "poke": Choice("poke", "Take the poke", "main"),
}


LEADS: Final[Mapping[str, str]] = {
    **{suit: f"{name} are led" for suit, name in SUIT_NAMES.items()},
    TRUMPS: "trumps are led",
}
"""The suits that a rule for the next turn may name, as led; the Wolf and Treachery are trumps (V5.3)."""

MOVES: Final = 3.4
"""Moves of a player in a hand: what computer players made on average in fifty games of 2 to 10."""


class VorenLook:
    """Voren's look (bot/ui/game/presenter.py)."""

    game = "voren"
    pack = VOREN.name
    lesson = LESSON
    hand_word = "Hand"
    leads: Mapping[str, str] = LEADS

    def terms(self, options: Mapping[str, Any], seats: int) -> str:
        """Ante, hands, length, and what else the rulebook leaves to the table (V1.3)."""
        hands: int = options["hands"] or 2 * seats
        played = f"{hands} hands: everybody deals twice" if not options["hands"] else f"{hands} hand{'s' * (hands > 1)}"
        told = [
            "Three cards each; whoever takes a trick takes a third of the pot.",
            f"Before each hand everybody pays {options['ante']} into it, the dealer {2 * options['ante']}.",
            f"{played}; {length(hands * MOVES, seats)}.",
        ]
        if options["limit"]:
            most = options["limit"] * options["ante"]
            told.append(f"A match, paid by whoever stays in and takes no trick, is at most {most}.")
        if options["no_trump_turnup"] == "unsuited":
            told.append("A crown that is turned up makes its suit trumps.")
        return " ".join(told)

    # -- scenes ------------------------------------------------------------------------------------------------------

    def table(self, view: View, players: Players, title: str) -> TableScene:
        """The public table."""
        showing_last = common_texts.shows_last(view)
        return TableScene(
            pack=VOREN.name,
            title=title,
            subtitle=common_texts.which(view, view["hands"]),
            prompt=common_texts.on_board(self, view, players),
            seats=tuple(self._seat(view, players, seat) for seat in range(view["seats"])),
            zones=self._settled_zones(view["last"], players) if showing_last else self._zones(view, players),
            facts=self._facts(view, players),
            card_places=view["phase"] in {"dealer", "stay", "play"},
            ledger=ledger(view["last"], view["points"], players) if showing_last else None,
        )

    def _seat(self, view: View, players: Players, seat: int) -> SeatScene:
        state = view["states"][seat] if view["states"] else ""
        badges = common_texts.signs(view, players, seat)
        if state == "folded":
            badges.append("folded")
        if state == "in" and view["phase"] == "stay":
            badges.append("stays")
        if view["poke_taker"] == seat:
            badges.append("poke")
        if view["owed"][seat] and not view["finished"]:
            badges.append(f"paid a match of {view['owed'][seat]}")
        cards = tuple(
            CardScene(card, "winning" if view["winning"] == seat else "plain")
            for who, card in view["trick"]
            if who == seat
        )
        return SeatScene(
            seat=seat,
            name=players.name(seat),
            score=view["scores"][seat],
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
            zones.append(Zone("Poke", (CardScene(None), CardScene(None), CardScene(None)), "stack", "may be taken"))
        if view["tricks"]:
            done, title = view["tricks"][-1], f"Trick {len(view['tricks'])}"
            zones.append(common_texts.trick(title, done["cards"], done["winner"], players, over=True))
        return tuple(zones)

    def _settled_zones(self, last: Mapping[str, Any], players: Players) -> tuple[Zone, ...]:
        zones = [_turn_up(last)]
        zones += [
            common_texts.trick(f"Trick {number}", trick["cards"], trick["winner"], players, over=True)
            for number, trick in enumerate(last["tricks"], start=1)
        ]
        return tuple(zones)

    def _facts(self, view: View, players: Players) -> tuple[tuple[str, str], ...]:
        facts: list[tuple[str, str]] = []
        if not view["finished"]:
            facts.append(_next_pot(view) if common_texts.shows_last(view) else ("Pot", str(view["pot"])))
        if view["all_play"] and not common_texts.shows_last(view):
            facts.append(("All play", "nobody may fold"))
        if common_texts.shows_last(view):
            last = view["last"]
            if last["alone"] is not None:
                facts.append(("All folded but", players.name(last["alone"])))
            if last["poke_taker"] is not None and last["laid"]:
                name = players.name(last["poke_taker"])
                facts.append((f"{name} laid away", ", ".join(VOREN.text_of(card) for card in last["laid"])))
            if owed := players.each(last["owes"]):
                facts.append(("Matches (V6.2)", owed))
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
        reasons: dict[str, list[str]] = {}  # cards that the same clause bars are named together
        for card, (clause, sentence, forcing) in barred.items():
            held = f" You hold {listed(list(map(named, forcing)))}." if clause in UNNAMED else ""
            reasons.setdefault(f"{sentence}{held} ({clause})", []).append(VOREN.name_of(card))
        notes = [f"{listed(names)}: {reason}" for reason, names in reasons.items()]
        zones = list(self._zones(view, players))
        if view["trick"]:
            zones.append(common_texts.trick("This trick", view["trick"], view["winning"], players, over=False))
        if playing and view["trick"] and VOREN.special(view["trick"][0][1]):
            led = view["trick"][0][1]
            beaten = "only Treachery beats it" if led == "WOLF" else "nothing beats it"
            notes.append(f"{capital(VOREN.name_of(led))} was led, so you may play any card; {beaten}. (V5.6)")
        facts: list[tuple[str, str]] = []
        if not view["finished"]:
            facts = [_next_pot(view) if common_texts.shows_last(view) else ("Pot", str(view["pot"]))]
            chips = "You have" if common_texts.shows_last(view) else "You had"
            facts.append((chips, amount(view["scores"][mine])))
        if view["phase"] == "play" and (won := players.each(view["taken"])):
            facts.append(("Tricks won", won))
        return HandScene(
            pack=VOREN.name,
            title=f"Your hand at {title}",
            prompt=self._own_prompt(view, players, turn=turn),
            cards=cards,
            notes=tuple(capital(note) for note in notes),
            zones=tuple(zones),
            facts=tuple(facts),
            your_turn=turn,
        )

    def _own_prompt(self, view: View, players: Players, *, turn: bool) -> str:
        phase = view["phase"]
        if turn:
            return common_texts.asked(self, view)
        if phase in {"deal", "finished"}:
            return self._outcome(view) + common_texts.between(view, players)
        if phase == "dealer":
            return f"{players.name(view['dealer'])} decides how to deal; your cards come after that."
        if view["states"] and view["states"][view["seat"]] == "folded":
            return f"You have folded this hand; it is {players.list(view['to_act'])}'s turn."
        return f"Waiting for {players.list(view['to_act'])}."

    def _outcome(self, view: View) -> str:
        """How the hand that was just settled went for the view's seat."""
        last, mine = view["last"], view["seat"]
        if last is None:
            return ""
        owes = f"You owe {last['owes'][mine]} to the next pot. " if last["owes"][mine] else ""
        return f"{common_texts.came_to(view, 'chip')} in this hand. {owes}"

    # -- moves -------------------------------------------------------------------------------------------------------

    def choices(self, view: View) -> tuple[Choice, ...]:
        """The legal moves, in the order of the hand."""
        legal: list[str] = view["moves"]
        named = [one for move, one in (*DEALS.items(), *STAYS.items()) if move in legal]
        cards = [move.removeprefix("play ") for move in legal if move.startswith("play ")]
        held: list[str] = view["hand"] or []
        cards.sort(key=held.index)
        plays = [
            Choice(f"play {card}", capital(VOREN.name_of(card)), "main", card, short=VOREN.text_of(card))
            for card in cards
        ]
        return tuple(named + plays)

    def forms(self, view: View) -> tuple[Form, ...]:
        """None: every move is one card or one word."""
        return ()

    def orders(self, view: View, moves: Sequence[str]) -> Sequence[Choice]:
        """Staying, folding and taking the poke (V4), or cards in the order of the hand."""
        words = [one for move, one in STAYS.items() if move in moves]
        cards = [move.removeprefix("play ") for move in moves if move.startswith("play ")]
        return (*words, *(Choice(f"play {card}", capital(VOREN.name_of(card)), "main", card) for card in cards))

    def asks(self, view: View) -> str:
        """What is to be decided."""
        phase = view["phase"]
        if phase == "dealer":
            return "choose how to deal."
        if phase == "stay":
            poke = view["poke"] == "open"
            if view["all_play"]:
                return "stay or take the poke; nobody may fold." if poke else "stay: nobody may fold."
            return "stay, fold or take the poke." if poke else "stay or fold."
        if phase == "play":
            return "play a card." if view["trick"] else "lead a card."
        return "look at the table."

    def stakes(self, view: View) -> str:
        """What a trick pays and what none costs (V6.1, V6.2, V6.5), and what a poke is (V4.2)."""
        if view["phase"] == "dealer":
            return (
                "Deal: each in turn stays or folds. Poke: the first who likes may play with three unseen cards "
                "instead of their own. All play: nobody may fold."
            )
        if view["phase"] not in {"stay", "play"}:
            return ""
        told = [f"Each of the three tricks pays {view['pot'] // 3}."]
        who = "whoever takes no trick" if view["phase"] == "play" else "whoever stays in and takes no trick"
        if _excused(view):
            told.append("The Wolf fell to Treachery, so whoever takes no trick pays nothing (V6.3).")
        elif view["number"] + 1 == view["hands"]:
            told.append(f"This is the last hand: {who} pays {view['match']}, which the tricks share too.")
        else:
            told.append(f"{capital(who)} pays {view['match']} into the next pot.")
        if view["phase"] == "stay" and not view["all_play"]:
            told.append("Folding costs nothing more.")
        if view["phase"] == "stay" and view["poke"] == "open":
            told.append("Whoever takes the poke plays with those three unseen cards instead of their own.")
        return " ".join(told)

    def guide(self, view: View) -> str:
        """What a learner has to know of a decision."""
        return guide(view)

    def would(self, text: str) -> str:
        """A move as it is said: Voren has no forms that would ask for more."""
        return text

    def did(self, text: str) -> str:
        """A move to the person who made it."""
        verb, _, card = text.partition(" ")
        if verb == "play":
            return f"You played {named(card)}."
        return {
            "deal": "You dealt.",
            "deal poke": "You dealt, with a poke.",
            "deal allplay": "You dealt and declared all-play.",
            "deal poke allplay": "You dealt with a poke and declared all-play.",
            "stay": "You stay in.",
            "fold": "You folded.",
            "poke": "You took the poke and stay in.",
        }.get(text, "Your move is made.")

    def story(
        self, shown: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0
    ) -> Sequence[Passage]:
        """What happened in a hand; see cogs/games/voren/story.py."""
        return story(shown, log, players, start)

    def ledger(self, last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
        """What a hand brought; see cogs/games/voren/ledger.py."""
        return ledger(last, points, players)

    def pages(self, last: Mapping[str, Any], players: Players, title: str) -> Sequence[Page]:
        """None: the log names every card that was played, trick by trick."""
        return ()

    def outcome(self, view: View, players: Players) -> str:
        """Who has won the game (V6.6), and with how many points."""
        return common_texts.outcome(view, players)


def _next_pot(view: View) -> tuple[str, str]:
    """What is paid for the hand to come, and what makes it up (V2.1)."""
    matches = sum(view["owed"])
    made = f" (antes {view['pot'] - matches}, matches {matches})" if matches else ""
    return "Next pot", f"{view['pot']}{made}"


def _turn_up(shown: Mapping[str, Any]) -> Zone:
    """The card that was turned up, on top of the stock, as no trick lies."""
    return Zone("Turn-up", (CardScene(shown["turn_up"]),), "turned", trumps(shown["trumps"]))


def _excused(view: View) -> bool:
    """Whether whoever is to act played the Wolf to a trick in which Treachery fell (V6.3)."""
    fallen = [{card: seat for seat, card in trick["cards"]} for trick in view["tricks"]]
    return any("TREACHERY" in trick and trick.get("WOLF") in view["to_act"] for trick in fallen)
