"""Run scheduler: merges the plans of several Windfall scripts into one agenda. Offline, signs nothing.

It reads plan.csv files, finds actions of one wallet that are too close together, moves the later one, keeps what
depends on it behind it, and writes one agenda with a daily limit per wallet.
"""
from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

from lease import require_lease
from planner import ConfigError, load_config, stamp, write_csv, write_text

VERSION = '1.0.0'
NEEDED = ('step', 'at', 'wallet', 'address', 'chain', 'action', 'amount', 'asset', 'status', 'needs')


@dataclass
class Entry:
    plan: str
    step: str
    at: datetime
    wallet: str
    chain: str
    action: str
    amount: str
    needs: str
    planned_for: datetime


def read_plan(name, path):
    try:
        with open(path, encoding='utf-8', newline='') as file:
            reader = csv.DictReader(file)
            missing = [column for column in NEEDED if column not in (reader.fieldnames or [])]
            if missing:
                raise ConfigError(f'{path.name}: the column {missing[0]} is missing; is this a plan.csv?')
            rows = [row for row in reader if row['status'] == 'planned']
    except FileNotFoundError:
        raise ConfigError(f'{path.name}: not found') from None
    entries = []
    for row in rows:
        try:
            at = datetime.strptime(row['at'], '%Y-%m-%dT%H:%M:%SZ').replace(tzinfo=timezone.utc)
        except ValueError:
            raise ConfigError(f'{path.name}: step {row["step"]} has no valid time') from None
        amount = f'{row["amount"]} {row["asset"]}' if float(row['amount']) else ''
        entries.append(Entry(name, row['step'], at, row['address'].lower(), row['chain'], row['action'], amount,
                             row['needs'], at))
    return entries


def merge(entries, gap, hours, per_day):
    """Goes through all entries in time order and gives each the first free time at or after its own."""
    placed, last, count = {}, {}, {}
    for entry in sorted(entries, key=lambda item: (item.at, item.plan, int(item.step))):
        at = entry.at
        if entry.wallet in last:
            at = max(at, last[entry.wallet] + gap)
        if entry.needs and (entry.plan, entry.needs) in placed:
            at = max(at, placed[(entry.plan, entry.needs)] + gap)
        while True:
            midnight = at.replace(hour=0, minute=0, second=0)
            if at < midnight + timedelta(hours=hours[0]):
                at = midnight + timedelta(hours=hours[0])
            full = count.get((entry.wallet, midnight), 0) >= per_day
            if not full and at < midnight + timedelta(hours=hours[1]):
                break
            at = midnight + timedelta(days=1, hours=hours[0])
        entry.at = at
        placed[(entry.plan, entry.step)] = last[entry.wallet] = at
        count[(entry.wallet, midnight)] = count.get((entry.wallet, midnight), 0) + 1
    return sorted(entries, key=lambda item: (item.at, item.wallet))


def agenda(entries, names):
    lines, day = [], None
    for entry in entries:
        if entry.at.date() != day:
            day = entry.at.date()
            lines += ['', day.strftime('%a %Y-%m-%d')]
        moved = f'  (was {stamp(entry.planned_for)})' if entry.at != entry.planned_for else ''
        what = ' '.join(part for part in (entry.action, entry.amount) if part)
        lines.append(f'  [ ] {entry.at:%H:%M}  {names[entry.wallet]}  {entry.chain}: {what}  <{entry.plan} #{entry.step}>{moved}')
    return lines


def main():
    parser = argparse.ArgumentParser(description=f'Run scheduler {VERSION}. Merges plans offline.')
    parser.add_argument('--config', default='config.json')
    parser.add_argument('--out', default='out')
    options = parser.parse_args()
    require_lease('premium')
    try:
        config = load_config(options.config)
        base = Path(options.config).resolve().parent
        entries = []
        for item in config.items('plans'):
            entries += read_plan(item.text('name'), base / item.text('file'))
        if len({(entry.plan, entry.step) for entry in entries}) < len(entries):
            raise ConfigError('config.plans: two plans have the same name')
        names = {item.text('address').lower(): item.text('label') for item in config.items('wallets')}
        gap = timedelta(minutes=config.whole('minGapMinutes', 1, 720))
        hours = config.pair('hoursUtc', 0, 24)
        per_day = config.whole('maxActionsPerDay', 1, 500)
        config.finish()
        if hours[0] == hours[1]:
            raise ConfigError('config.hoursUtc: the two hours must differ')
        unknown = sorted({entry.wallet for entry in entries} - set(names))
        if unknown:
            raise ConfigError(f'config.wallets: no label for {unknown[0]}')
        if not entries:
            raise ConfigError('config.plans: these files hold no planned step')
    except ConfigError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    entries = merge(entries, gap, hours, per_day)
    moved = sum(entry.at != entry.planned_for for entry in entries)
    lines = [f'Run scheduler {VERSION} - {len(entries)} actions, {moved} moved, nothing was signed or sent']
    lines += agenda(entries, names)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    write_csv(out / 'agenda.csv', [
        {'at': stamp(entry.at), 'wallet': names[entry.wallet], 'chain': entry.chain, 'action': entry.action,
         'amount': entry.amount, 'plan': entry.plan, 'step': entry.step, 'plannedFor': stamp(entry.planned_for)}
        for entry in entries])
    write_text(out / 'agenda.txt', '\n'.join(lines) + '\n')
    print('\n'.join(lines))


if __name__ == '__main__':
    main()
