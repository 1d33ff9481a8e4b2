"""Planning core of the Windfall scripts: config checks, seeded randomness, time slots, simulation, output.

It works offline: it opens no connection, signs nothing and sends nothing. Only `lease.py` can open one, where you add
a licence.json. Amounts are whole millionths of a token (micro) inside and decimal text outside, so that no rounding
error creeps into a plan.
"""
from __future__ import annotations

import argparse
import csv
import hashlib
import json
import re
import sys
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path

from lease import require_lease

MICRO = 1_000_000
REQUIRED = object()


class ConfigError(Exception):
    """The configuration cannot be used; the message names the field and what to write instead."""


def to_micro(text, where):
    if not isinstance(text, str) or not re.fullmatch(r'\d{1,9}(\.\d{1,6})?', text):
        raise ConfigError(f'{where}: write an amount as text with at most 6 decimals, for example "0.25"')
    whole, _, fraction = text.partition('.')
    return int(whole) * MICRO + int(fraction.ljust(6, '0') or 0)


def from_micro(value):
    sign, value = ('-', -value) if value < 0 else ('', value)
    return f'{sign}{value // MICRO}.{value % MICRO:06d}'


def evm_address(value, where):
    if not isinstance(value, str) or not re.fullmatch(r'0x[0-9a-fA-F]{40}', value):
        raise ConfigError(f'{where}: not a public EVM address (0x and 40 hexadecimal digits)')
    return value


def iso_day(value, where):
    try:
        return datetime.strptime(str(value), '%Y-%m-%d').replace(tzinfo=timezone.utc)
    except ValueError:
        raise ConfigError(f'{where}: write a date as YYYY-MM-DD') from None


class Config:
    """One JSON object that knows its place in the file; a field nobody asked for is an error (finish)."""

    def __init__(self, data, where='config'):
        if not isinstance(data, dict):
            raise ConfigError(f'{where}: expected an object in braces')
        self.data, self.where, self.used, self.children = data, where, set(), []

    def raw(self, name, default=REQUIRED):
        self.used.add(name)
        if name in self.data:
            return self.data[name]
        if default is REQUIRED:
            raise ConfigError(f'{self.where}.{name}: missing')
        return default

    def text(self, name, default=REQUIRED, options=None):
        value = self.raw(name, default)
        if value is default and name not in self.data:
            return value
        if not isinstance(value, str) or not value.strip():
            raise ConfigError(f'{self.where}.{name}: expected text')
        if options and value not in options:
            raise ConfigError(f'{self.where}.{name}: choose one of {", ".join(options)}')
        return value

    def whole(self, name, low, high, default=REQUIRED):
        value = self.raw(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ConfigError(f'{self.where}.{name}: expected a whole number from {low} to {high}')
        return value

    def flag(self, name, default=REQUIRED):
        value = self.raw(name, default)
        if not isinstance(value, bool):
            raise ConfigError(f'{self.where}.{name}: expected true or false')
        return value

    def amount(self, name, default=REQUIRED):
        return to_micro(self.raw(name, default), f'{self.where}.{name}')

    def day(self, name, default=REQUIRED):
        return iso_day(self.raw(name, default), f'{self.where}.{name}')

    def pair(self, name, low, high, default=REQUIRED):
        value = self.raw(name, default)
        good = isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)
        if not good or not low <= value[0] <= value[1] <= high:
            raise ConfigError(f'{self.where}.{name}: expected [from, to], whole numbers from {low} to {high}')
        return value[0], value[1]

    def child(self, name):
        inner = Config(self.raw(name), f'{self.where}.{name}')
        self.children.append(inner)
        return inner

    def items(self, name, least=1):
        value = self.raw(name)
        if not isinstance(value, list) or len(value) < least:
            raise ConfigError(f'{self.where}.{name}: expected a list with at least {least} entries')
        found = [Config(item, f'{self.where}.{name}[{place}]') for place, item in enumerate(value)]
        self.children.extend(found)
        return found

    def finish(self):
        for name in self.data:
            if name not in self.used and not name.startswith('_'):
                raise ConfigError(f'{self.where}.{name}: unknown field (start a name with _ to keep a note)')
        for inner in self.children:
            inner.finish()


def load_config(path):
    try:
        return Config(json.loads(Path(path).read_text(encoding='utf-8')))
    except FileNotFoundError:
        raise ConfigError(f'{path}: not found; copy config.example.json to config.json and edit it') from None
    except json.JSONDecodeError as error:
        raise ConfigError(f'{path}: not valid JSON (line {error.lineno}: {error.msg})') from None


