"""Changes of source that each switch one clause of Five Crowns off; a test of that clause must notice."""

from tests.rules.switches import Switch

RECORDS = "rules/five_crowns/records.py"
TURNS = "rules/five_crowns/turns.py"
SETTLE = "rules/five_crowns/settle.py"
GAME = "rules/five_crowns/game.py"
VIEWS = "rules/five_crowns/views.py"
SUITES = "rules/melds/suites.py"
HANDS = "rules/melds/hands.py"
ARRANGE = "rules/melds/arrange.py"
SEARCH = "rules/melds/search.py"

SWITCHES = [
    Switch("F1.1", RECORDS, "return 2 if seats <= TWO_DECKS else 3", "return 2"),
    Switch("F1.2", GAME, 'if int(resolved["first"]) > int(resolved["last"]):', "if False:"),
    Switch("F1.3", TURNS, "    dealer = (sheet.dealer + 1) % setup.seats\n", "    dealer = sheet.dealer\n"),
    Switch("F2.1", TURNS, "hands[(eldest + place) % seats]", "hands[(eldest + place // sheet.size) % seats]"),
    Switch("F2.2", RECORDS, "return self.setup.first + self.number", "return self.setup.first"),
    Switch("F3.1", VIEWS, 'known = move.what == "take" or seat == move.seat', "known = True"),
    Switch("F3.2", TURNS, "                pile[:-1],\n", "                pile,\n"),
    Switch("F3.3", TURNS, "        if left:\n            raise not_all_in_melds(card, left)\n", ""),
    Switch("F3.3", TURNS, "        if self.out == NOBODY:\n            found", "        if True:\n            found"),
    Switch("F3.4", RECORDS, "RESHUFFLES: Final = 3", "RESHUFFLES: Final = 4"),
    Switch("F3.4", TURNS, 'awaited("reshuffle", self.pile[:-1])', 'awaited("reshuffle", self.pile)'),
    Switch("F4.1", SUITES, "spent = max(3, rank - low + 1) - count", "spent = 0"),
    Switch("F4.1", SEARCH, "Family(max(0, 3 - size)", "Family(max(0, 4 - size)"),
    Switch("F4.2", ARRANGE, "if best or jokers + ranked >= 3:", "if best:"),
    Switch("F4.3", ARRANGE, "LONGEST: Final = 11", "LONGEST: Final = 99"),
    Switch("F5.1", TURNS, "        if turn == out:\n", "        if out != NOBODY:\n"),
    Switch("F5.2", HANDS, "WILD_POINTS: Final = 20", "WILD_POINTS: Final = 13"),
    Switch("F5.3", SETTLE, "best = min(totals)", "best = max(totals)"),
]
