"""LayerZero Route Planner: round trips of one asset over several networks. Offline, signs nothing."""
from __future__ import annotations

import re

from planner import ConfigError, Step, from_micro, main

# network: (chain id in wallets, LayerZero V2 endpoint id)
NETWORKS = {
    'ethereum': (1, 30101),
    'bnb': (56, 30102),
    'avalanche': (43114, 30106),
    'polygon': (137, 30109),
    'arbitrum': (42161, 30110),
    'optimism': (10, 30111),
    'solana': ('solana:mainnet', 30168),
    'base': (8453, 30184),
}
BASE58 = re.compile(r'[1-9A-HJ-NP-Za-km-z]{32,44}')


def wallet_fields(item):
    solana = item.text('solanaAddress', None)
    if solana and not BASE58.fullmatch(solana):
        raise ConfigError(f'{item.where}.solanaAddress: not a public Solana address (base58)')
    return {'solana': solana}


def read_networks(config):
    fees = {}
    for item in config.items('networks', least=3):
        name = item.text('name', options=tuple(NETWORKS))
        if name in fees:
            raise ConfigError(f'{item.where}.name: {name} appears twice')
        fees[name] = item.amount('messageFeeUsd')
    return fees


def route(rng, home, reachable, fees, hops, cap):
    """A loop home -> ... -> home that never turns straight back and keeps the way home within the fee cap."""
    path, spent = [home], 0
    while len(path) < hops:
        back = path[-2] if len(path) > 1 else None
        affordable = {
            name: 1 for name in reachable
            if name not in (path[-1], back, home) and spent + fees[path[-1]] + fees[name] <= cap
        }
        if not affordable:
            break
        spent += fees[path[-1]]
        path.append(rng.pick(affordable))
    if len(path) == 1:
        return [], 0
    return [*path, home], spent + fees[path[-1]]


def build(config, run):
    fees = read_networks(config)
    home = config.text('home', options=tuple(fees))
    asset = config.text('asset')
    hops = config.pair('hopsPerRoute', 2, 12)
    wanted = config.whole('routesPerWallet', 1, 20)
    pause = config.whole('daysBetweenHops', 1, 30)
    cap = config.amount('maxFeeUsdPerRoute')
    steps, lanes, notes = [], {}, []
    for wallet in run.wallets:
        rng = run.rng('layerzero', wallet.label)
        reachable = [name for name in fees if name != 'solana' or wallet.more['solana']]
        day, total = 0, 0
        for number in range(1, wanted + 1):
            path, cost = route(rng, home, reachable, fees, rng.between(*hops), cap)
            if not path or day + (len(path) - 2) * pause >= run.days:
                break
            amount, needs = wallet.budget, None
            total += cost
            for source, target in zip(path, path[1:]):
                sender = wallet.more['solana'] if source == 'solana' else wallet.address
                arrival = f' to {wallet.more["solana"]}' if target == 'solana' else ''
                step = Step(run.slots(rng, day, 1)[0], wallet, source, NETWORKS[source][0], 'send', asset, amount,
                            amount, f'route {number}: {source} to {target} (endpoint {NETWORKS[target][1]}){arrival}, '
                            f'message fee about ${fees[source] / 1e6:.2f}', needs, target, sender, fee=0)
                steps.append(step)
                lanes[f'{source} > {target}'] = lanes.get(f'{source} > {target}', 0) + 1
                needs, day = step, day + pause
        notes.append(f'{wallet.label}: message fees about ${from_micro(total)[:-4]} by your table, paid in native coins')
    notes.append('Lanes: ' + ', '.join(f'{lane} {lanes[lane]}' for lane in sorted(lanes)))
    return steps, notes


if __name__ == '__main__':
    # Balance and reserve are checked on the home network, where each wallet's asset starts.
    main('layerzero', 'LayerZero Route Planner', '1.0.0', lambda config: config.text('home'), build, wallet_fields)
