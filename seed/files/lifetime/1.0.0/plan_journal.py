"""Plan journal: compares what was planned with what really happened, and what it cost. Offline, read-only.

It reads one or more plan.csv files and your own record of executed transactions, matches them by address, network,
action and time, and writes what was done on time, late, missed or unplanned, with real against assumed fees.
"""
from __future__ import annotations

import argparse
import csv
import sys
from datetime import datetime, timezone
from pathlib import Path

from lease import require_lease
from planner import ConfigError, from_micro, load_config, to_micro, write_csv, write_text

VERSION = '1.0.0'
PLAN = ('step', 'at', 'address', 'chain', 'action', 'amount', 'asset', 'fee', 'status')
DONE = ('at', 'address', 'chain', 'action', 'amount', 'asset', 'fee', 'result', 'tx')


def read_rows(path, columns):
    try:
        with open(path, encoding='utf-8', newline='') as file:
            reader = csv.DictReader(file)
            missing = [name for name in columns if name not in (reader.fieldnames or [])]
            if missing:
                raise ConfigError(f'{path.name}: the column {missing[0]} is missing')
            rows = []
            for number, row in enumerate(reader, 2):
                where = f'{path.name} line {number}'
                try:
                    row['time'] = datetime.strptime(row['at'], '%Y-%m-%dT%H:%M:%SZ').replace(tzinfo=timezone.utc)
                except ValueError:
                    raise ConfigError(f'{where}: write the time as 2026-12-07T09:30:00Z') from None
                row['amountMicro'] = to_micro(row['amount'], f'{where} amount')
                row['feeMicro'] = to_micro(row['fee'], f'{where} fee')
                rows.append(row)
            return rows
    except FileNotFoundError:
        raise ConfigError(f'{path.name}: not found') from None


def match(plans, done, late_hours, window_hours):
    """Pairs every planned step with the nearest free transaction of the same address, network and action."""
    free, lines = list(done), []
    for step in sorted(plans, key=lambda item: item['time']):
        def apart(item, step=step):
            return abs((item['time'] - step['time']).total_seconds()) / 3600

        same = [item for item in free if item['address'].lower() == step['address'].lower()
                and (item['chain'], item['action']) == (step['chain'], step['action']) and apart(item) <= window_hours]
        hit = min(same, key=apart, default=None)
        if hit:
            free.remove(hit)
        hours = (hit['time'] - step['time']).total_seconds() / 3600 if hit else 0
        verdict = 'missed'
        if hit:
            verdict = 'failed' if hit['result'] != 'ok' else 'late' if hours > late_hours else 'on time'
        lines.append(line(step, hit, verdict))
    return lines + [line(None, item, 'unplanned') for item in free]


def line(step, hit, verdict):
    source = step or hit
    return {
        'planned': step['at'] if step else '',
        'done': hit['at'] if hit else '',
        'address': source['address'],
        'chain': source['chain'],
        'action': source['action'],
        'verdict': verdict,
        'asset': source['asset'],
        'plannedAmount': step['amount'] if step else '',
        'doneAmount': hit['amount'] if hit else '',
        'assumedFee': step['fee'] if step else '',
        'realFee': hit['fee'] if hit else '',
        'feeMicro': hit['feeMicro'] if hit else 0,
        'feeGap': hit['feeMicro'] - step['feeMicro'] if step and hit else 0,
        'over': max(0, hit['amountMicro'] - step['amountMicro']) if step and hit else 0,
        'tx': hit['tx'] if hit else '',
    }


def summarise(lines, names):
    text = []
    for address, label in names.items():
        mine = [item for item in lines if item['address'].lower() == address]
        if not mine:
            continue
        verdicts = [item['verdict'] for item in mine]
        counts = ', '.join(f'{name} {verdicts.count(name)}' for name in ('on time', 'late', 'missed', 'failed', 'unplanned'))
        text.append(f'{label}: {counts}')
        for chain in sorted({item['chain'] for item in mine}):
            here = [item for item in mine if item['chain'] == chain]
            paid, gap = sum(item['feeMicro'] for item in here), sum(item['feeGap'] for item in here)
            text.append(f'  {chain}: fees paid {from_micro(paid)}, matched steps cost {from_micro(gap)} more than assumed'
                        if gap >= 0 else f'  {chain}: fees paid {from_micro(paid)}, matched steps cost {from_micro(-gap)} less than assumed')
        for item in mine:
            if item['over']:
                text.append(f'  over plan: {item["action"]} on {item["chain"]} by {from_micro(item["over"])} {item["asset"]}')
    return text


def main():
    parser = argparse.ArgumentParser(description=f'Plan journal {VERSION}. Compares plan and record offline.')
    parser.add_argument('--config', default='config.json')
    parser.add_argument('--out', default='out')
    options = parser.parse_args()
    require_lease('lifetime')
    try:
        config = load_config(options.config)
        base = Path(options.config).resolve().parent
        plans = []
        for item in config.items('plans'):
            plans += [row for row in read_rows(base / item.text('file'), PLAN) if row['status'] == 'planned']
        done = read_rows(base / config.text('executedCsv'), DONE)
        names = {item.text('address').lower(): item.text('label') for item in config.items('wallets')}
        late, window = config.whole('lateAfterHours', 1, 168), config.whole('matchWithinHours', 1, 336)
        config.finish()
        strangers = sorted({row['address'].lower() for row in plans + done} - set(names))
        if strangers:
            raise ConfigError(f'config.wallets: no label for {strangers[0]}')
        if not plans:
            raise ConfigError('config.plans: these files hold no planned step')
    except ConfigError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    lines = match(plans, done, late, window)
    text = [f'Plan journal {VERSION} - {len(plans)} planned steps, {len(done)} executed transactions', '']
    text += summarise(lines, names)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    hidden = ('feeMicro', 'feeGap', 'over')
    write_csv(out / 'journal.csv', [{name: value for name, value in item.items() if name not in hidden} for item in lines])
    write_text(out / 'summary.txt', '\n'.join(text) + '\n')
    print('\n'.join(text))


if __name__ == '__main__':
    main()
