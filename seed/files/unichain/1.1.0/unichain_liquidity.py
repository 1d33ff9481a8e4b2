"""Unichain Liquidity Planner: bridge in, provide liquidity in price ranges, re-centre, bridge out.

New in 1.1.0: tick ranges around your price, re-centring on given days, and the three-part withdrawal
(initiate, prove, finalise) of an optimistic rollup. Offline, signs nothing.
"""
from __future__ import annotations

import math
from datetime import timedelta

from planner import ConfigError, Step, from_micro, main

ETHEREUM, UNICHAIN = ('ethereum', 1), ('unichain', 130)
# Fee tier in hundredths of a basis point -> distance between usable ticks.
TICK_SPACING = {100: 1, 500: 10, 3000: 60, 10000: 200}


def tick_range(price, width_percent, decimals0, decimals1, spacing):
    """Usable ticks around `price` (token1 per token0): a tick is one factor of 1.0001 of the raw price."""
    scale = 10 ** (decimals1 - decimals0)
    lower = math.log(price * (1 - width_percent / 100) * scale, 1.0001)
    upper = math.log(price * (1 + width_percent / 100) * scale, 1.0001)
    return math.floor(lower / spacing) * spacing, math.ceil(upper / spacing) * spacing


def read_pool(item):
    tier = item.whole('feeTier', 100, 10000)
    if tier not in TICK_SPACING:
        raise ConfigError(f'{item.where}.feeTier: choose one of {", ".join(map(str, TICK_SPACING))}')
    price = item.amount('price') / 1_000_000
    if not price:
        raise ConfigError(f'{item.where}.price: must be above 0')
    width = item.whole('widthPercent', 1, 90)
    decimals = item.whole('decimals0', 0, 24), item.whole('decimals1', 0, 24)
    lower, upper = tick_range(price, width, *decimals, TICK_SPACING[tier])
    name = item.text('name')
    return {'name': name, 'percent': item.whole('percent', 1, 100),
            'range': f'{name}, fee tier {tier}, ticks {lower} to {upper} (price {price:g} +/- {width}%)'}


def withdraw(run, wallet, rng, day, waiting, amount, needs):
    """Initiate on Unichain, prove on Ethereum a day later, finalise after the challenge period."""
    start = Step(run.slots(rng, day, 1)[0], wallet, *UNICHAIN, 'withdraw-initiate', 'ETH', amount, needs=needs)
    prove = Step(start.at + timedelta(days=1), wallet, *ETHEREUM, 'withdraw-prove', 'ETH', needs=start)
    final = Step(prove.at + timedelta(days=waiting, minutes=rng.between(10, 180)), wallet, *ETHEREUM,
                 'withdraw-finalise', 'ETH', returns=amount, detail=f'{waiting} days after the proof', needs=prove)
    return [start, prove, final]


def build(config, run):
    pools = [read_pool(item) for item in config.items('pools')]
    if sum(pool['percent'] for pool in pools) > 100:
        raise ConfigError('config.pools: the percentages add up to more than 100')
    hold = config.whole('holdDays', 2, 180)
    every = config.whole('recentreEveryDays', 0, 90)
    gas_left = config.amount('keepOnUnichain')
    bridge_out, waiting = config.flag('bridgeOut'), config.whole('challengeDays', 1, 30, 7)
    last = len(pools) + hold + 1
    if last >= run.days:
        raise ConfigError(f'config.days: at least {last + 1} needed for these pools and holdDays')
    steps = []
    for wallet in run.wallets:
        if wallet.budget <= gas_left:
            raise ConfigError(f'config.keepOnUnichain: not below the budget of {wallet.label}')
        rng = run.rng('unichain', wallet.label)
        bridge = Step(run.slots(rng, 0, 1)[0], wallet, *ETHEREUM, 'bridge-deposit', 'ETH', wallet.budget,
                      wallet.budget, 'canonical bridge to Unichain', lands_on=UNICHAIN[0])
        steps.append(bridge)
        removed = []
        for place, pool in enumerate(pools):
            amount = (wallet.budget - gas_left) * pool['percent'] // 100 // 100 * 100
            day = 1 + place
            add = Step(run.slots(rng, day, 1)[0], wallet, *UNICHAIN, 'add-liquidity', 'ETH', amount,
                       detail=pool['range'], needs=bridge)
            steps.append(add)
            for moved in range(day + every, day + hold, every) if every else []:
                steps.append(Step(run.slots(rng, moved, 1)[0], wallet, *UNICHAIN, 'recentre-range', 'ETH',
                                  detail=f'{pool["name"]}: only if the price left the range', needs=add))
            removed.append(Step(run.slots(rng, day + hold, 1)[0], wallet, *UNICHAIN, 'remove-liquidity', 'ETH',
                                returns=amount, detail=pool['name'], needs=add))
        steps += removed
        if bridge_out:
            total = sum(step.returns for step in removed)
            steps += withdraw(run, wallet, rng, last, waiting, total, removed[-1])
    notes = [f'Kept for fees on Unichain: {from_micro(gas_left)} ETH per wallet.',
             'Ticks follow from the price you entered. Pool gains and losses are not modelled.']
    if bridge_out:
        notes.append(f'Withdrawals finish about {waiting + 1} days after they start, on Ethereum.')
    return steps, notes


if __name__ == '__main__':
    main('unichain', 'Unichain Liquidity Planner', '1.1.0', ETHEREUM[0], build)
