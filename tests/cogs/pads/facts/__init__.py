"""What people would write down of a hand: a module a game, named like it.

`read_facts(last)` reads the facts of a hand in the `last` of a bystander's view (docs/views). It knows nothing of pads
and scores. `make_facts(rng, seats, options)` makes facts up, mostly such as can happen.
"""
