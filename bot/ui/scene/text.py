"""Scenes in words: markdown for messages, and alt text.

There are three lengths. The short one leaves out events, badges, facts and captions. The least keeps turn, names,
scores and the first cards of each place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final

from bot.common.text import NAME_LIMIT, distinct_names, escape, format_signed, name_of, plain
from bot.ui.game.card_packs import CLUBS, DIAMONDS, HEARTS, SPADES, Pack, Suit, pack_named, packs
from bot.ui.scene.scene import (
    DEALER,
    CardScene,
    CardState,
    Drawable,
    Group,
    HandScene,
    Ledger,
    ResultScene,
    Scene,
    SeatScene,
    Side,
    Standing,
    TableScene,
    Zone,
    player_names,
    rename_players,
    split_groups,
)
from rules.sentences import listed, split_sentences

MAX_ALT_LETTERS: Final = 1024
"""Discord's limit for a picture's description."""

MAX_EVENTS_LETTERS: Final = 1000
"""Room for what happened: how a hand of ten players with long names ended is the longest."""

MAX_PROMPT_LETTERS: Final = 700
"""Room for what happens now: the standings of ten players with long names are the longest."""

MAX_SCENE_LETTERS: Final = 2000
"""Discord's limit for a message's content; a display of text may be longer."""

Emoji = Mapping[str, str]
"""A card's text to the markup of the application's own emoji of it, `<:name:id>`; cards that are not in it are text."""

_MAX_EXACT_DIGITS: Final = 69  # bits: the numbers of up to 20 digits, and some of 21
_FULL, _SHORT, _LEAST = 0, 1, 2
"""The three lengths of a text."""

_LENGTHS: Final = (_FULL, _SHORT, _LEAST)

_NAME_LETTERS: Final = {_FULL: NAME_LIMIT, _SHORT: 12, _LEAST: 8}
"""Letters of a name in alt text, by length."""

_MAX_CARDS: Final = {_FULL: 1000, _SHORT: 28, _LEAST: 10}
"""The most cards of one place, by length."""


_SPOKEN_STATES: Final[Mapping[CardState, list[str]]] = {
    "winning": ["winning"],
    "took": ["won"],
    "barred": ["may not be played"],
    "wild": ["wild"],
}
"""The state of a card, read aloud; `_WRITTEN_STATES` has it as it is written."""

_WRITTEN_STATES: Final[Mapping[CardState, list[str]]] = {**_SPOKEN_STATES, "barred": ["barred"]}


def amount(number: int) -> str:
    """Return a score of any size (K8.1) in figures: exactly up to 20 digits, then rounded and marked as such."""
    digits = str(number) if number.bit_length() <= _MAX_EXACT_DIGITS else f"≈{_rounded(number)}"
    return digits.replace("-", "\u2212")


def _rounded(number: int) -> str:
    return f"{Decimal(number):.2e}".replace("e+", "e")


def _spoken_amount(number: int) -> str:
    sign = "minus " if number < 0 else ""
    size = abs(number)
    return f"{sign}{size}" if size.bit_length() <= _MAX_EXACT_DIGITS else f"about {sign}{_rounded(size)}"


def ordinal(number: int) -> str:
    """Return a place in figures: "1st", "12th"."""
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def card_text(pack: str, card: str | None, emoji: Emoji | None = None) -> str:
    """Return a card in message text: the application's emoji if there is one, else rank and sign; None is face down."""
    if card is None:
        return "face down"
    if emoji and (own := emoji.get(card)):
        return own
    card_pack = pack_named(pack)
    text = card_pack.text_of(card)
    return text if text != card else escape(card, 24)


def card_name(pack: str, card: str | None) -> str:
    """Return a card in words that a screen reader says well: "5 of spades", "the Wolf"; None is "a card face down"."""
    return "a card face down" if card is None else plain(pack_named(pack).name_of(card), 60)


