"""`python -m bot`: the bot on Discord. `python -m bot play`: the bot on the sandbox, with nothing else needed.

`python -m bot check`: no bot; holds what is kept of finished hands against the logs that prove it.
`python -m bot recount`: no bot; works all standings and ratings out anew from the results alone.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from pydantic import ValidationError

from bot.run import check, play, recount, run, tell
from bot.settings import Settings


def main() -> int:
    """Run until stopped. Returns the exit code: 0 when stopped, 1 if it cannot run, 2 for a bad setting.

    A check ends by itself: 0 if all is well, 1 if something is wrong.
    """
    parser = argparse.ArgumentParser(prog="python -m bot", description="Eldest Hand, the card table for Discord.")
    parser.add_argument("where", nargs="?", choices=["discord", "play", "check", "recount"], default="discord")
    chosen = parser.parse_args()
    try:
        settings = Settings()
    except ValidationError as error:
        for fault in error.errors(include_input=False, include_url=False):
            tell(f"ELDEST_{'_'.join(map(str, fault['loc'])).upper()}: {fault['msg']}")
        return 2
    return asyncio.run({"discord": run, "play": play, "check": check, "recount": recount}[chosen.where](settings))


if __name__ == "__main__":
    sys.exit(main())