class Rng:
    """SHA-256 over a counter: the same seed gives the same plan on every machine and Python version."""

    def __init__(self, *scope):
        self.scope, self.count = '/'.join(str(part) for part in scope), 0

    def random(self):
        digest = hashlib.sha256(f'{self.scope}#{self.count}'.encode()).digest()
        self.count += 1
        return int.from_bytes(digest[:6], 'big') / 2**48

    def between(self, low, high):
        return low + int(self.random() * (high - low + 1))

    def pick(self, weights):
        """One key of a {choice: weight} dict."""
        mark = self.random() * sum(weights.values())
        for choice, weight in weights.items():
            mark -= weight
            if mark < 0:
                return choice
        return list(weights)[-1]

    def sample(self, items, count):
        pool = list(items)
        return [pool.pop(self.between(0, len(pool) - 1)) for _ in range(min(count, len(pool)))]


@dataclass
class Wallet:
    label: str
    address: str
    balance: int
    budget: int
    more: dict = field(default_factory=dict)

    def take(self, rng, low_percent, high_percent):
        """A random share of what the budget still holds, cut to whole hundred-micro units and taken off it."""
        share = self.budget * rng.between(low_percent * 100, high_percent * 100) // 10_000 // 100 * 100
        self.budget -= share
        return share


@dataclass
class Step:
    at: datetime
    wallet: Wallet
    chain: str
    chain_id: object
    action: str
    asset: str
    amount: int = 0
    returns: int = 0
    detail: str = ''
    needs: Step | None = None
    lands_on: str = ''
    sender: str = ''
    fee: int | None = None
    number: int = 0
    status: str = 'planned'
    reason: str = ''
    balance: int = 0


class Run:
    """What every plan has: dates, hours, pacing, fee assumption, reserve and the wallets."""

    def __init__(self, config, seed, address, wallet_fields):
        self.seed = seed or config.text('seed')
        config.raw('seed', '')
        self.start = config.day('start')
        self.days = config.whole('days', 1, 366)
        self.hours = config.pair('hoursUtc', 0, 24)
        if self.hours[0] == self.hours[1]:
            raise ConfigError('config.hoursUtc: the two hours must differ')
        self.gap = config.whole('minGapMinutes', 0, 720)
        self.reserve = config.amount('reserve')
        self.fee = config.amount('feePerAction')
        self.wallets = []
        for item in config.items('wallets'):
            wallet = Wallet(
                item.text('label'),
                address(item.raw('address'), f'{item.where}.address'),
                item.amount('balance'),
                item.amount('budget'),
            )
            wallet.more = wallet_fields(item) if wallet_fields else {}
            if wallet.budget > wallet.balance:
                raise ConfigError(f'{item.where}.budget: larger than the balance')
            self.wallets.append(wallet)
        for name in ('label', 'address'):
            seen = [getattr(wallet, name).lower() for wallet in self.wallets]
            if len(set(seen)) < len(seen):
                raise ConfigError(f'config.wallets: the same {name} appears twice')

    def rng(self, *scope):
        return Rng(self.seed, *scope)

    def slots(self, rng, day, count, gap=None):
        """`count` random times of one day inside the allowed hours, never closer than the gap."""
        gap = (self.gap if gap is None else gap) * 60
        slack = (self.hours[1] - self.hours[0]) * 3600 - 1 - gap * (count - 1)
        if slack < 0:
            raise ConfigError(f'config: {count} actions with a {gap // 60} minute gap do not fit into hoursUtc')
        offsets = sorted(int(rng.random() * slack) for _ in range(count))
        first = self.start + timedelta(days=day, hours=self.hours[0])
        return [first + timedelta(seconds=offset + place * gap) for place, offset in enumerate(offsets)]


def spread(steps, run):
    """Moves steps later where needed: every wallet keeps the gap and the allowed hours, the order stays."""
    last = {}
    for step in sorted(steps, key=lambda step: step.at):
        before = last.get(step.wallet.label)
        at = step.at if before is None else max(step.at, before + timedelta(minutes=run.gap))
        midnight = at.replace(hour=0, minute=0, second=0)
        if at < midnight + timedelta(hours=run.hours[0]):
            at = midnight + timedelta(hours=run.hours[0])
        elif at >= midnight + timedelta(hours=run.hours[1]):
            at = midnight + timedelta(days=1, hours=run.hours[0])
        step.at = last[step.wallet.label] = at


def simulate(steps, run, home):
    """Walks the plan in time order with the balances you entered; marks steps that could not be paid."""
    order = {wallet.label: place for place, wallet in enumerate(run.wallets)}
    steps.sort(key=lambda step: (step.at, order[step.wallet.label]))
    balances = {(wallet.label, home): wallet.balance for wallet in run.wallets}
    for number, step in enumerate(steps, 1):
        step.number = number
        step.fee = run.fee if step.fee is None else step.fee
        place = (step.wallet.label, step.chain)
        left = balances.get(place, 0) - step.amount - step.fee
        floor = run.reserve if step.amount and step.chain == home else 0
        if step.needs and step.needs.status != 'planned':
            step.status, step.reason = 'skipped', f'needs step {step.needs.number}, which is skipped'
        elif left < floor:
            step.status, step.reason = 'skipped', f'would leave {from_micro(left)}, below {from_micro(floor)}'
        else:
            balances[place] = left
            lands = (step.wallet.label, step.lands_on or step.chain)
            balances[lands] = balances.get(lands, 0) + step.returns
        step.balance = balances.get(place, 0)


