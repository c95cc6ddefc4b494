"""Virtual time, a network in memory, and SQLite on the loop: where asynchronous tests run, but for two folders.

`virtual_world` gives a loop its surroundings, from a seed: the same seed gives the same run to the last request.
"""
