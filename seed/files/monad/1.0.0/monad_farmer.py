"""Monad Testnet Farmer: a day-by-day plan of testnet actions per wallet. Offline, signs nothing."""
from __future__ import annotations

from planner import Step, main

CHAIN, CHAIN_ID, COIN = 'monad-testnet', 10143, 'MON'

# action: (weight, percent of the remaining budget it may use; None = only the fee)
ACTIONS = {
    'swap': (5, (2, 8)),
    'wrap': (2, (1, 4)),
    'mint-nft': (2, (1, 2)),
    'deploy-contract': (1, None),
}


def build(config, run):
    low, high = config.pair('actionsPerDay', 0, 20)
    weights = {name: weight for name, (weight, _) in ACTIONS.items()}
    steps = []
    for wallet in run.wallets:
        rng = run.rng('monad', wallet.label)
        for day in range(run.days):
            count = rng.between(low, high)
            for at in run.slots(rng, day, count) if count else []:
                action = rng.pick(weights)
                share = ACTIONS[action][1]
                amount = wallet.take(rng, *share) if share else 0
                if share and not amount:
                    continue
                steps.append(Step(at, wallet, CHAIN, CHAIN_ID, action, COIN, amount))
    return steps, [f'{COIN} on {CHAIN} is a test token without a price.']


if __name__ == '__main__':
    main('monad', 'Monad Testnet Farmer', '1.0.0', CHAIN, build)
