"""What the pad of Abracadabra asks of a deal: what each player placed and won (P5), or that all passed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.common.text import plain
from bot.pads.entry_forms import Asked, EntryForm, PickField, TextField, Typed, Unclear, Way
from bot.ui.pads.form_input import picks_in, sequence, text_in
from bot.ui.pads.presenter import TITLE, ledger_of
from bot.ui.scene.scene import Ledger
from cogs.games.abracadabra.cards import value_of
from cogs.games.abracadabra.ledger import parts
from rules.abracadabra.cards import BIDS

PLAYED: Final = "played"
VOID: Final = "void"

PLACED: Final = "placed"
WON: Final = "won"
RIGHT: Final = "right"
COUNTS: Final = "counts"
PILE: Final = "pile"
YES, NO = "yes", "no"

KEPT: Final = "kept"
LOST: Final = "lost"

_NOTHING: Final = {"", "0", "-", "none", "nothing"}
_COUNT: Final = re.compile(r"(\d+) ?cards?")
_ONE: Final = re.compile(r"(?:the|card) ?(\w+)")
_GROUPS: Final = re.compile(rf"({KEPT}|{LOST})\b([^a-z]*(?:\b[ajqk]\b[^a-z]*)*)")
_TWO: Final = re.compile("[/;|]")


class AbracadabraPad:
    """The pad of Abracadabra (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = "abracadabra"
    options: ClassVar[tuple[str, ...]] = ("success", "two_player")

    def ways(self, asked: Asked) -> tuple[Way, ...]:
        """A deal that was played, with a form a player; and one that was void."""
        return (
            Way(PLAYED, "Enter deal", tuple(_form(seat, name) for seat, name in enumerate(asked.called()))),
            Way(VOID, "All passed", ()),
        )

    def told(self, asked: Asked, way: str, typed: Typed) -> dict[str, Any]:
        """`hands` by seat, with the values of bid cards; or `void`. Raises Unclear."""
        if way == VOID:
            return {"void": True}
        return {"hands": [_told(typed, str(seat), name) for seat, name in enumerate(asked.called())]}

    def typed(self, asked: Asked, told: Mapping[str, Any]) -> tuple[str, Typed]:
        """A form a player, or none."""
        if "void" in told:
            return VOID, {}
        return PLAYED, {str(seat): _typed(hand) for seat, hand in enumerate(told["hands"])}

    def ledger(
        self, asked: Asked, entry: Mapping[str, Any], brought: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """What success brought, tricks named and won, what Declarer doubled, tricks, cards of the own suit."""
        hands: list[Mapping[str, Any]] = entry.get("hands", [{}] * len(asked.names))
        each = 10 * (len(hands) + 1 - len(brought["succeeded"]))  # A8.1
        rows = [_parts(hand, each if seat in brought["succeeded"] else 0) for seat, hand in enumerate(hands)]
        last = {
            "void": "void" in entry,
            "parts": rows,
            "right": [card for hand in hands for card in hand.get("right_kept", ())],
            "turned": [card for hand in hands for card in hand.get("right_lost", ())],
            "placed": [range(_how_many(hand.get("placed", 0))) for hand in hands],
        }
        return ledger_of(asked, *parts(last), totals)


def _form(seat: int, name: str) -> EntryForm:
    fields = (
        TextField(
            PLACED,
            "Bid cards placed, right-hand ones too",
            hint="2 7 J. One alone: card 7. Not known which: 3 cards. None: blank",
            required=False,
        ),
        TextField(WON, "Left-hand ones that were won", hint="2 J. None: blank", required=False),
        TextField(
            RIGHT,
            "Right-hand ones, of Declarer alone",
            hint="kept 5 9, lost 3. None: blank",
            required=False,
        ),
        TextField(COUNTS, "Tricks, and cards of their suit in them", hint="5 3 for five tricks and three cards"),
        PickField(PILE, "Was their pile turned up?", ((NO, "No"), (YES, "Yes: their suit counts double")), (NO,)),
    )
    return EntryForm(str(seat), name, plain(name, TITLE), fields)


# -- reading -----------------------------------------------------------------------------------------------------------


def _told(typed: Typed, form: str, name: str) -> dict[str, Any]:
    kept, lost = _right(text_in(typed, form, RIGHT), name)
    tricks, own = _counts(text_in(typed, form, COUNTS), name)
    return {
        "placed": _placed(text_in(typed, form, PLACED), name),
        "won": _cards(text_in(typed, form, WON), name),
        "right_kept": kept,
        "right_lost": lost,
        "tricks": tricks,
        "own": own,
        "pile": YES in picks_in(typed, form, PILE),
    }


def _placed(text: str, name: str) -> list[int] | int:
    """The values of placed cards, or how many there were. A number alone could be either, and is asked about."""
    told = " ".join(text.lower().split())
    if count := _COUNT.fullmatch(told):
        return int(count[1])
    if one := _ONE.fullmatch(told):
        return _cards(one[1], name)
    if told.isdecimal() and told not in _NOTHING:
        raise Unclear(f"{name}: is “{_quoted(told)}” the only card placed, or how many? Write “card 7” or “7 cards”.")
    return _cards(told, name)


def _cards(text: str, name: str) -> list[int]:
    """Bid cards as their values, the lowest first: "2 7 J", with or without commas."""
    if text.lower() in _NOTHING:
        return []
    return sorted(_value(rank, name) for rank in re.split(r"[\s,]+", text.strip(" ,")))


def _value(rank: str, name: str) -> int:
    """What a bid card is worth, by its rank or its value (A1.3)."""
    if rank.upper() in BIDS.texts:
        return value_of(rank.upper())
    if rank.isdecimal() and len(rank) <= 2 and 1 <= int(rank) <= len(BIDS.texts):
        return int(rank)
    raise Unclear(f"{name}: “{_quoted(rank)}” is no bid card. They are A or 1, 2 to 10, J or 11, Q or 12, K or 13.")


def _right(text: str, name: str) -> tuple[list[int], list[int]]:
    """Right-hand cards that were kept and lost: "kept 5 9, lost 3", either alone, or two groups: "5 9 / 3"."""
    told = " ".join(text.lower().split())
    if told in _NOTHING:
        return [], []
    groups = _GROUPS.findall(told)
    if groups and not _GROUPS.sub("", told).strip(" ,;/"):
        found: dict[str, list[int]] = {KEPT: [], LOST: []}
        for what, cards in groups:
            found[what] += _cards(cards.strip(" ,;:/"), name)
        return sorted(found[KEPT]), sorted(found[LOST])
    halves = _TWO.split(told)
    if len(halves) == 2 and not groups:
        return _cards(halves[0].strip(), name), _cards(halves[1].strip(), name)
    raise Unclear(f"{name}: “{_quoted(told)}” does not say which were kept and lost. Write “kept 5 9, lost 3”.")


def _counts(text: str, name: str) -> tuple[int, int]:
    """Tricks, and cards of the own suit in them; without a trick there are none."""
    found = sequence(re.sub(r"[/:]", " ", text))
    if found == (0,):
        return 0, 0
    if found is None or len(found) != 2:
        sentence = "write two numbers, the tricks and the cards of their suit in them: 5 3"
        raise Unclear(f"{name}: “{_quoted(text)}” is not clear; {sentence}." if text else f"{name}: {sentence}.")
    return found[0], found[1]


def _quoted(text: str) -> str:
    return plain(text, 40)


# -- writing -----------------------------------------------------------------------------------------------------------


def _typed(hand: Mapping[str, Any]) -> dict[str, list[str]]:
    groups = [f"{what} {_listed(hand[f'right_{what}'])}" for what in (KEPT, LOST) if hand[f"right_{what}"]]
    return {
        PLACED: [_shown(hand["placed"])],
        WON: [_listed(hand["won"])],
        RIGHT: [", ".join(groups)],
        COUNTS: [f"{hand['tricks']} {hand['own']}"],
        PILE: [YES if hand["pile"] else NO],
    }


def _shown(placed: Sequence[int] | int) -> str:
    if isinstance(placed, int):
        return f"{placed} cards"
    return f"card {_listed(placed)}" if len(placed) == 1 else _listed(placed)


def _listed(cards: Iterable[int]) -> str:
    """Bid cards by their ranks; what is none stays as it is, for the rules to refuse."""
    return " ".join(BIDS.texts[value - 1] if 1 <= value <= len(BIDS.texts) else str(value) for value in cards)


# -- the ledger --------------------------------------------------------------------------------------------------------


def _parts(hand: Mapping[str, Any], success: int) -> dict[str, int]:
    """A8.1 to A8.5: what a seat scored, part by part; nothing in a void deal."""
    return {
        "success": success if hand else 0,
        "left": sum(hand.get("won", ())),
        "right": 2 * (sum(hand.get("right_kept", ())) - sum(hand.get("right_lost", ()))),
        "tricks": hand.get("tricks", 0),
        "own": (4 if hand.get("pile") else 2) * hand.get("own", 0),
    }


def _how_many(placed: Sequence[int] | int) -> int:
    return placed if isinstance(placed, int) else len(placed)
