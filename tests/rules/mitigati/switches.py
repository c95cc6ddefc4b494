"""How to switch off a clause of Mitigati: each change breaks a rule, and a test marked with it must notice."""

from tests.rules.switches import Switch

BARGAIN = "rules/mitigati/bargain.py"
DECLARE = "rules/mitigati/declare.py"
DISCARD = "rules/mitigati/discard.py"
ENDING = "rules/mitigati/ending.py"
MATCH = "rules/mitigati/match.py"
PAD = "rules/mitigati/pad.py"
PLAY = "rules/mitigati/play.py"
SCORING = "rules/mitigati/scoring.py"
TAROT = "rules/tarot.py"
VIEWS = "rules/mitigati/views.py"

SWITCHES = [
    Switch("M1.1", TAROT, 'if text not in ("GOOD", "EVIL"))', 'if text not in ("GOOD",))'),
    Switch("M1.2", TAROT, '"J": 2, "A": 5}', '"J": 2, "A": 1}'),
    Switch("M1.3", MATCH, "allowed=(1, 3, 6, 9)", "allowed=(1, 2, 3, 6, 9)"),
    Switch("M1.4", MATCH, 'step = 1 if setup.rotation == "left" else 2', "step = 2"),
    Switch("M2.1", MATCH, "FULL: Final = Pack(PACK_78, (5, 5, 5, 5, 5))", "FULL: Final = Pack(PACK_78, (5, 5, 5, 10))"),
    Switch("M2.2", BARGAIN, "own_cards(hand, seat, self.reached)", "own_cards(hand, seat, self.reached + 1)"),
    Switch("M3.1", BARGAIN, "FIRST_ROUND: Final = 2", "FIRST_ROUND: Final = 1"),
    Switch("M3.1", BARGAIN, "FIRST_ROUND <= reached < packets", "FIRST_ROUND <= reached < packets - 1"),
    Switch("M3.2", BARGAIN, "MOST: Final = 200", "MOST: Final = 2000"),
    Switch(
        "M3.2",
        BARGAIN,
        "eldest = SPEAKING[match.dealer][0]",
        "eldest = 0",
    ),
    Switch("M3.3", BARGAIN, "(standing.number + 1, MOST)", "(standing.number, MOST)"),
    Switch("M3.3", BARGAIN, "(LEAST, standing.number - 1)", "(LEAST, MOST)"),
    Switch("M3.4", BARGAIN, 'elif text == "pass":', 'elif text in ("pass", "continue"):'),
    Switch("M3.5", BARGAIN, "if order and agreed(words, heard):", "if agreed(words, heard):"),
    Switch("M3.5", BARGAIN, "if not heard >> seat & 1:", "if False:"),
    Switch("M3.5", BARGAIN, "return offers >= asks", "return offers > asks"),
    Switch("M3.6", BARGAIN, "for seat in reversed(order):", "for seat in order:"),
    Switch("M3.6", BARGAIN, "silent = [seat for seat in speaking if", "silent = [seat for seat in sorted(speaking) if"),
    Switch("M3.7", BARGAIN, "if passes == 2:", "if passes == 3:"),
    Switch("M3.8", MATCH, "make(Match, (setup, number + 1,", "make(Match, (setup, number,"),
    Switch("M4.1", DISCARD, "if cards & KEPT:", "if cards & KINGS:"),
    Switch("M4.1", DISCARD, "if cards.bit_count() != count:", "if cards.bit_count() > count:"),
    Switch("M4.1", VIEWS, "texts(hand.discard) if seat == dealer and", "texts(hand.discard) if seat is not None and"),
    Switch("M5.1", DECLARE, "if bonus in named:", "if bonus not in named and False:"),
    Switch("M5.2", DECLARE, "abundance & ~NUMBERED", "0"),
    Switch("M5.2", DECLARE, "ABUNDANCE: Final = 10", "ABUNDANCE: Final = 9"),
    Switch("M5.3", DECLARE, "return 20 + 5 * honours", "return 20"),
    Switch("M5.4", DECLARE, "return 15 + 5 * kings", "return 20 + 5 * kings"),
    Switch("M5.5", DECLARE, "if mixed and (kings or honours):", "if mixed and kings:"),
    Switch("M5.5", DECLARE, "MIXED: Final = 4", "MIXED: Final = 3"),
    Switch("M5.6", DECLARE, "if kings and honours and (", "if kings and not honours and ("),
    Switch("M5.7", SCORING, "3 * own - total", "2 * own - total"),
    Switch("M5.7", SCORING, 'if rule == "flat":', 'if rule == "each":'),
    Switch(
        "M6.1", PLAY, "eldest, left, right = start.match.speaking()", "right, eldest, left = start.match.speaking()"
    ),
    Switch("M6.2", TAROT, "duty = hand & led or hand & TRUMPS", "duty = hand & led"),
    Switch("M6.2", TAROT, "return duty | hand & FOOL_BIT if duty else hand", "return hand"),
    Switch("M6.3", PLAY, "if bit & self.above:  # M6.3", "if bit & self.above & (led or -1):"),
    Switch("M6.4", TAROT, "return duty | hand & FOOL_BIT if duty else hand", "return duty or hand"),
    Switch("M6.4", PLAY, "            led = led or suit  # M6.4", "            led = led  # M6.4"),
    Switch("M6.5", SCORING, "    if giver in takers:", "    if True:"),
    Switch("M6.5", SCORING, "    if giver in takers:", "    if giver in takers or giver == dealer:"),
    Switch("M6.5", TAROT, "return mask & cards & -(mask & cards)", "return 1 << (mask & cards).bit_length() - 1"),
    Switch("M7.1", SCORING, "PAR: Final = 49", "PAR: Final = 48"),
    Switch(
        "M7.2",
        ENDING,
        "return _over(hand.match, points, past)",
        "return _over(hand.match, hand_points(points, (0, 0, 0)), past)",
    ),
    Switch("M7.3", MATCH, "totals[seat] == max(totals)", "seat == totals.index(max(totals))"),
    Switch("P2", PAD, "if number in (1, 2):", "if number == 1:"),
    Switch("P2", PAD, "if not together(bonuses):", "if False:"),
    Switch("P3", PAD, "if offered(words) < asked(words):", "if False:"),
]