def stamp(moment):
    return moment.strftime('%Y-%m-%dT%H:%M:%SZ')


def row(step):
    return {
        'step': step.number,
        'at': stamp(step.at),
        'wallet': step.wallet.label,
        'address': step.sender or step.wallet.address,
        'chain': step.chain,
        'chainId': step.chain_id,
        'action': step.action,
        'detail': step.detail,
        'amount': from_micro(step.amount),
        'asset': step.asset,
        'returns': from_micro(step.returns),
        'fee': from_micro(step.fee),
        'balanceAfter': from_micro(step.balance),
        'status': step.status,
        'reason': step.reason,
        'needs': step.needs.number if step.needs else '',
    }


def intent(step):
    """What you still have to review, complete and sign in your own wallet. It carries no contract and no call."""
    return {
        'step': step.number,
        'from': step.sender or step.wallet.address,
        'chainId': step.chain_id,
        'action': step.action,
        'detail': step.detail,
        'amount': from_micro(step.amount),
        'asset': step.asset,
        'notBefore': stamp(step.at),
        'needs': step.needs.number if step.needs else None,
        'signed': False,
    }


def summarise(title, version, run, steps, notes):
    lines = [f'{title} {version} - dry run, nothing was signed or sent', f'Seed {run.seed}, {run.days} days', '']
    for wallet in run.wallets:
        mine = [step for step in steps if step.wallet is wallet]
        planned = [step for step in mine if step.status == 'planned']
        moved, fees = sum(step.amount for step in planned), sum(step.fee for step in planned)
        assets = '/'.join(sorted({step.asset for step in planned if step.amount})) or '-'
        lines.append(
            f'{wallet.label}: {len(planned)} planned, {len(mine) - len(planned)} skipped, '
            f'moved {from_micro(moved)} {assets} in total, assumed fees {from_micro(fees)}'
        )
    counts = {}
    for step in steps:
        counts[step.action] = counts.get(step.action, 0) + 1
    lines += ['', 'By action: ' + ', '.join(f'{name} {counts[name]}' for name in sorted(counts))]
    return '\n'.join(lines + ([''] + notes if notes else [])) + '\n'


def write_text(path, text):
    path.write_bytes(text.encode('utf-8'))


def write_csv(path, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)


def main(product, title, version, home, build, wallet_fields=None, address=evm_address, paced=True):
    """Command line of a planner. build(config, run) returns (steps, notes for the summary).

    `home` is the network that holds the opening balances: its name, or a function that reads it from the config.
    `paced=False` keeps the times of build as they are (bursts have their own spacing).
    """
    parser = argparse.ArgumentParser(description=f'{title} {version}. Plans and simulates offline; never signs or sends.')
    parser.add_argument('--config', default='config.json', help='your configuration (default: config.json)')
    parser.add_argument('--out', default='out', help='folder for the results (default: out)')
    parser.add_argument('--seed', help='use this seed instead of the one in the configuration')
    parser.add_argument('--export', action='store_true', help='also write intents.json, unsigned, for your own wallet')
    parser.add_argument('--version', action='version', version=version)
    options = parser.parse_args()
    require_lease(product)
    try:
        config = load_config(options.config)
        run = Run(config, options.seed, address, wallet_fields)
        home = home(config) if callable(home) else home
        steps, notes = build(config, run)
        config.finish()
        if not steps:
            raise ConfigError('config: these settings plan nothing; raise the budget or the number of days')
    except ConfigError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    if paced:
        spread(steps, run)
    simulate(steps, run, home)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    rows = [row(step) for step in steps]
    write_csv(out / 'plan.csv', rows)
    head = {'product': title, 'version': version, 'seed': run.seed, 'mode': 'dry-run', 'start': stamp(run.start)}
    write_text(out / 'plan.json', json.dumps({**head, 'days': run.days, 'steps': rows}, indent=2) + '\n')
    log = [f"{r['at']} dry-run #{r['step']} {r['wallet']} {r['chain']} {r['action']} {r['amount']} {r['asset']} "
           f"{r['status']} balance {r['balanceAfter']} {r['reason']}".rstrip() for r in rows]
    write_text(out / 'run-log.txt', '\n'.join(log) + '\n')
    summary = summarise(title, version, run, steps, notes)
    write_text(out / 'summary.txt', summary)
    print(summary, end='')
    if options.export:
        intents = [intent(step) for step in steps if step.status == 'planned']
        write_text(out / 'intents.json', json.dumps({'signed': False, 'intents': intents}, indent=2) + '\n')
        print(f'\nExported {len(intents)} unsigned intents. Review each one and sign it in your own wallet.')
