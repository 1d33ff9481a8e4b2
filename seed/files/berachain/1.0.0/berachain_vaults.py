"""Berachain Vault Farmer: deposits into reward vaults, claims and boosts on a fixed rhythm. Offline, signs nothing."""
from __future__ import annotations

from planner import ConfigError, Step, main

CHAIN, CHAIN_ID, COIN = 'berachain', 80094, 'BERA'


def build(config, run):
    vaults = [(item.text('name'), item.whole('percent', 1, 100)) for item in config.items('vaults')]
    if sum(percent for _, percent in vaults) > 100:
        raise ConfigError('config.vaults: the percentages add up to more than 100')
    every = config.whole('claimEveryDays', 1, 60)
    validator = config.text('boostValidator')
    steps = []
    for wallet in run.wallets:
        rng = run.rng('berachain', wallet.label)
        for place, (name, percent) in enumerate(vaults):
            amount = wallet.budget * percent // 100 // 100 * 100
            pool = Step(run.slots(rng, place, 1)[0], wallet, CHAIN, CHAIN_ID, 'add-liquidity', COIN, amount, detail=name)
            stake = Step(run.slots(rng, place + 1, 1)[0], wallet, CHAIN, CHAIN_ID, 'stake-in-vault', COIN,
                         detail=f'{name}: the receipt token of the pool', needs=pool)
            steps += [pool, stake]
            for day in range(place + 1 + every, run.days, every):
                first, second = run.slots(rng, day, 2)
                claim = Step(first, wallet, CHAIN, CHAIN_ID, 'claim-bgt', 'BGT', detail=name, needs=stake)
                steps += [claim, Step(second, wallet, CHAIN, CHAIN_ID, 'boost', 'BGT', detail=validator, needs=claim)]
    return steps, ['BGT rewards are not estimated: the plan shows when to claim, not how much.']


if __name__ == '__main__':
    main('berachain', 'Berachain Vault Farmer', '1.0.0', CHAIN, build)
