"""The routes of one's own settings that have forms; test_settings.py walks them."""

from typing import Final

OF_FORMS: Final = {
    "open_quiet_hours_form",
    "submit_quiet_hours_form",
    "open_away_form",
    "submit_away_form",
    "end_absence",
}
