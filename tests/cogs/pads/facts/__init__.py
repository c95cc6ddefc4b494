"""What people would write down of a hand: a module a game, named like it.

`of(last)` takes it from the `last` of a bystander's view (docs/views) and knows nothing of pads and scores; `made(rng,
seats, options)` makes it up, mostly as it can happen.
"""
