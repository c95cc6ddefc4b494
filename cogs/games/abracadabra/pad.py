"""The pad of Abracadabra asks what each player placed and won in a deal (P5), or that all passed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.common.text import plain
from bot.pads.entry_forms import EntryContext, EntryForm, EntryMethod, PickField, TextField, Typed, UnclearInput
from bot.ui.pads.form_input import parse_sequence, picked_values, typed_text
from bot.ui.pads.presenter import make_ledger
from bot.ui.scene.scene import Ledger
from cogs.games.abracadabra.cards import value_of
from cogs.games.abracadabra.ledger import parts
from rules.abracadabra.cards import BIDS

PLAYED: Final = "played"
VOID: Final = "void"

DEAL: Final = "deal"
PILE: Final = "pile"

NAMED: Final = "named"
WON: Final = "won"
EXPOSED: Final = "exposed"
DOUBLED: Final = "doubled"
"""The same, as some write it."""
OPEN: Final = "open"

BESIDE: Final = "Tricks, own-suit cards in them; then named, won and exposed tricks (J = 11, Q = 12)"
SAMPLE: Final = "5 3 named 2 7 11 won 2 11 exposed 11"

_WORDS: Final = re.compile(rf"\b({NAMED}|{WON}|{EXPOSED}|{PILE})\b")
_NOTHING: Final = {"", "0", "-", "none", "nothing"}
_COUNT: Final = re.compile(r"(\d{1,2}) ?(?:tricks?|cards?)")


class AbracadabraPad:
    """The pad of Abracadabra (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = "abracadabra"
    options: ClassVar[tuple[str, ...]] = ("success", "two_player")

    def ways(self, asked: EntryContext) -> tuple[EntryMethod, ...]:
        """A deal that was played, with a box a player in one form; and one that was void."""
        boxes = (
            TextField(str(seat), name, hint=BESIDE, sample=SAMPLE) for seat, name in enumerate(asked.player_names())
        )
        piles = PickField(
            PILE,
            "Whose pile was exposed?",
            asked.player_options(),
            fewest=0,
            most=len(asked.names),
            hint="Leave empty if nobody's",
        )
        form = EntryForm(DEAL, "Hand", "What everyone won", (*boxes, piles))
        return (EntryMethod(PLAYED, "Enter hand", (form,)), EntryMethod(VOID, "All passed", ()))

    def told(self, asked: EntryContext, way: str, typed: Typed) -> dict[str, Any]:
        """`hands` by seat, with the values of bid cards; or `void`. Raises Unclear."""
        if way == VOID:
            return {"void": True}
        piles = picked_values(typed, DEAL, PILE)
        return {
            "hands": [
                _told(typed_text(typed, DEAL, str(seat)), name, pile=str(seat) in piles)
                for seat, name in enumerate(asked.player_names())
            ]
        }

    def typed(self, asked: EntryContext, told: Mapping[str, Any]) -> tuple[str, Typed]:
        """Everybody's result as it is typed into the form; nothing for a void deal."""
        if "void" in told:
            return VOID, {}
        told_of: Sequence[Mapping[str, Any]] = told["hands"]
        hands = list(enumerate(told_of))
        boxes = {str(seat): [_typed(hand)] for seat, hand in hands}
        return PLAYED, {DEAL: {**boxes, PILE: [str(seat) for seat, hand in hands if hand["pile"]]}}

    def ledger(
        self, asked: EntryContext, entry: Mapping[str, Any], brought: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """The points of success, tricks named and won, Declarer's exposed tricks, tricks, and cards of the own suit."""
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
        return make_ledger(asked, *parts(last), totals)


# -- reading -----------------------------------------------------------------------------------------------------------


def _told(text: str, name: str, *, pile: bool) -> dict[str, Any]:
    """A player's line: tricks and cards of their suit in them, then which tricks they named, won of these, and exposed.
    Raises Unclear.
    """
    line = " ".join(text.lower().replace(",", " ").replace(";", " ").replace(DOUBLED, EXPOSED).split())
    first, *rest = _WORDS.split(line.replace(f"{PILE} {EXPOSED}", PILE))
    groups = dict(zip(rest[::2], (group.strip(" :") for group in rest[1::2]), strict=True))
    if len(groups) < len(rest) // 2:
        raise UnclearInput(f"{name}: use each word once, not “{_quoted(text)}”.")
    if groups.get(PILE, "") not in {"", OPEN}:
        raise UnclearInput(f"{name}: write only “{PILE}” or “{PILE} {OPEN}”, not “{_quoted(groups[PILE])}”.")
    tricks, own = _counts(first.strip(), name)
    named, won = _named(groups.get(NAMED, ""), name), _tricks(groups.get(WON, ""), name)
    exposed = _tricks(groups.get(EXPOSED, ""), name)
    if not isinstance(named, int):
        named = sorted((*named, *(trick for trick in exposed if trick not in named)))
    return {
        "placed": named,
        "won": [trick for trick in won if trick not in exposed],
        "right_kept": [trick for trick in exposed if trick in won],
        "right_lost": [trick for trick in exposed if trick not in won],
        "tricks": tricks,
        "own": own,
        "pile": pile or PILE in groups,
    }


def _named(text: str, name: str) -> list[int] | int:
    """The tricks that were named, or how many there were, where nobody knows which: 3 tricks."""
    count = _COUNT.fullmatch(text)
    return int(count[1]) if count else _tricks(text, name)


def _tricks(text: str, name: str) -> list[int]:
    """Tricks by their numbers, the lowest first: 2 7 11."""
    return [] if text in _NOTHING else sorted(_number(word, name) for word in text.split())


def _number(text: str, name: str) -> int:
    """The number of a trick, or the rank of the bid card that names it (A1.3)."""
    if text.upper() in BIDS.texts:
        return value_of(text.upper())
    if text.isdecimal() and len(text) <= 2 and 1 <= int(text) <= len(BIDS.texts):
        return int(text)
    raise UnclearInput(f"{name}: “{_quoted(text)}” is not a trick. Tricks have the numbers 1 to {len(BIDS.texts)}.")


def _counts(text: str, name: str) -> tuple[int, int]:
    """Tricks, and cards of the own suit in them; without a trick there are none."""
    found = parse_sequence(re.sub(r"[/:]", " ", text))
    if found == (0,):
        return 0, 0
    if found is None or len(found) != 2:
        sentence = "begin with two numbers, tricks and own-suit cards in them: 5 3"
        raise UnclearInput(f"{name}: “{_quoted(text)}” is not clear; {sentence}." if text else f"{name}: {sentence}.")
    return found[0], found[1]


def _quoted(text: str) -> str:
    return plain(text, 40)


# -- writing -----------------------------------------------------------------------------------------------------------


def _typed(hand: Mapping[str, Any]) -> str:
    """A player's line that says the same, their pile left out."""
    placed, kept = hand["placed"], hand["right_kept"]
    named = f"{placed} tricks" if isinstance(placed, int) else _listed(placed)
    groups = {NAMED: named, WON: _listed((*hand["won"], *kept)), EXPOSED: _listed((*kept, *hand["right_lost"]))}
    words = [f"{word} {told}" for word, told in groups.items() if told]
    return " ".join((f"{hand['tricks']} {hand['own']}", *words))


def _listed(tricks: Iterable[int]) -> str:
    return " ".join(map(str, sorted(tricks)))


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