def spoken_text(text: str, pack: Pack | None = None) -> str:
    """Return a text of the bot for reading aloud.

    Signs of suits become their names, signs of numbers words, and dots commas. A card in signs gets its name in `pack`,
    as elsewhere in alt text.
    """
    text = re.sub(r"(?<![\w.)])[-−](?=\d)", "minus ", text.replace(" · ", ", "))
    text = re.sub(r"(?<![\w.)])\+(?=\d)", "plus ", text)
    for suit in _suits():
        sign = f"{suit.sign}[\ufe0e\ufe0f]?"
        if suit.sign not in text:
            continue
        text = re.sub(f"{sign} ?{suit.name}", suit.name, text)
        for rank in pack.ranks if pack else ():
            text = re.sub(rf"\b{rank.text}{sign}", f"{rank.name} of {suit.name}", text)
        text = re.sub(rf"(\w){sign}", rf"\1 of {suit.name}", text)
        text = re.sub(sign, suit.name, text)
    return text


def _suits() -> Iterable[Suit]:
    """Return the French suits, and the suits of all packs that write their signs; of two with one sign the first."""
    by_sign = {suit.sign: suit for suit in (SPADES, HEARTS, DIAMONDS, CLUBS)}
    for pack in packs():
        for suit in pack.suits:
            if not suit.named:
                by_sign.setdefault(suit.sign, suit)
    return by_sign.values()


def _name(seat: SeatScene, limit: int = NAME_LIMIT) -> str:
    return plain(name_of(seat.name, seat.seat), limit)


def turn_text(scene: Scene, name: Callable[[SeatScene], str]) -> str:
    """Return a sentence on whose turn it is; empty if nobody is awaited."""
    if isinstance(scene, HandScene):
        return "It is your turn." if scene.your_turn else ""
    awaited = [seat for seat in scene.seats if seat.to_act]
    if not awaited:
        return ""
    if [seat.you for seat in awaited] == [True]:
        return "It is your turn."
    names = listed(["you" if seat.you else name(seat) for seat in awaited])
    return f"It is {names}'s turn." if len(awaited) == 1 else f"It is the turn of {names}."


def _side_text(scene: TableScene, side: Side, name: Callable[[SeatScene], str]) -> str:
    """Return the players of a side, as a clause."""
    names = listed(["you" if seat.you else name(seat) for seat in scene.seats if seat.seat in side.seats])
    if len(side.seats) > 1:
        return f"{names} play together"
    return f"{names} {'play' if names == 'you' else 'plays'} alone"


def _event_sentences(scene: Drawable, level: int, card_text: Callable[[str, int], str]) -> str:
    """Return the last events as sentences, in a text of full length."""
    return " ".join([card_text(sentence, MAX_EVENTS_LETTERS) for sentence in scene.sentences]) if level == _FULL else ""


def visible_cards(cards: Sequence[CardScene], stacked: bool) -> list[CardScene]:
    """Return the cards whose faces are visible: of a stack the last one alone."""
    return [card for card in (cards[-1:] if stacked else cards) if card.text is not None]


def _sentence(text: str) -> str:
    """Return the text with a full stop, if it has no end."""
    text = text.strip()
    return text if not text or text[-1] in ".!?…" else text + "."


def _join_within(sentences: Iterable[str], limit: int, joint: str) -> str:
    """Return the whole parts that fit, then an ellipsis; a first part that is too long alone is cut."""
    joined = ""
    for sentence in sentences:
        longer = f"{joined}{joint}{sentence}" if joined else sentence
        if len(longer) > limit - 2:
            return f"{joined} …" if joined else sentence[: limit - 1] + "…"
        joined = longer
    return joined


def _join_cards(cards: Sequence[str], count: int, stacked: bool, level: int, joints: tuple[str, str]) -> str:
    """Return `count` cards: the visible ones, and the number of cards face down.

    The joints go between cards, and before that number.
    """
    hidden, most = count - len(cards), _MAX_CARDS[level]
    if stacked and cards and hidden:
        return f"{cards[0]} on top of {count - 1} more"
    more = f" and {len(cards) - most} more" if len(cards) > most else ""
    face_down = "1 card face down" if hidden == 1 else f"{hidden} cards face down" if hidden else ""
    return joints[1].join(filter(None, (joints[0].join(cards[:most]) + more, face_down)))


