"""Wallet Health Checker: checks public addresses and explorer exports you already have. Offline, read-only."""
from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from pathlib import Path

from lease import require_lease
from planner import ConfigError, iso_day, load_config, write_csv, write_text

VERSION = '1.0.0'
UNLIMITED = 2**255
SEVERITY = {'high': 0, 'medium': 1, 'info': 2}
BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
LANES = 2**64 - 1


def rotate(value, by):
    return ((value << by) | (value >> (64 - by))) & LANES if by else value


def keccak_f(state):
    """The permutation Keccak-f[1600] of FIPS 202, section 3, on a 5 x 5 array of 64-bit lanes."""
    register = 1
    for _ in range(24):
        columns = [state[x][0] ^ state[x][1] ^ state[x][2] ^ state[x][3] ^ state[x][4] for x in range(5)]
        for x in range(5):
            mixed = columns[x - 1] ^ rotate(columns[(x + 1) % 5], 1)
            state[x] = [lane ^ mixed for lane in state[x]]
        x, y, lane = 1, 0, state[1][0]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            lane, state[x][y] = state[x][y], rotate(lane, (step + 1) * (step + 2) // 2 % 64)
        for y in range(5):
            line = [state[x][y] for x in range(5)]
            for x in range(5):
                state[x][y] = line[x] ^ (~line[(x + 1) % 5] & LANES & line[(x + 2) % 5])
        for power in range(7):
            if register & 1:
                state[0][0] ^= 1 << (2**power - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)


def keccak256(data):
    """Keccak-256 as Ethereum uses it (padding byte 01), which differs from SHA3-256 of hashlib."""
    rate, state = 136, [[0] * 5 for _ in range(5)]
    padded = bytearray(data + b'\x01' + bytes(-(len(data) + 1) % rate))
    padded[-1] |= 0x80
    for first in range(0, len(padded), rate):
        for place in range(rate // 8):
            word = padded[first + 8 * place:first + 8 * place + 8]
            state[place % 5][place // 5] ^= int.from_bytes(word, 'little')
        keccak_f(state)
    return b''.join(state[place % 5][place // 5].to_bytes(8, 'little') for place in range(4))


def checksummed(address):
    """The mixed-case form of EIP-55: a letter is upper case where the hash of the lower-case text has a digit >= 8."""
    plain = address[2:].lower()
    marks = keccak256(plain.encode()).hex()
    return '0x' + ''.join(char.upper() if int(mark, 16) >= 8 else char for char, mark in zip(plain, marks))


def kind_of(address):
    if re.fullmatch(r'0x[0-9a-fA-F]{40}', address):
        return 'evm'
    if 32 <= len(address) <= 44 and all(char in BASE58 for char in address):
        number = 0
        for char in address:
            number = number * 58 + BASE58.index(char)
        zeros = len(address) - len(address.lstrip('1'))
        if zeros + (number.bit_length() + 7) // 8 == 32:
            return 'solana'
    return 'unknown'


def looks_alike(first, second):
    """Same first and last four characters, yet another address: the pattern of address poisoning."""
    one, two = first.lower(), second.lower()
    return one != two and one[:6] == two[:6] and one[-4:] == two[-4:]


def read_rows(path, columns, base):
    if path is None:
        return []
    try:
        with open(base / path, encoding='utf-8', newline='') as file:
            reader = csv.DictReader(file)
            missing = [name for name in columns if name not in (reader.fieldnames or [])]
            if missing:
                raise ConfigError(f'{path}: the column {missing[0]} is missing; expected {", ".join(columns)}')
            return list(reader)
    except FileNotFoundError:
        raise ConfigError(f'{path}: not found') from None


def check_addresses(wallets):
    seen = {}
    for label, address in wallets:
        kind = kind_of(address)
        if kind == 'unknown':
            yield label, 'high', 'format', f'{address} is neither an EVM nor a Solana address'
        elif kind == 'evm' and address[2:] not in (address[2:].lower(), address[2:].upper()) and checksummed(address) != address:
            yield label, 'high', 'checksum', f'mixed-case checksum is wrong: a character may be mistyped in {address}'
        elif kind == 'evm' and checksummed(address) != address:
            yield label, 'info', 'checksum', f'written without a checksum; the safe form is {checksummed(address)}'
        name = address.lower() if kind == 'evm' else address
        if name in seen:
            yield label, 'medium', 'duplicate', f'same address as {seen[name]}'
        seen.setdefault(name, label)


def check_activity(wallets, activity, today, quiet_days):
    for label, address in wallets:
        mine = [item for item in activity if item['wallet'] == label]
        dates = [iso_day(item['date'], 'activity date') for item in mine]
        if dates and (today - max(dates)).days > quiet_days:
            yield label, 'info', 'quiet', f'no activity for {(today - max(dates)).days} days'
        trusted = {item['counterparty'] for item in mine if item['direction'] == 'out'} | {own for _, own in wallets}
        for item in mine:
            twin = next((known for known in sorted(trusted) if looks_alike(known, item['counterparty'])), None)
            if twin and item['direction'] == 'in':
                yield label, 'high', 'look-alike', f'{item["counterparty"]} imitates {twin}; do not copy it from your history'


def check_approvals(approvals, labels, today, stale_days):
    for item in approvals:
        label = item['wallet']
        if label not in labels:
            raise ConfigError(f'approvals: unknown wallet {label}')
        age = (today - iso_day(item['date'], 'approval date')).days
        if not item['amount'].isdigit():
            raise ConfigError(f'approvals: amount {item["amount"]!r} is not a whole number of base units')
        if int(item['amount']) >= UNLIMITED:
            yield label, 'high' if age > stale_days else 'medium', 'approval', \
                f'unlimited {item["token"]} for {item["spender"]}, {age} days old'
        elif int(item['amount']) and age > stale_days:
            yield label, 'info', 'approval', f'{item["token"]} allowance for {item["spender"]} still open after {age} days'


def main():
    parser = argparse.ArgumentParser(description=f'Wallet Health Checker {VERSION}. Public addresses only, offline.')
    parser.add_argument('--config', default='config.json')
    parser.add_argument('--out', default='out')
    options = parser.parse_args()
    require_lease('wallet-health')
    try:
        config = load_config(options.config)
        base = Path(options.config).resolve().parent
        today = config.day('asOf')
        wallets = [(item.text('label'), item.text('address')) for item in config.items('wallets')]
        activity = read_rows(config.text('activityCsv', None), ['wallet', 'date', 'direction', 'counterparty'], base)
        approvals = read_rows(config.text('approvalsCsv', None), ['wallet', 'date', 'token', 'spender', 'amount'], base)
        quiet, stale = config.whole('quietAfterDays', 1, 3650), config.whole('approvalStaleAfterDays', 1, 3650)
        config.finish()
        found = [*check_addresses(wallets), *check_activity(wallets, activity, today, quiet),
                 *check_approvals(approvals, {label for label, _ in wallets}, today, stale)]
    except ConfigError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    found.sort(key=lambda item: (SEVERITY[item[1]], item[0]))
    rows = [dict(zip(('wallet', 'severity', 'check', 'finding'), item)) for item in found]
    lines = [f'Wallet Health Checker {VERSION} - {len(wallets)} addresses, {len(activity)} transfers, {len(approvals)} approvals', '']
    lines += [f'{row["severity"]:<6}  {row["wallet"]}: {row["finding"]}' for row in rows] or ['Nothing found.']
    clean = [label for label, _ in wallets if label not in {row['wallet'] for row in rows}]
    lines += ['', f'Without findings: {", ".join(clean) or "none"}']
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    if rows:
        write_csv(out / 'report.csv', rows)
    write_text(out / 'report.json', json.dumps({'version': VERSION, 'findings': rows}, indent=2) + '\n')
    write_text(out / 'summary.txt', '\n'.join(lines) + '\n')
    print('\n'.join(lines))


if __name__ == '__main__':
    main()
