"""How to switch off a clause of Mitigati: each change breaks a rule, and a test marked with it must notice."""

from tests.rules.switches import Switch

BARGAIN = "rules/mitigati/bargain.py"
BONUSES = "rules/mitigati/bonuses.py"
CARDS = "rules/mitigati/cards.py"
DEAL = "rules/mitigati/deal.py"
DECLARE = "rules/mitigati/declare.py"
ENDING = "rules/mitigati/ending.py"
FOOL = "rules/mitigati/fool.py"
MOVES = "rules/mitigati/moves.py"
OPTIONS = "rules/mitigati/__init__.py"
PAD = "rules/mitigati/pad.py"
POSITIONS = "rules/mitigati/positions.py"
RECORDS = "rules/mitigati/records.py"
SCORING = "rules/mitigati/scoring.py"
SETTLEMENT = "rules/mitigati/settlement.py"
TAROT_CARDS = "rules/tarot/cards.py"
TAROT_DISCARD = "rules/tarot/discard.py"
TAROT_FOLLOW = "rules/tarot/follow.py"
SHEETS = "rules/sheets.py"
TRICK = "rules/mitigati/trick.py"
VIEWS = "rules/mitigati/views.py"

SWITCHES = [
    Switch("M1.1", TAROT_CARDS, 'if text not in ("GOOD", "EVIL"))', 'if text not in ("GOOD",))'),
    Switch("M1.2", TAROT_CARDS, '"J": 2, "A": 5}', '"J": 2, "A": 1}'),
    Switch("M1.3", OPTIONS, "allowed=(1, 3, 6, 9)", "allowed=(1, 2, 3, 6, 9)"),
    Switch("M1.4", DEAL, '(1 if rotation == "left" else -1)', "-1"),
    Switch("M2.1", CARDS, "FULL: Final = Pack(PACK_78, (5, 5, 5, 5, 5))", "FULL: Final = Pack(PACK_78, (5, 5, 5, 10))"),
    Switch(
        "M2.2",
        VIEWS,
        "seen_packets = packets(hand, seat, packets_dealt)",
        "seen_packets = packets(hand, seat, packets_dealt + 1)",
    ),
    Switch("M3.1", BARGAIN, "FIRST_ROUND: Final = 2", "FIRST_ROUND: Final = 1"),
    Switch("M3.1", BARGAIN, "packets_dealt < len(setup.packets)", "packets_dealt < len(setup.packets) - 1"),
    Switch("M3.2", RECORDS, "MAX_WORD: Final = 200", "MAX_WORD: Final = 2000"),
    Switch("M3.2", POSITIONS, "Round(hand.sheet.eldest)", "Round(0)"),
    Switch("M3.3", BARGAIN, "range(standing.number + 1, MAX_WORD + 1)", "range(standing.number, MAX_WORD + 1)"),
    Switch("M3.3", BARGAIN, "range(MIN_WORD, standing.number)", "range(MIN_WORD, MAX_WORD + 1)"),
    Switch(
        "M3.4",
        POSITIONS,
        "return _after_packet(hand, self.packets_dealt + 1)  # M3.4",
        "return Bargaining(hand, self.packets_dealt, bargain.after_pass(self.so_far))",
    ),
    Switch("M3.5", BARGAIN, "return offered_points > 0 and", "return"),
    Switch("M3.5", BARGAIN, "and not unheard_seats", ""),
    Switch("M3.5", BARGAIN, "offered_points >= asked_points", "offered_points > asked_points"),
    Switch("M3.6", SETTLEMENT, "for seat in reversed(order):", "for seat in order:"),
    Switch(
        "M3.6", SETTLEMENT, "seat for seat in seats_from_eldest if", "seat for seat in sorted(seats_from_eldest) if"
    ),
    Switch("M3.7", BARGAIN, "SILENT_PASSES: Final = 3", "SILENT_PASSES: Final = 4"),
    Switch("M3.8", POSITIONS, "number=sheet.number + 1", "number=sheet.number"),
    Switch("M4.1", TAROT_DISCARD, "NEVER_DISCARDED: Final = KINGS | HONOURS", "NEVER_DISCARDED: Final = KINGS"),
    Switch("M4.1", TAROT_DISCARD, "if cards.bit_count() != self.size:", "if cards.bit_count() > self.size:"),
    Switch(
        "M4.1",
        VIEWS,
        "(hand.discard) if seat == sheet.dealer and",
        "(hand.discard) if seat is not None and",
    ),
    Switch("M5.1", MOVES, "if bonus in cards_by_bonus:", "if bonus not in cards_by_bonus and False:"),
    Switch("M5.2", DECLARE, "cards & ~NUMBERED", "0"),
    Switch("M5.2", RECORDS, "MIN_ABUNDANCE: Final = 10", "MIN_ABUNDANCE: Final = 9"),
    Switch("M5.3", BONUSES, "return 20 + 5 * honours", "return 20"),
    Switch("M5.4", BONUSES, "return 15 + 5 * kings", "return 20 + 5 * kings"),
    Switch("M5.5", DECLARE, "bool(kings or honours)", "bool(kings)"),
    Switch("M5.5", RECORDS, "MIN_MIXED: Final = 4", "MIN_MIXED: Final = 3"),
    Switch("M5.6", DECLARE, "if kings and honours and (", "if kings and not honours and ("),
    Switch("M5.7", BONUSES, "2 * own_worth - (", "own_worth - ("),
    Switch("M5.7", BONUSES, 'if rule == "flat":', 'if rule == "each":'),
    Switch("M6.1", POSITIONS, "Trick(new_hand.sheet.eldest)", "Trick(new_hand.sheet.dealer)"),
    Switch("M6.1", POSITIONS, "Trick(leader))", "Trick(trick.leader))"),
    Switch("M6.2", TAROT_FOLLOW, "duty = hand & led_suit or hand & TRUMPS", "duty = hand & led_suit"),
    Switch("M6.2", TAROT_FOLLOW, "return duty | hand & FOOL if duty else hand", "return hand"),
    Switch("M6.3", TRICK, "if card & ABOVE[best_card]:", "if card > best_card or best_card == FOOL:"),
    Switch("M6.4", TAROT_FOLLOW, "return duty | hand & FOOL if duty else hand", "return duty or hand"),
    Switch("M6.4", TRICK, "for card in trick.cards:", "for card in trick.cards[:1]:"),
    Switch("M6.5", FOOL, "if giver not in winners:", "if False:"),
    Switch("M6.5", FOOL, "if giver not in winners:", "if giver not in winners and giver != dealer:"),
    Switch(
        "M6.5",
        TAROT_CARDS,
        "for _, cards in CARDS_BY_POINTS if mask",
        "for _, cards in reversed(CARDS_BY_POINTS) if mask",
    ),
    Switch(
        "M6.5", TAROT_CARDS, "return cheapest_cards & -cheapest_cards", "return 1 << cheapest_cards.bit_length() - 1"
    ),
    Switch("M7.1", SCORING, "PAR: Final = 49", "PAR: Final = 48"),
    Switch(
        "M7.2",
        ENDING,
        "points=settle(so_far.standing, sheet.seats_from_eldest, so_far.order)",
        "points=hand_points(settle(so_far.standing, sheet.seats_from_eldest, so_far.order), (0, 0, 0))",
    ),
    Switch("M7.3", SCORING, "score_of(sheet, max)", "score_of(sheet, min)"),
    Switch(
        "M7.3",
        SHEETS,
        "tuple(seat for seat, total in enumerate(totals) if total == winning) if",
        "(totals.index(winning),) if",
    ),
    Switch("P2", PAD, "if number in (1, 2):", "if number == 1:"),
    Switch("P2", PAD, "if not fit_together(bonuses):", "if False:"),
    Switch("P3", PAD, "if offered_points < asked_points:", "if False:"),
]