def _seat_notes(seat: SeatScene, level: int, text: Callable[[str, int], str]) -> list[str]:
    """Return the notes on a seat beside its score and its cards."""
    notes: list[str] = []
    if seat.tricks and level < _LEAST:
        notes.append("1 trick" if seat.tricks == 1 else f"{seat.tricks} tricks")
    if level == _FULL:
        notes += [text(badge, 40) for badge in seat.badges if badge != DEALER]
    if seat.out and (level != _FULL or set(seat.badges) <= {DEALER}):
        notes.append("out of this hand")
    return notes


# --- alt text ---------------------------------------------------------------------------------------------------------


def _spoken_groups(pack: Pack, cards: Sequence[CardScene], groups: Sequence[Group], level: int) -> str:
    """Return cards group by group: "suite: 3 of clubs, 4 of clubs; left: King of hearts"."""
    return "; ".join(
        f"{plain(spoken_text(group.title, pack), 40)}{barred}: {sentence}" if group.title else sentence
        for group, own in split_groups(cards, groups)
        for barred, rest in [_barred(group, own, _SPOKEN_STATES)]
        for sentence in [_spoken_cards(pack, rest, False, level)]
    )


def _barred(
    group: Group, cards: Sequence[CardScene], words: Mapping[CardState, list[str]]
) -> tuple[str, Sequence[CardScene]]:
    """Return the note for a group's title if all its cards are barred, and its cards without their own notes."""
    if not group.title or any(card.state != "barred" for card in cards):
        return "", cards
    return f" ({words['barred'][0]})", [card._replace(state="plain", caption="") for card in cards]


def _spoken_cards(pack: Pack, cards: Sequence[CardScene], stacked: bool, level: int) -> str:
    """Return cards in the words of an alt text."""
    spoken: list[str] = []
    for card in visible_cards(cards, stacked):
        name = card_name(pack.name, card.text)
        best = card.state in {"winning", "took"}  # whose a trick is survives the rest of whose its cards are
        notes = [plain(spoken_text(card.caption, pack), 40)] if card.caption and (level == _FULL or best) else []
        notes += _SPOKEN_STATES.get(card.state, [])
        spoken.append(f"{name} ({', '.join(notes)})" if notes else name)
    return _join_cards(spoken, len(cards), stacked, level, (", ", " and "))


def _spoken_zone(pack: Pack, zone: Zone, level: int) -> str:
    if zone.groups:
        cards = _spoken_groups(pack, zone.cards, zone.groups, level)
    else:
        cards = _spoken_cards(pack, zone.cards, zone.layout == "stack", level)
    note = plain(spoken_text(zone.note, pack), 120) if level < _LEAST else ""
    return _sentence(f"{plain(zone.title, 40)}: " + ("; ".join(part for part in (cards, note) if part) or "none"))


def _spoken_hand(pack: Pack, scene: HandScene, level: int) -> list[str]:
    """Return the reader's own cards: those that may be played and those that may not, or group by group."""
    if not scene.cards:
        return ["You have no cards."]
    if scene.groups:
        return [_sentence(f"Your cards: {_spoken_groups(pack, scene.cards, scene.groups, level)}")]
    able = _spoken_cards(pack, [card for card in scene.cards if card.state != "barred"], False, level)
    barred = _spoken_cards(pack, [card for card in scene.cards if card.state == "barred"], False, level)
    playable = any(card.state == "playable" for card in scene.cards)
    lines = [f"{'You can play' if playable else 'Your cards'}: {able}."] if able else []
    return [*lines, f"You cannot play: {barred}."] if barred else lines


def _spoken_seat(pack: Pack, seat: SeatScene, level: int) -> str:
    """Return a seat in the words of an alt text."""
    if not seat.name:
        return f"Seat {seat.seat + 1} is free."
    parts: list[str] = []
    if DEALER in seat.badges:
        parts.append("dealer")
    if seat.score is not None:
        parts.append(f"score {_spoken_amount(seat.score)}")
    parts += _seat_notes(seat, level, lambda text, limit: plain(spoken_text(text, pack), limit))
    if seat.cards:
        parts.append(_spoken_cards(pack, seat.cards, False, level))
    name = f"You ({_name(seat)})" if seat.you else _name(seat)
    return _sentence(f"{name}: {', '.join(parts)}" if parts else name)


