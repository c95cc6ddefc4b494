"""The routes of one's own settings that have forms; test_settings.py walks them."""

from typing import Final

OF_FORMS: Final = {"quiet", "quieted", "goaway", "goneaway", "comeback"}
