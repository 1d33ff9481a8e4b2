"""Starknet Account Planner: bundles calls into multicalls per account. Offline, signs nothing."""
from __future__ import annotations

import re

from planner import ConfigError, Step, from_micro, main

CHAIN, CHAIN_ID, COIN = 'starknet', 'SN_MAIN', 'STRK'
HIGHEST_ADDRESS = 2**251

# What one transaction of an account may bundle: approve is added where a call spends a token.
CALLS = {
    'swap': ('approve', 'swap'),
    'add-liquidity': ('approve', 'approve', 'add-liquidity'),
    'lend': ('approve', 'deposit'),
    'stake': ('approve', 'enter-pool'),
    'mint-nft': ('mint',),
    'vote': ('vote',),
}
SPENDING = {name for name, parts in CALLS.items() if 'approve' in parts}


def felt_address(value, where):
    """The one canonical form: leading zeros count for nothing on Starknet, so 0x1 and 0x01 are one account."""
    if not isinstance(value, str) or not re.fullmatch(r'0x[0-9a-fA-F]{1,64}', value):
        raise ConfigError(f'{where}: not a Starknet account address (0x and up to 64 hexadecimal digits)')
    number = int(value, 16)
    if not 0 < number < HIGHEST_ADDRESS:
        raise ConfigError(f'{where}: outside the address range of Starknet')
    return f'0x{number:064x}'


def bundle(rng, allowed, size):
    """`size` different actions for one transaction, cheapest position last so that approvals come first."""
    chosen = rng.sample(allowed, size)
    return sorted(chosen, key=lambda name: name not in SPENDING)


def build(config, run):
    allowed = config.raw('actions')
    if not isinstance(allowed, list) or not allowed or any(name not in list(CALLS) for name in allowed):
        raise ConfigError(f'config.actions: a list out of {", ".join(CALLS)}')
    per_week = config.whole('transactionsPerWeek', 1, 28)
    size = config.pair('callsPerTransaction', 1, len(CALLS))
    share = config.pair('percentPerCall', 1, 50)
    fee_per_call = config.amount('extraFeePerCall')
    steps, saved = [], 0
    for wallet in run.wallets:
        rng = run.rng('starknet', wallet.label)
        deploy = None
        if not wallet.more['deployed']:
            deploy = Step(run.slots(rng, 0, 1)[0], wallet, CHAIN, CHAIN_ID, 'deploy-account', COIN,
                          detail='your wallet app does this with the first transaction')
            steps.append(deploy)
        for first in range(0 if deploy is None else 1, run.days, 7):
            week = range(first, min(first + 7, run.days))
            count = -(-per_week * len(week) // 7)
            by_day = [rng.between(week[0], week[-1]) for _ in range(count)]
            for day in sorted(set(by_day)):
                for at in run.slots(rng, day, by_day.count(day)):
                    names = bundle(rng, allowed, rng.between(*size))
                    amounts = {name: wallet.take(rng, *share) for name in names if name in SPENDING}
                    names = [name for name in names if name not in SPENDING or amounts[name]]
                    if not names:
                        continue
                    calls = [part for name in names for part in CALLS[name]]
                    parts = ', '.join(f'{name} {from_micro(amounts[name])}' if name in amounts else name for name in names)
                    steps.append(Step(at, wallet, CHAIN, CHAIN_ID, 'multicall' if len(calls) > 1 else names[0], COIN,
                                      sum(amounts.values()), detail=f'{parts} ({len(calls)} calls: {" + ".join(calls)})',
                                      needs=deploy, fee=run.fee + fee_per_call * (len(calls) - 1)))
                    saved += (len(calls) - 1) * (run.fee - fee_per_call)
    notes = [f'Bundling saves about {from_micro(max(saved, 0))} {COIN} against one transaction per call, by your fee numbers.']
    return steps, notes


if __name__ == '__main__':
    main('starknet', 'Starknet Account Planner', '1.0.0', CHAIN, build, address=felt_address,
         wallet_fields=lambda item: {'deployed': item.flag('deployed', True)})