def _spoken_ledger(ledger: Ledger, level: int) -> list[str]:
    """Return each row as a sum, or only its result: "Ada, 2 tricks: paid minus 3, won 10, net 7, total 12."."""
    lines: list[str] = []
    for row in ledger.rows:
        name, columns = plain(name_of(row.name, row.seat), NAME_LIMIT), zip(ledger.parts, row.parts, strict=True)
        parts = [f"{column} {_spoken_amount(part)}".lower() for column, part in columns] if level == _FULL else []
        net = [f"{ledger.net.lower()} {_spoken_amount(row.net)}"] if level < _LEAST else []
        sums = [*net, f"total {_spoken_amount(row.total)}"]
        note = row.note if level == _FULL else ""
        lines.append(f"{', '.join(filter(None, (name, note)))}: {', '.join([*parts, *sums])}.")
    return lines


def _spoken_side(pack: Pack, scene: TableScene, side: Side) -> str:
    score = "" if side.score is None else f", score {_spoken_amount(side.score)}"
    return f"{plain(spoken_text(side.name, pack), 40)}: {_side_text(scene, side, _name)}{score}."


def _spoken_prompt(pack: Pack, prompt: str, level: int) -> str:
    """Return the prompt; where room is short, its first sentences."""
    text = plain(spoken_text(prompt, pack), MAX_PROMPT_LETTERS)
    if level != _FULL and text:
        text = _join_within(split_sentences(text), 160 if level == _SHORT else 100, " ")
    return _sentence(text)


def _spoken_standing(standing: Standing) -> str:
    """Return a player's place and points: "2nd you (Ada), 33"; their place alone says that a player won."""
    name = plain(name_of(standing.name, standing.seat), NAME_LIMIT)
    who = f"you ({name})" if standing.you else name
    return f"{ordinal(standing.place)} {who}, {_spoken_amount(standing.score)}"


def _spoken_result(pack: Pack, scene: ResultScene, level: int) -> list[str]:
    """Return the result of a game: its winners, unless there is no room for them, and the standings."""
    lines = [_spoken_prompt(pack, scene.outcome, _FULL)] if level < _LEAST else []
    lines.append(_event_sentences(scene, level, lambda text, limit: plain(spoken_text(text, pack), limit)))
    return [*lines, f"Standings: {'; '.join(map(_spoken_standing, scene.standings))}."]


def _alt_sentences(scene: Drawable, level: int) -> tuple[list[str], list[str]]:
    """Return the required sentences, and the optional ones in order of importance."""
    pack = pack_named(scene.pack)
    title = plain(spoken_text(scene.title, pack), 100 if level < _LEAST else 30)
    if isinstance(scene, ResultScene):
        return [sentence for sentence in (_sentence(title), *_spoken_result(pack, scene, level)) if sentence], []
    if isinstance(scene, TableScene) and scene.subtitle:
        title += f", {plain(spoken_text(scene.subtitle, pack), 100)}"
    turn = [turn_text(scene, _name), _spoken_prompt(pack, scene.prompt, level)]
    lines = [_event_sentences(scene, level, lambda text, limit: plain(spoken_text(text, pack), limit))]
    zones = [_spoken_zone(pack, zone, level) for zone in scene.zones]
    pairs = (
        [(plain(spoken_text(a, pack), 40), plain(spoken_text(b, pack), 80)) for a, b in scene.facts]
        if level == _FULL
        else []
    )
    facts = [_sentence(f"{a}: {b}") for a, b in pairs]
    if isinstance(scene, HandScene):
        sentences = [*_spoken_hand(pack, scene, level), *turn]
        further = [*lines, *zones, *facts, _sentence(title)]
    else:
        seats = [_spoken_seat(pack, seat, level) for seat in scene.seats]
        sentences = [_sentence(title), *turn, *lines, *(_spoken_ledger(scene.ledger, level) if scene.ledger else seats)]
        sides = [side for side in scene.sides if level == _FULL or side.score is not None]
        sentences += [_spoken_side(pack, scene, side) for side in sides]
        further = [*zones, *facts]
    return [sentence for sentence in sentences if sentence], [sentence for sentence in further if sentence]


