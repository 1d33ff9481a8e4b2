"""Unichain Liquidity Planner: bridge in, provide full-range liquidity, hold, withdraw. Offline, signs nothing."""
from __future__ import annotations

from planner import ConfigError, Step, from_micro, main

ETHEREUM, UNICHAIN = ('ethereum', 1), ('unichain', 130)


def build(config, run):
    pools = [(pool.text('name'), pool.whole('percent', 1, 100)) for pool in config.items('pools')]
    if sum(percent for _, percent in pools) > 100:
        raise ConfigError('config.pools: the percentages add up to more than 100')
    hold = config.pair('holdDays', 1, 90)
    gas_left = config.amount('keepOnUnichain')
    if 1 + len(pools) + hold[1] >= run.days:
        raise ConfigError('config.days: too short for bridging, every pool and the longest hold')
    steps = []
    for wallet in run.wallets:
        if wallet.budget <= gas_left:
            raise ConfigError(f'config.keepOnUnichain: not below the budget of {wallet.label}')
        rng = run.rng('unichain', wallet.label)
        at = run.slots(rng, 0, 1)[0]
        bridge = Step(at, wallet, *ETHEREUM, 'bridge-deposit', 'ETH', wallet.budget, wallet.budget,
                      'canonical bridge to Unichain', lands_on=UNICHAIN[0])
        steps.append(bridge)
        for place, (name, percent) in enumerate(pools):
            amount = (wallet.budget - gas_left) * percent // 100 // 100 * 100
            opened = 1 + place
            closed = opened + rng.between(*hold)
            add = Step(run.slots(rng, opened, 1)[0], wallet, *UNICHAIN, 'add-liquidity', 'ETH', amount,
                       detail=f'{name}, full range, {closed - opened} days', needs=bridge)
            remove = Step(run.slots(rng, closed, 1)[0], wallet, *UNICHAIN, 'remove-liquidity', 'ETH',
                          returns=amount, detail=name, needs=add)
            steps += [add, remove]
    return steps, [f'Kept for fees on Unichain: {from_micro(gas_left)} ETH per wallet. Pool gains and losses are not modelled.']


if __name__ == '__main__':
    main('unichain', 'Unichain Liquidity Planner', '1.0.0', ETHEREUM[0], build)
