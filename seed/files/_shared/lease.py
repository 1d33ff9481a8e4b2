"""Lets a script run for days while the shop does not answer: keeps a signed lease beside it. Standard library only.

Without a file licence.json nothing here runs, and no connection is opened.
"""
import base64
import hashlib
import hmac
import json
import os
import platform
import sys
import time
from http.client import HTTPException
from pathlib import Path
from urllib import error, request

# What precedes a SHA-256 hash in an RSA signature (RFC 8017, section 9.2).
SHA256_PREFIX = bytes.fromhex('3031300d060960864801650304020105000420')


class LeaseError(Exception):
    pass


def decode(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def read_lease(lease, keys, product, device, now):
    """The claims of a lease that is valid now, for this product and device. `keys` are those of the shop's jwks.json."""
    try:
        head, body, signature = lease.split('.')
        header = json.loads(decode(head))
        if header['alg'] != 'RS256':
            raise LeaseError('The lease has an unknown signature.')
        key = next(key for key in keys if key['kid'] == header['kid'])
        n, e = (int.from_bytes(decode(key[name]), 'big') for name in 'ne')
        size = (n.bit_length() + 7) // 8
        signed = decode(signature)
        if size < 256 or len(signed) != size:
            raise LeaseError('The lease has an unknown signature.')
        digest = SHA256_PREFIX + hashlib.sha256(f'{head}.{body}'.encode()).digest()
        expected = b'\x00\x01' + b'\xff' * (size - len(digest) - 3) + b'\x00' + digest
        # The whole block is compared: code that reads the padding instead can be deceived.
        if not hmac.compare_digest(pow(int.from_bytes(signed, 'big'), e, n).to_bytes(size, 'big'), expected):
            raise LeaseError('The lease was not signed by the shop.')
        claims = json.loads(decode(body))
        expires, owner = claims['exp'], (claims['product'], claims['device'])
        is_over = not now < expires
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
        raise LeaseError('The lease cannot be read, or its key is unknown.') from None
    if owner != (product, device):
        raise LeaseError('The lease is for another product or device.')
    if is_over:
        raise LeaseError(f'The lease ended on {day(expires)}.')
    return claims


def day(seconds):
    return time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime(seconds))


def device_id():
    """A hash: the shop learns neither the name of this computer nor that of its user. A container needs a fixed name."""
    return hashlib.sha256(f'{platform.node()}\n{Path.home()}'.encode()).hexdigest()


def fetch_json(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    call = request.Request(url, data, {'content-type': 'application/json', 'user-agent': 'windfall-lease'})
    with request.urlopen(call, timeout=10) as answer:
        return json.load(answer)


def renew(settings, product, device, verb):
    """A new lease with the shop's keys. Raises LeaseError with the shop's reason, OSError or ValueError without an answer."""
    call = {'licenceKey': settings['licenceKey'], 'deviceId': device, 'product': product}
    try:
        lease = fetch_json(f'{settings["shop"]}/api/licences/{verb}', call)['data']['lease']
    except error.HTTPError as refused:
        if refused.code != 403:
            raise
        raise LeaseError(json.load(refused)['message']) from None
    keys = fetch_json(f'{settings["shop"]}/.well-known/jwks.json')['keys']
    return {'device': device, 'lease': lease, 'keys': keys}


def keep(fresh, file, until):
    temporary = file.with_name(f'{file.name}.{os.getpid()}')
    try:
        temporary.write_text(json.dumps(fresh), encoding='utf-8')
        os.replace(temporary, file)
    except OSError:
        return 'Its lease cannot be saved in this folder, so the script needs the shop at every start.'
    return f'This script can run without the shop until {until}.'


def use_lease(product, folder):
    """Says until when the script may run. Raises LeaseError where it may not; None without licence.json."""
    try:
        settings = json.loads((folder / 'licence.json').read_text(encoding='utf-8'))
    except FileNotFoundError:
        return None
    except ValueError:
        raise LeaseError('licence.json cannot be read.') from None
    if not isinstance(settings, dict) or not settings.get('shop') or not settings.get('licenceKey'):
        raise LeaseError('licence.json needs "shop" and "licenceKey".')
    file = folder / f'lease-{product}.json'
    try:
        kept = json.loads(file.read_text(encoding='utf-8'))
    except (OSError, ValueError):
        kept = {}
    kept = kept if isinstance(kept, dict) else {}
    device = device_id()
    # Only the first call registers this device. One that you released in the dashboard is not registered again.
    is_known = kept.get('device') == device
    try:
        fresh = renew(settings, product, device, 'check' if is_known else 'activate')
        until = day(read_lease(fresh['lease'], fresh['keys'], product, device, time.time())['exp'])
        return f'Licence checked. {keep(fresh, file, until)}'
    except LeaseError as refused:
        problem = f'The lease was not renewed: {refused}'
        if is_known:
            problem += f' To register this device again, delete {file.name}.'
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        problem = 'The shop does not answer.'
    try:
        until = day(read_lease(kept.get('lease'), kept.get('keys', []), product, device, time.time())['exp'])
    except LeaseError as invalid:
        raise LeaseError(f'{problem} {invalid}' if kept else problem) from None
    return f'{problem} This script goes on with its lease until {until}.'


def require_lease(product):
    """For the start of a script: prints until when it may run, or ends it with status 3."""
    try:
        said = use_lease(product, Path(sys.argv[0]).resolve().parent)
    except LeaseError as problem:
        print(problem, file=sys.stderr)
        sys.exit(3)
    if said:
        print(said)