def alt_text(scene: Drawable, limit: int = MAX_ALT_LETTERS) -> str:
    """Return the scene as sentences for a screen reader, at most `limit` long.

    Players of one name have the numbers of their seats before it.
    """
    sentences: list[str] = []
    further: list[str] = []
    for level in _LENGTHS:
        sentences, further = _alt_sentences(
            rename_players(scene, distinct_names(player_names(scene), _NAME_LETTERS[level])), level
        )
        if len(text := " ".join([*sentences, *further])) <= limit:
            return text
    return _join_within([*sentences, *further], limit, " ")


# --- message text -----------------------------------------------------------------------------------------------------


def _written_cards(pack: str, cards: Sequence[CardScene], stacked: bool, emoji: Emoji | None, level: int) -> str:
    """Return cards in markdown: each by its emoji if there is one, else by its name, or its signs if room is short."""
    parts: list[str] = []
    for card in visible_cards(cards, stacked):
        text = card_text(pack, card.text, emoji)
        if level == _FULL and not (emoji and card.text in emoji):
            text = escape(card_name(pack, card.text))
        notes = [escape(card.caption, 40)] if card.caption and level < _LEAST else []
        notes += _WRITTEN_STATES.get(card.state, [])
        parts.append(f"{text} ({', '.join(notes)})" if notes else text)
    return _join_cards(parts, len(cards), stacked, level, (" " if level or emoji else ", ", " + "))


def _written_groups(
    pack: str, cards: Sequence[CardScene], groups: Sequence[Group], emoji: Emoji | None, level: int
) -> str:
    """Return cards in markdown group by group: "run 3♣ 4♣ 5♣ · left K♥"."""
    return " · ".join(
        f"{escape(group.title, 40)}{barred} {sentence}" if group.title else sentence
        for group, own in split_groups(cards, groups)
        for barred, rest in [_barred(group, own, _WRITTEN_STATES)]
        for sentence in [_written_cards(pack, rest, False, emoji, level)]
    )


def _written_zone(pack: str, zone: Zone, emoji: Emoji | None, level: int) -> str:
    if zone.groups:
        cards = _written_groups(pack, zone.cards, zone.groups, emoji, level)
    else:
        cards = _written_cards(pack, zone.cards, zone.layout == "stack", emoji, level)
    note = escape(zone.note, 120) if level < _LEAST else ""
    return f"{escape(zone.title, 40)}: " + (", ".join(part for part in (cards, note) if part) or "none")


def _written_seat(pack: str, seat: SeatScene, emoji: Emoji | None, level: int) -> str:
    """Return the line of a seat in a message without a picture."""
    if not seat.name:
        return f"`{seat.seat + 1}` *free seat*"
    name = f"**{escape(_name(seat), NAME_LIMIT)}**" + (" (you)" if seat.you else "")
    parts: list[str] = []
    if seat.score is not None:
        parts.append(f"**{amount(seat.score)}**")
    if DEALER in seat.badges:
        parts.append("dealer")
    parts += _seat_notes(seat, level, escape)
    if seat.cards:
        parts.append(_written_cards(pack, seat.cards, False, emoji, level))
    mark = "▶ " if seat.to_act else ""
    return f"{mark}`{seat.seat + 1}` " + " · ".join([name, *parts])


def ledger_lines(ledger: Ledger, *, totals: bool = True) -> list[str]:
    """Return a ledger in markdown: what the columns are, and each row as a sum with its total if `totals`."""
    titles = [column.lower() for column in (*ledger.parts, ledger.net)]
    lines = [f"-# {' + '.join(titles[:-1])} = **{titles[-1]}**"] if len(titles) > 2 else []
    for row in ledger.rows:
        who = f"**{escape(name_of(row.name, row.seat), NAME_LIMIT)}**" + (f" · {escape(row.note)}" if row.note else "")
        total = f", total **{exact_amount(row.total)}**" if totals else ""
        lines.append(f"{who}: {_sum(ledger, row.parts)}{total}")
    return lines


