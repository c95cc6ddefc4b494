"""Virtual time, a network in memory, and SQLite on the loop: where all asynchronous tests run, but those of tests/system.

`virtual_world` is what a loop needs, seeded: the same seed gives the same run to the last request.
"""
