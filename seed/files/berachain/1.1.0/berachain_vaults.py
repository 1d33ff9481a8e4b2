"""Berachain Vault Farmer: deposits into reward vaults, claims and boosts. Offline, signs nothing.

New in 1.1.0: the claim rhythm follows from your fee limit, one claim transaction serves all vaults that are due,
boosts are split over several validators, and an optional exit on the last days.
"""
from __future__ import annotations

from planner import ConfigError, Step, main

CHAIN, CHAIN_ID, COIN = 'berachain', 80094, 'BERA'


def claim_interval(fee, daily_reward, max_fee_percent):
    """Days to wait until the fee is at most the given percentage of what has built up."""
    return max(1, -(-fee * 100 // (daily_reward * max_fee_percent)))


def read_vault(item, run, limit):
    daily = item.amount('expectedDailyReward')
    if not daily:
        raise ConfigError(f'{item.where}.expectedDailyReward: must be above 0; take it from the vault page')
    return {'name': item.text('name'), 'percent': item.whole('percent', 1, 100),
            'every': claim_interval(run.fee, daily, limit)}


def read_validators(config):
    found = [(item.text('name'), item.whole('percent', 1, 100)) for item in config.items('validators')]
    if sum(percent for _, percent in found) != 100:
        raise ConfigError('config.validators: the percentages must add up to 100')
    return ', '.join(f'{name} {percent}%' for name, percent in found)


def plan_wallet(run, wallet, vaults, split, leave):
    rng = run.rng('berachain', wallet.label)
    steps, stakes = [], {}
    exit_day = run.days - 1 if leave else run.days
    if len(vaults) + 1 >= exit_day:
        raise ConfigError('config.days: too short to enter every vault')
    for place, vault in enumerate(vaults):
        amount = wallet.budget * vault['percent'] // 100 // 100 * 100
        first, second = run.slots(rng, place, 2)
        pool = Step(first, wallet, CHAIN, CHAIN_ID, 'add-liquidity', COIN, amount, detail=vault['name'])
        stake = Step(second, wallet, CHAIN, CHAIN_ID, 'stake-in-vault', COIN, detail=vault['name'], needs=pool)
        stakes[vault['name']] = (place, stake, amount)
        steps += [pool, stake]
    for day in range(len(vaults), exit_day):
        due = [vault['name'] for vault in vaults
               if day > stakes[vault['name']][0] and (day - stakes[vault['name']][0]) % vault['every'] == 0]
        if due:
            first, second = run.slots(rng, day, 2)
            claim = Step(first, wallet, CHAIN, CHAIN_ID, 'claim-bgt', 'BGT', detail=' + '.join(due), needs=stakes[due[0]][1])
            steps += [claim, Step(second, wallet, CHAIN, CHAIN_ID, 'boost', 'BGT', detail=split, needs=claim)]
    if leave:
        times = iter(run.slots(rng, exit_day, 2 * len(vaults)))
        for name, (_, stake, amount) in stakes.items():
            out = Step(next(times), wallet, CHAIN, CHAIN_ID, 'leave-vault', COIN, detail=name, needs=stake)
            steps += [out, Step(next(times), wallet, CHAIN, CHAIN_ID, 'remove-liquidity', COIN, returns=amount,
                                detail=name, needs=out)]
    return steps


def build(config, run):
    limit = config.whole('maxFeePercentOfClaim', 1, 50)
    vaults = [read_vault(item, run, limit) for item in config.items('vaults')]
    if sum(vault['percent'] for vault in vaults) > 100:
        raise ConfigError('config.vaults: the percentages add up to more than 100')
    if len({vault['name'] for vault in vaults}) < len(vaults):
        raise ConfigError('config.vaults: the same name appears twice')
    split, leave = read_validators(config), config.flag('leaveAtEnd')
    steps = [step for wallet in run.wallets for step in plan_wallet(run, wallet, vaults, split, leave)]
    notes = ['Claim rhythm from your fee and reward numbers:']
    notes += [f'  {vault["name"]}: every {vault["every"]} days' for vault in vaults]
    return steps, notes + ['The plan shows when to claim. Real rewards change daily; update the numbers and plan again.']


if __name__ == '__main__':
    main('berachain', 'Berachain Vault Farmer', '1.1.0', CHAIN, build)