def _sum(ledger: Ledger, parts: Sequence[int]) -> str:
    if len(parts) == 1:  # it is the sum
        return f"**{exact_amount(parts[0])}**"
    lines = [f"{exact_amount(part)} {column.lower()}" for column, part in zip(ledger.parts, parts, strict=True)]
    return f"{', '.join(lines)} = **{exact_amount(sum(parts))}**"


def exact_amount(number: int) -> str:
    """Return a gain or a loss of any size in figures, rounded where it has more than 20 digits."""
    return format_signed(number) if number.bit_length() <= _MAX_EXACT_DIGITS else amount(number)


def _written_side(scene: TableScene, side: Side) -> str:
    score = "" if side.score is None else f" · **{amount(side.score)}**"
    names = _side_text(scene, side, lambda seat: f"**{escape(_name(seat), NAME_LIMIT)}**")
    return f"{escape(side.name, 40)}: {names}{score}"


def _written_standing(standing: Standing) -> str:
    name = f"**{escape(name_of(standing.name, standing.seat), NAME_LIMIT)}**" + (" (you)" if standing.you else "")
    return f"{standing.place}\\. {name} · **{amount(standing.score)}**"


def _scene_lines(scene: Drawable, emoji: Emoji | None, level: int) -> list[str]:
    """Return the whole scene in lines of markdown."""
    head = f"**{escape(scene.title)}**"
    if isinstance(scene, ResultScene):
        events = _event_sentences(scene, level, escape)
        return [
            head,
            prompt_text(scene),
            *([f"-# {events}"] if events else []),
            *map(_written_standing, scene.standings),
        ]
    if isinstance(scene, TableScene) and scene.subtitle and level < _LEAST:
        head += f" · {escape(scene.subtitle)}"
    events = _event_sentences(scene, level, escape)
    turn = "It is your turn." if isinstance(scene, HandScene) and scene.your_turn and scene.prompt else ""
    now = " ".join(filter(None, (turn, prompt_text(scene, MAX_PROMPT_LETTERS if level < _LEAST else 160))))
    lines = [head, f"-# {events}" if events else "", now]
    if isinstance(scene, HandScene):
        lines.append(_written_groups(scene.pack, scene.cards, scene.groups, emoji, level))
    lines += [_written_zone(scene.pack, zone, emoji, level) for zone in scene.zones]
    lines.append(" · ".join(f"{escape(a, 40)} **{escape(b, 80)}**" for a, b in scene.facts) if level < _LEAST else "")
    if isinstance(scene, TableScene):
        seats = [_written_seat(scene.pack, seat, emoji, level) for seat in scene.seats]
        lines += ledger_lines(scene.ledger) if scene.ledger else seats
        lines += [_written_side(scene, side) for side in scene.sides]
    return [line for line in lines if line]


def prompt_text(scene: Drawable, limit: int = MAX_PROMPT_LETTERS) -> str:
    """Return whose turn it is and the decision, in markdown.

    The reader's own hand has the decision alone; a result has the winners.
    """
    if isinstance(scene, ResultScene):
        return f"**{escape(scene.outcome, limit)}**"
    whose = turn_text(scene, lambda seat: f"**{escape(_name(seat), NAME_LIMIT)}**")
    own = isinstance(scene, HandScene) and scene.prompt
    return " ".join(filter(None, ("" if own else whose, escape(scene.prompt, limit))))


def numbered_names_text(numbered: Sequence[tuple[int, str]]) -> str:
    """Return the players of a picture with numbered seats, in markdown; empty if none has a name."""
    names = [(seat, name_of(name, seat)) for seat, name in numbered]
    lines = [f"seat {seat + 1} is **{escape(name, NAME_LIMIT)}**" for seat, name in names if name != name_of("", seat)]
    return f"-# In the picture {', '.join(lines)}." if lines else ""


def scene_text(scene: Drawable, emoji: Emoji | None = None, *, limit: int = MAX_SCENE_LETTERS) -> str:
    """Return the scene in markdown, at most `limit` letters, readable without pictures, colour and emoji.

    Text that people typed is escaped; send the message without allowed mentions all the same.
    """
    for level in _LENGTHS:
        text = "\n".join(_scene_lines(scene, emoji, level))
        if len(text) <= limit:
            return text
    return _join_within(_scene_lines(scene, emoji, _LEAST), limit, "\n")
