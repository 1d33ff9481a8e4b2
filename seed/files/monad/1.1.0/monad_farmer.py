"""Monad Testnet Farmer: a day-by-day plan of testnet actions per wallet. Offline, signs nothing.

New in 1.1.0: liquid staking in pairs (stake, hold, unstake) and rest days.
"""
from __future__ import annotations

from collections import defaultdict

from planner import Step, main

CHAIN, CHAIN_ID, COIN = 'monad-testnet', 10143, 'MON'

# action: (weight, percent of the remaining budget it may use; None = only the fee)
ACTIONS = {
    'swap': (5, (2, 8)),
    'wrap': (2, (1, 4)),
    'mint-nft': (2, (1, 2)),
    'stake': (2, (4, 10)),
    'deploy-contract': (1, None),
}


def rest_days(rng, days, per_week):
    """`per_week` random days off in every week of the run."""
    off = set()
    for first in range(0, days, 7):
        off.update(rng.sample(range(first, first + 7), per_week))
    return off


def build(config, run):
    low, high = config.pair('actionsPerDay', 0, 20)
    hold = config.pair('holdDays', 1, 30)
    per_week = config.whole('restDaysPerWeek', 0, 6)
    weights = {name: weight for name, (weight, _) in ACTIONS.items()}
    steps, left_staked = [], 0
    for wallet in run.wallets:
        rng = run.rng('monad', wallet.label)
        off = rest_days(rng, run.days, per_week)
        due = defaultdict(list)
        for day in range(run.days):
            fresh = 0 if day in off else rng.between(low, high)
            todo = due[day] + [None] * fresh
            for at, stake in zip(run.slots(rng, day, len(todo)) if todo else [], todo):
                if stake:
                    steps.append(Step(at, wallet, CHAIN, CHAIN_ID, 'unstake', COIN, returns=stake.amount, needs=stake))
                    continue
                action = rng.pick(weights)
                share = ACTIONS[action][1]
                amount = wallet.take(rng, *share) if share else 0
                if share and not amount:
                    continue
                step = Step(at, wallet, CHAIN, CHAIN_ID, action, COIN, amount)
                steps.append(step)
                if action == 'stake':
                    back = day + rng.between(*hold)
                    step.detail = f'hold {back - day} days'
                    due[back].append(step)
                    left_staked += back >= run.days
    notes = [f'{COIN} on {CHAIN} is a test token without a price.']
    if left_staked:
        notes.append(f'Stakes that end after the last day: {left_staked}. Unstake them by hand.')
    return steps, notes


if __name__ == '__main__':
    main('monad', 'Monad Testnet Farmer', '1.1.0', CHAIN, build)
