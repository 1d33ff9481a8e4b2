"""Monad Testnet Farmer: a day-by-day plan of testnet actions per wallet. Offline, signs nothing.

New in 1.2.0: faucet reminders that refill the simulated balance, a focus per wallet, a coverage table.
"""
from __future__ import annotations

from collections import defaultdict

from planner import ConfigError, Step, main

CHAIN, CHAIN_ID, COIN = 'monad-testnet', 10143, 'MON'

# action: percent of the remaining budget it may use; None = only the fee
SHARES = {
    'swap': (2, 8),
    'wrap': (1, 4),
    'add-liquidity': (4, 9),
    'mint-nft': (1, 2),
    'stake': (4, 10),
    'deploy-contract': None,
    'vote': None,
}
# What a wallet spends its time on: weights of the actions above.
FOCUS = {
    'balanced': {'swap': 4, 'wrap': 2, 'add-liquidity': 2, 'mint-nft': 2, 'stake': 2, 'deploy-contract': 1, 'vote': 1},
    'trading': {'swap': 7, 'wrap': 3, 'add-liquidity': 3, 'vote': 1},
    'staking': {'stake': 6, 'swap': 2, 'add-liquidity': 2, 'vote': 2},
    'building': {'deploy-contract': 5, 'mint-nft': 3, 'swap': 2, 'wrap': 1},
}
# An action that opens a position, and the one that closes it.
CLOSES = {'stake': 'unstake', 'add-liquidity': 'remove-liquidity'}


def rest_days(rng, days, per_week):
    """`per_week` random days off in every week of the run."""
    off = set()
    for first in range(0, days, 7):
        off.update(rng.sample(range(first, first + 7), per_week))
    return off


def plan_wallet(run, wallet, pace, hold, per_week, faucet):
    rng = run.rng('monad', wallet.label)
    off, due, steps, open_at_end = rest_days(rng, run.days, per_week), defaultdict(list), [], 0
    for day in range(run.days):
        working = day not in off
        todo = list(due[day])
        if faucet['amount'] and day % faucet['days'] == 0:
            todo.insert(0, 'faucet')
        todo += ['fresh'] * (rng.between(*pace) if working else 0)
        for at, task in zip(run.slots(rng, day, len(todo)) if todo else [], todo):
            if task == 'faucet':
                steps.append(Step(at, wallet, CHAIN, CHAIN_ID, 'claim-faucet', COIN, returns=faucet['amount'],
                                  detail='by hand in your browser', fee=0))
                continue
            if isinstance(task, Step):
                steps.append(Step(at, wallet, CHAIN, CHAIN_ID, CLOSES[task.action], COIN, returns=task.amount, needs=task))
                continue
            action = rng.pick(FOCUS[wallet.more['focus']])
            amount = wallet.take(rng, *SHARES[action]) if SHARES[action] else 0
            if SHARES[action] and not amount:
                continue
            step = Step(at, wallet, CHAIN, CHAIN_ID, action, COIN, amount)
            steps.append(step)
            if action in CLOSES:
                back = day + rng.between(*hold)
                step.detail = f'hold {back - day} days'
                due[back].append(step)
                open_at_end += back >= run.days
    return steps, open_at_end


def coverage(run, steps):
    names = [*SHARES, *CLOSES.values(), 'claim-faucet']
    width = max(len(wallet.label) for wallet in run.wallets)
    lines = ['Coverage (actions per wallet):']
    for wallet in run.wallets:
        mine = [step.action for step in steps if step.wallet is wallet]
        lines.append(f'  {wallet.label:<{width}}  ' + '  '.join(f'{name} {mine.count(name)}' for name in names if name in mine))
    return lines


def build(config, run):
    pace = config.pair('actionsPerDay', 0, 20)
    hold = config.pair('holdDays', 1, 30)
    per_week = config.whole('restDaysPerWeek', 0, 6)
    offer = config.child('faucet')
    hours = offer.whole('everyHours', 1, 720)
    if hours % 24:
        raise ConfigError('config.faucet.everyHours: write whole days, for example 24 or 72')
    faucet = {'days': hours // 24, 'amount': offer.amount('amount')}
    steps, still_open = [], 0
    for wallet in run.wallets:
        planned, open_at_end = plan_wallet(run, wallet, pace, hold, per_week, faucet)
        steps += planned
        still_open += open_at_end
    notes = coverage(run, steps) + [f'{COIN} on {CHAIN} is a test token without a price.']
    if still_open:
        notes.append(f'Positions that end after the last day: {still_open}. Close them by hand.')
    return steps, notes


if __name__ == '__main__':
    main('monad', 'Monad Testnet Farmer', '1.2.0', CHAIN, build,
         wallet_fields=lambda item: {'focus': item.text('focus', 'balanced', options=tuple(FOCUS))})
