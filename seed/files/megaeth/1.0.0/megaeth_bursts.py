"""MegaETH Burst Planner: short bursts of small testnet transactions with nonces. Offline, signs nothing."""
from __future__ import annotations

from datetime import timedelta

from planner import ConfigError, Step, main

CHAIN, COIN = 'megaeth-testnet', 'ETH'
ACTIONS = ('swap', 'transfer-to-self', 'mint-nft', 'contract-call', 'vote')


def read_mix(config):
    mix = config.child('mix')
    weights = {name: mix.whole(name, 0, 100, 0) for name in ACTIONS}
    if not sum(weights.values()):
        raise ConfigError('config.mix: give at least one action a weight above 0')
    return weights


def burst(rng, first, size, spacing):
    """Start times of one burst: `size` transactions, `spacing` seconds apart on average, at least 1 second."""
    at, times = first, []
    for _ in range(size):
        times.append(at)
        at += timedelta(seconds=max(1, rng.between(spacing[0], spacing[1])))
    return times


def build(config, run):
    chain_id = config.whole('chainId', 1, 2**31)
    per_day = config.pair('burstsPerDay', 0, 24)
    size = config.pair('transactionsPerBurst', 1, 200)
    spacing = config.pair('secondsBetween', 1, 600)
    most = config.whole('maxTransactionsPerDay', 1, 2000)
    micro = config.pair('amountMicro', 1, 1_000_000)
    weights = read_mix(config)
    if size[1] * spacing[1] > run.gap * 60:
        raise ConfigError('config.minGapMinutes: shorter than the longest burst; bursts of one day would overlap')
    steps, notes = [], []
    for wallet in run.wallets:
        rng = run.rng('megaeth', wallet.label)
        nonce, bursts, cut = wallet.more['nonce'], 0, 0
        for day in range(run.days):
            today, count = 0, rng.between(*per_day)
            for first in run.slots(rng, day, count) if count else []:
                wanted = rng.between(*size)
                allowed = min(wanted, most - today)
                cut += wanted - allowed
                bursts += allowed > 0
                for place, at in enumerate(burst(rng, first, allowed, spacing), 1):
                    action = rng.pick(weights)
                    amount = rng.between(*micro) if action in ('swap', 'transfer-to-self', 'contract-call') else 0
                    if amount > wallet.budget:
                        amount, action = 0, 'vote'
                    wallet.budget -= 0 if action == 'transfer-to-self' else amount
                    back = amount if action == 'transfer-to-self' else 0
                    steps.append(Step(at, wallet, CHAIN, chain_id, action, COIN, amount, back,
                                      f'nonce {nonce}, burst {bursts} #{place}'))
                    nonce += 1
                today += allowed
        notes.append(f'{wallet.label}: {bursts} bursts, nonces {wallet.more["nonce"]} to {nonce - 1}'
                     + (f', {cut} cut by the daily limit' if cut else ''))
    return steps, notes + ['A skipped step leaves a hole in the nonces: plan again before you sign anything after it.']


if __name__ == '__main__':
    main('megaeth', 'MegaETH Burst Planner', '1.0.0', CHAIN, build, paced=False,
         wallet_fields=lambda item: {'nonce': item.whole('nonce', 0, 2**31)})
