"""How to switch off a clause of Voren: each change breaks one rule, and a test marked with that clause must notice."""

from tests.rules.switches import Switch

CARDS = "rules/voren/cards.py"
DEAL = "rules/voren/deal.py"
FOLLOW = "rules/voren/follow.py"
GAME = "rules/voren/__init__.py"
LEAD = "rules/voren/lead.py"
PAD = "rules/voren/pad.py"
POSITIONS = "rules/voren/positions.py"
POT = "rules/voren/pot.py"
RECORDS = "rules/voren/records.py"
SCORING = "rules/voren/scoring.py"
STAY = "rules/voren/stay.py"
VIEWS = "rules/voren/views.py"
TRICK = "rules/voren/trick.py"

SWITCHES = [
    Switch(
        "V1.1", CARDS, '(*suited(RANKS, SUITS), "TREACHERY", "WOLF")', '(*suited(RANKS, SUITS), "WOLF", "TREACHERY")'
    ),
    Switch("V1.2", GAME, "seats: ClassVar[tuple[int, int]] = (2, 10)", "seats: ClassVar[tuple[int, int]] = (1, 11)"),
    Switch("V1.3", GAME, "low=3, high=300, step=3", "low=3, high=300, step=1"),
    Switch("V1.3", RECORDS, "self.hands or 2 * self.seats", "self.hands or self.seats"),
    Switch("V2.1", POT, "payments[dealer] += ante", "payments[dealer] = debts[dealer] or 2 * ante"),
    Switch("V2.1", POT, "[match or ante for", "[match + ante for"),
    Switch("V2.2", SCORING, "min(pot, limit * ante)", "min(pot, limit)"),
    Switch("V3.1", DEAL, "SINGLY: Final = (1, 1, 1)", "SINGLY: Final = (3,)"),
    Switch("V3.1", DEAL, "order[top + 1 : top + 1 + POKE_CARDS]", "order[top + 2 : top + 2 + POKE_CARDS]"),
    Switch("V3.2", DEAL, "else SUIT_OF[turn_up]", "else SUIT_OF[1]"),
    Switch("V3.3", DEAL, "UNSUITED | CROWNS if", "UNSUITED if"),
    Switch(
        "V3.4",
        VIEWS,
        '        "hand": None,\n        "log"',
        '        **_own_cards_view(hand, 0, seat),\n        "log"',
    ),
    Switch(
        "V4.1",
        POSITIONS,
        "return Staying(hand, (self.turn + 1) % len(words.states))",
        "return Staying(hand, (self.turn - 1) % len(words.states))",
    ),
    Switch("V4.2", STAY, "if words.poke and words.poke_taker is None else", "if words.poke else"),
    Switch("V4.2", STAY, "if seat == words.poke_taker else deal", "if seat == -1 else deal"),
    Switch("V4.3", STAY, "() if words.all_play else", "() if words.all_play is None else"),
    Switch("V4.4", STAY, "== len(words.states) - 1", "== len(words.states)"),
    Switch("V5.1", LEAD, "if seat > dealer", "if seat >= dealer"),
    Switch("V5.2", LEAD, "return hand & trumps & GREATER_CROWNS or hand  # V5.2", "return hand"),
    Switch("V5.3", CARDS, "return trumps | UNSUITED", "return trumps"),
    Switch("V5.3", CARDS, "cards & TREACHERY or 1 <<", "1 <<"),
    Switch(
        "V5.4",
        FOLLOW,
        "hand & led_suit(led_card, trumps) or hand & with_unsuited(trumps) or hand",
        "hand & led_suit(led_card, trumps) or hand",
    ),
    Switch(
        "V5.4",
        FOLLOW,
        "hand & led_suit(led_card, trumps) or hand & with_unsuited(trumps) or hand",
        "hand & with_unsuited(trumps) or hand",
    ),
    Switch(
        "V5.5",
        FOLLOW,
        "return winning_card(winning | cards, led_card, trumps) & cards or cards  # V5.5",
        "return cards",
    ),
    Switch(
        "V5.5",
        FOLLOW,
        "winning_card(winning | cards, led_card, trumps)",
        "winning_card(cards | led_card, led_card, trumps)",
    ),
    Switch("V5.6", FOLLOW, "if led_card & UNSUITED:", "if led_card & 0:"),
    Switch(
        "V5.7",
        TRICK,
        "cards & with_unsuited(trumps) or cards & SUIT_OF[led_card]",
        "cards & SUIT_OF[led_card] or cards",
    ),
    Switch("V5.7", TRICK, "or cards & SUIT_OF[led_card]", "or cards"),
    Switch("V5.8", LEAD, "return hand & trumps or hand  # V5.8", "return hand"),
    Switch("V5.8", LEAD, "return hand & trumps or hand  # V5.8", "return hand & (trumps | 3 << 32) or hand"),
    Switch("V5.9", LEAD, "    if number == SECOND:", "    if number >= SECOND:"),
    Switch("V6.1", SCORING, "tricks_won[seat] * (pot // 3) for", "(pot // 3) for"),
    Switch("V6.2", SCORING, "min(pot, limit * ante) if limit else pot", "pot"),
    Switch("V6.2", SCORING, "if not tricks_won[seat]]", "if tricks_won[seat] < 2]"),
    Switch("V6.3", SCORING, "return seat_of[WOLF]", "return seat_of[TREACHERY]"),
    Switch("V6.3", SCORING, "if WOLF in seat_of and TREACHERY in seat_of:", "if WOLF in seat_of:"),
    Switch("V6.3", SCORING, "in trickless and seat != exempt_seat", "in trickless"),
    Switch("V6.4", POSITIONS, "sheet.number + 1, sheet.eldest, points,", "sheet.number + 1, sheet.dealer, points,"),
    Switch("V6.5", SCORING, "(no_chips, matches) if is_last else", "(no_chips, matches) if is_last is None else"),
    Switch("V6.5", SCORING, "(sum(matches) // 3)", "(sum(matches) // 6)"),
    Switch(
        "V6.6", SCORING, "winnings[seat] - payments[seat] - paid_at_once[seat]", "winnings[seat] - paid_at_once[seat]"
    ),
    Switch("V6.6", SCORING, "score_of(sheet, max)", "score_of(sheet, min)"),
    Switch("P1", PAD, "    if match % ante:", "    if match % 3:"),
    Switch("P1", PAD, "        fewest = min(fewest, limit)", "        fewest = limit"),
    Switch("P1", PAD, "    if tricks[wolf] == 3:", "    if tricks[wolf] == 4:"),
]
