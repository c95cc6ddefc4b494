"""Changes of source that each switch one clause of Five Crowns off; a test of that clause must notice."""

from tests.rules.switches import Switch

GAME = "rules/five_crowns/__init__.py"
CARDS = "rules/five_crowns/cards.py"
RECORDS = "rules/five_crowns/records.py"
DEAL = "rules/five_crowns/deal.py"
TURN = "rules/five_crowns/turn.py"
OUT = "rules/five_crowns/out.py"
RESHUFFLE = "rules/five_crowns/reshuffle.py"
POSITIONS = "rules/five_crowns/positions.py"
SCORING = "rules/five_crowns/scoring.py"
VIEWS = "rules/five_crowns/views.py"
SUITES = "rules/melds/suites.py"
HANDS = "rules/melds/hands.py"
ARRANGE = "rules/melds/arrange.py"
SEARCH = "rules/melds/search.py"
LAYING = "rules/melds/laying.py"

SWITCHES = [
    Switch("F1.1", CARDS, "return 2 if seats <= MAX_SEATS_TWO_DECKS else 3", "return 2"),
    Switch("F1.2", GAME, 'if int(values["first"]) > int(values["last"]):', "if False:"),
    Switch("F1.3", POSITIONS, "sheet.number + 1, sheet.eldest,", "sheet.number + 1, sheet.dealer,"),
    Switch("F2.1", DEAL, "return (eldest + place) % seats", "return (eldest + place // seats) % seats"),
    Switch("F2.2", RECORDS, "return self.setup.first + self.number", "return self.setup.first"),
    Switch("F3.1", VIEWS, "return action.verb == TAKE or action.seat == seat", "return True"),
    Switch("F3.2", TURN, "hand.pile[-1], hand.stock, hand.pile[:-1]", "hand.pile[-1], hand.stock, hand.pile"),
    Switch("F3.3", OUT, "return cards_unmelded(card, leftover) if leftover else None", "return None"),
    Switch("F3.3", OUT, "hand.size) >= min_points", "hand.size) > min_points"),
    Switch("F3.3", OUT, "    if hand.seat_out is not None:\n", "    if False:\n"),
    Switch("F3.4", RESHUFFLE, "MAX_RESHUFFLES: Final = 3", "MAX_RESHUFFLES: Final = 4"),
    Switch("F3.4", RESHUFFLE, "    return hand.pile[:-1]\n", "    return hand.pile\n"),
    Switch("F4.1", SUITES, "spent = max(SHORTEST, rank - low + 1) - count", "spent = 0"),
    Switch("F4.1", SEARCH, "Family(max(0, SHORTEST - size)", "Family(max(0, SHORTEST + 1 - size)"),
    Switch("F4.2", ARRANGE, "if best or jokers + ranked >= SHORTEST:", "if best:"),
    Switch("F4.3", LAYING, "LONGEST: Final = 11", "LONGEST: Final = 99"),
    Switch(
        "F5.1",
        POSITIONS,
        "hand_over(hand) if following == hand.seat_out else",
        "hand_over(hand) if hand.seat_out is not None else",
    ),
    Switch("F5.2", HANDS, "WILD_POINTS: Final = 20", "WILD_POINTS: Final = 13"),
    Switch("F5.3", SCORING, "score_of(sheet, min)", "score_of(sheet, max)"),
]
