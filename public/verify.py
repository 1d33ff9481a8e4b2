#!/usr/bin/env python3
"""Check a release file of the shop, and the shop's public log. Needs Python 3.8 or newer and nothing else.

    python3 verify.py FILE             is this file a genuine and current release?
    python3 verify.py --log            is the whole public log valid?

Options:
    --shop URL       the shop's address (http only for localhost and 127.0.0.1)
    --log-dir DIR    read the log from a local copy instead (DIR/log/checkpoint and so on)
    --vkey TEXT      the log's public key, from a source that you trust; otherwise the shop's own copy is used
    --kept KEPT      remember the key and the newest checkpoint in this file, and refuse a log that was
                     rewritten since the last run

FILE is only read: it is never run and never unpacked. Every check of FILE reads all entries of the log,
computes the root of their tree, and compares it with the root that the log's key signed. `--log` also checks
the signature of every release, and every hash that the shop serves.

Exit codes:
    0  genuine, or the public log is valid
    1  refused: not a release of this shop, changed, or the public log breaks its rules
    2  no verdict: wrong usage, or the log could not be read
    3  genuine, but withdrawn: the shop no longer offers it
    4  recalled: do not run it
"""

import argparse
import base64
import binascii
import hashlib
import http.client
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta

DEFAULT_SHOP = 'https://windfall.example'

NAMESPACE = 'windfall-release'
LOCAL_HOSTS = ('localhost', '127.0.0.1')

EXIT_GOOD, EXIT_REFUSED, EXIT_NO_VERDICT, EXIT_WITHDRAWN, EXIT_RECALLED = 0, 1, 2, 3, 4

USER_AGENT = 'release-verify/1'
MAX_ANSWER = 16 * 1024 * 1024
MAX_ENTRIES = 5000000
MAX_REDIRECTS = 3
# Seconds of silence, and seconds for one whole answer.
TIMEOUT = 20
TOTAL_TIMEOUT = 120
# Hashes in a full tile, and entries in a full bundle.
TILE_WIDTH = 256

# Milliseconds.
MINUTE = 60 * 1000
DAY = 24 * 60 * MINUTE
CLOCK_TOLERANCE = 10 * MINUTE

# Lines of one kind that are printed at most.
MAX_LINES = 20


class Refused(Exception):
    """The file or the public log is not what it should be."""


class NoVerdict(Exception):
    """Wrong usage, or something could not be read."""


class Missing(NoVerdict):
    """The shop or the folder does not have this part."""


# ---- Text and bytes ----------------------------------------------------------------------------------------


def clean(text):
    """Text of others for the terminal: without control characters, and not too long."""
    shown = ''.join(character if character.isprintable() else '?' for character in str(text))
    return shown if len(shown) <= 300 else shown[:297] + '...'


def from_base64(text):
    """The bytes of standard base64 in its one canonical form, else None."""
    try:
        found = base64.b64decode(text.encode('ascii'), validate=True)
    except (UnicodeEncodeError, binascii.Error, ValueError):
        return None
    return found if base64.b64encode(found).decode('ascii') == text else None


def sha256(data):
    return hashlib.sha256(data).digest()


def milliseconds(text):
    """Milliseconds since 1970 of an ISO 8601 time in UTC, else None."""
    if not isinstance(text, str):
        return None
    if not re.fullmatch(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z', text):
        return None
    try:
        moment = datetime.strptime(text[:19], '%Y-%m-%dT%H:%M:%S')
    except ValueError:
        return None
    since = moment - datetime(1970, 1, 1)
    return (since.days * 86400 + since.seconds) * 1000 + int(text[20:23])


# ---- Ed25519 (RFC 8032) ------------------------------------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)

# A point is (X, Y, Z, T): x = X/Z, y = Y/Z, x*y = T/Z.
NEUTRAL = (0, 1, 1, 0)


def add_points(left, right):
    x1, y1, z1, t1 = left
    x2, y2, z2, t2 = right
    a = (y1 - x1) * (y2 - x2) % P
    b = (y1 + x1) * (y2 + x2) % P
    c = 2 * t1 * t2 * D % P
    d = 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def double_point(point):
    x, y, z, _ = point
    a, b = x * x % P, y * y % P
    h = a + b
    e = h - (x + y) * (x + y) % P
    g = a - b
    f = 2 * z * z % P + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def negate(point):
    x, y, z, t = point
    return -x % P, y, z, -t % P


def decode_point(data):
    """The point of 32 bytes; None where they are no point, or not its one canonical encoding."""
    number = int.from_bytes(data, 'little')
    sign, y = number >> 255, number & (2**255 - 1)
    if len(data) != 32 or y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * SQRT_MINUS_ONE % P
    if v * x * x % P != u or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def encode_point(point):
    x, y, z, _ = point
    inverse = pow(z, P - 2, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, 'little')


def is_small(point):
    """Whether the point's order divides 8. With such a key, anybody could sign."""
    for _ in range(3):
        point = double_point(point)
    return point[0] == 0 and point[1] == point[2]


BASE_POINT = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))


def multiply_two(s, left, k, right):
    """s * left + k * right. Not in constant time: nothing here is secret."""
    both = add_points(left, right)
    total = NEUTRAL
    for bit in range(max(s.bit_length(), k.bit_length()) - 1, -1, -1):
        total = double_point(total)
        in_s, in_k = s >> bit & 1, k >> bit & 1
        if in_s or in_k:
            total = add_points(total, both if in_s and in_k else left if in_s else right)
    return total


def is_signed_by(public_key, signature, message):
    """Whether this is the key's Ed25519 signature of the message."""
    point = decode_point(public_key)
    if point is None or is_small(point) or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], 'little')
    if s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, 'little') % ORDER
    # s * B = R + k * A. Comparing encodings also refuses an R that is not canonical.
    return encode_point(multiply_two(s, BASE_POINT, k, negate(point))) == signature[:32]


# ---- OpenSSH keys and signatures (PROTOCOL.sshsig, PROTOCOL.u2f) -------------------------------------------

PLAIN_KEY = 'ssh-ed25519'
SECURITY_KEY = 'sk-ssh-ed25519@openssh.com'
TOUCHED = 0x01


class Parts:
    """Reads SSH's strings: four bytes of length, then the bytes. Raises ValueError beyond the end."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length):
        if self.at + length > len(self.data):
            raise ValueError('it ends too early')
        self.at += length
        return self.data[self.at - length:self.at]

    def number(self):
        return int.from_bytes(self.take(4), 'big')

    def string(self):
        return self.take(self.number())

    def text(self):
        return self.string().decode('ascii')

    def end(self):
        if self.at != len(self.data):
            raise ValueError('it has bytes after its end')


def ssh_string(data):
    return len(data).to_bytes(4, 'big') + data


class PublicKey:
    """An Ed25519 key in SSH's format. `application` is None unless it is a security key."""

    def __init__(self, blob):
        parts = Parts(blob)
        self.blob, self.type, self.key, self.application = blob, parts.text(), parts.string(), None
        if self.type == SECURITY_KEY:
            self.application = parts.string()
        elif self.type != PLAIN_KEY:
            raise ValueError('its type of key is not accepted')
        parts.end()
        if len(self.key) != 32:
            raise ValueError('its key does not have 32 bytes')

    def fingerprint(self):
        return 'SHA256:' + base64.b64encode(sha256(self.blob)).decode('ascii').rstrip('=')

    def line(self):
        return self.type + ' ' + base64.b64encode(self.blob).decode('ascii')


def read_key_line(line):
    """The key of a line of an OpenSSH public key without a comment. Raises ValueError."""
    key_type, _, encoded = line.partition(' ')
    blob = from_base64(encoded)
    if blob is None:
        raise ValueError('it is not a public key line')
    key = PublicKey(blob)
    if key.type != key_type:
        raise ValueError('its two types differ')
    return key


def check_release_signature(key, encoded, statement):
    """Raises ValueError with the reason unless this is the key's SSH signature of the statement."""
    blob = from_base64(encoded)
    if blob is None:
        raise ValueError('it is not base64')
    parts = Parts(blob)
    if parts.take(6) != b'SSHSIG' or parts.number() != 1:
        raise ValueError('it is not an SSH signature')
    if parts.string() != key.blob:
        raise ValueError('it was made with another key')
    if parts.text() != NAMESPACE:
        raise ValueError('it was made for another purpose')
    if parts.string() != b'':
        raise ValueError('its reserved field is not empty')
    hash_name, inner = parts.text(), parts.string()
    parts.end()
    if hash_name not in ('sha256', 'sha512'):
        raise ValueError('its hash is not accepted')
    digest = hashlib.new(hash_name, statement).digest()
    fields = (NAMESPACE.encode('ascii'), b'', hash_name.encode('ascii'), digest)
    check_inner_signature(key, inner, b'SSHSIG' + b''.join(ssh_string(field) for field in fields))


def check_inner_signature(key, inner, message):
    parts = Parts(inner)
    if parts.text() != key.type:
        raise ValueError('its two types differ')
    signature = parts.string()
    if key.application is not None:
        # A security key signs the hash of its application, its flags and its counter as well.
        state = parts.take(5)
        if not state[0] & TOUCHED:
            raise ValueError('nobody touched the security key')
        message = sha256(key.application) + state + sha256(message)
    parts.end()
    if not is_signed_by(key.key, signature, message):
        raise ValueError('it does not sign this statement')


def statement_of(entry):
    """The text that the publisher signed for this release."""
    product = entry['product']
    lines = (
        'windfall-release v1',
        'product: {} {}'.format(product['id'], product['slug']),
        'version: ' + entry['version'],
        'sha256: ' + entry['sha256'],
        'size: {}'.format(entry['size']),
        'manifest: ' + (entry['manifest'] or 'none'),
    )
    return ''.join(line + '\n' for line in lines).encode('utf-8')


def find_ssh_keygen():
    """The path of ssh-keygen, or None. Never one of the current folder, where downloads may lie."""
    for folder in os.environ.get('PATH', '').split(os.pathsep):
        for name in ('ssh-keygen', 'ssh-keygen.exe'):
            path = os.path.join(folder, name)
            if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    return None


def ask_ssh_keygen(key, encoded, statement):
    """Has OpenSSH check the signature too. Returns (its verdict, or None where it has none; a sentence)."""
    program = find_ssh_keygen()
    if program is None:
        return None, 'not checked: ssh-keygen is not installed'
    folder = tempfile.mkdtemp(prefix='verify-')
    try:
        return run_ssh_keygen(program, folder, key, encoded, statement)
    except (OSError, subprocess.SubprocessError) as error:
        return None, 'not checked: ssh-keygen could not be run ({})'.format(clean(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_ssh_keygen(program, folder, key, encoded, statement):
    signers, signature = os.path.join(folder, 'allowed_signers'), os.path.join(folder, 'signature')
    with open(signers, 'w', encoding='ascii', newline='\n') as file:
        file.write('publisher@shop namespaces="{}" {}\n'.format(NAMESPACE, key.line()))
    with open(signature, 'w', encoding='ascii', newline='\n') as file:
        lines = [encoded[at:at + 70] for at in range(0, len(encoded), 70)]
        lines = ['-----BEGIN SSH SIGNATURE-----'] + lines + ['-----END SSH SIGNATURE-----']
        file.write('\n'.join(lines) + '\n')
    names = ['-Y', 'verify', '-f', signers, '-I', 'publisher@shop', '-n', NAMESPACE, '-s', signature]
    done = subprocess.run([program] + names, input=statement, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
    if done.returncode == 0:
        return True, 'valid'
    said = (done.stdout.decode('utf-8', 'replace').strip().splitlines() or ['no reason given'])[0]
    if re.search(r'(unknown|illegal|invalid) option|unknown or unsupported key type', said):
        return None, 'not checked: this ssh-keygen is too old ({})'.format(clean(said))
    return False, 'NOT valid ({})'.format(clean(said))


# ---- Where the log is read from ----------------------------------------------------------------------------


class SameHostRedirects(urllib.request.HTTPRedirectHandler):
    """Follows a few redirects, none of them to another host."""

    max_redirections = MAX_REDIRECTS
    http_error_308 = urllib.request.HTTPRedirectHandler.http_error_302

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        here, there = urllib.parse.urlsplit(req.full_url), urllib.parse.urlsplit(newurl)
        if (here.scheme, here.netloc) != (there.scheme, there.netloc):
            raise NoVerdict('the shop redirects to another host: ' + clean(newurl))
        return urllib.request.Request(newurl, headers=dict(req.headers))


class Shop:
    """The log as the shop serves it."""

    def __init__(self, address):
        parts = self.parse(address)
        self.is_local = parts.hostname in LOCAL_HOSTS
        if parts.scheme != 'https' and not (parts.scheme == 'http' and self.is_local):
            raise NoVerdict('the shop must have an https address; http is for localhost only')
        self.base = parts.scheme + '://' + parts.netloc + parts.path.rstrip('/')
        default_port = ':443' if parts.scheme == 'https' else ':80'
        host = parts.netloc.lower()
        self.origin = (host[:-len(default_port)] if host.endswith(default_port) else host) + '/log'
        # A proxy cannot reach this computer by these names.
        proxies = [urllib.request.ProxyHandler({})] if self.is_local else []
        self.opener = urllib.request.build_opener(SameHostRedirects, *proxies)

    @staticmethod
    def parse(address):
        try:
            parts = urllib.parse.urlsplit(address)
            is_usable = parts.port != 0 and parts.hostname and not parts.query and not parts.fragment
        except ValueError:
            is_usable = False
        if not is_usable or not re.fullmatch(r'[!-~]+', address) or '@' in parts.netloc:
            raise NoVerdict('this is not the address of a shop: ' + clean(address))
        return parts

    def read(self, path):
        request = urllib.request.Request(self.base + '/log/' + path, headers={'User-Agent': USER_AGENT})
        try:
            with self.opener.open(request, timeout=TIMEOUT) as answer:
                return self.read_answer(answer, path)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in (404, 410):
                raise Missing('the shop does not have log/' + path)
            raise NoVerdict('the shop answers log/{} with status {}'.format(path, error.code))
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = clean(getattr(error, 'reason', error))
            raise NoVerdict('log/{} could not be fetched from {}: {}'.format(path, self.base, reason))

    @staticmethod
    def read_answer(answer, path):
        if answer.headers.get('Content-Encoding', 'identity') != 'identity':
            raise NoVerdict('the shop answers log/{} in an encoding that was not asked for'.format(path))
        found, latest = bytearray(), time.monotonic() + TOTAL_TIMEOUT
        for chunk in iter(lambda: answer.read1(65536), b''):
            found += chunk
            if len(found) > MAX_ANSWER:
                raise Refused('the answer for log/{} is larger than 16 MB'.format(path))
            if time.monotonic() > latest:
                raise NoVerdict('the answer for log/{} takes too long'.format(path))
        promised = answer.headers.get('Content-Length', '')
        if promised.isdigit() and int(promised) != len(found):
            raise NoVerdict('the answer for log/{} ended too early'.format(path))
        return bytes(found)


class Folder:
    """A copy of the log in a local folder. The name of the log's key says which log it should be."""

    origin = None
    is_local = False

    def __init__(self, folder):
        self.folder = os.path.join(folder, 'log')
        if not os.path.isdir(self.folder):
            raise NoVerdict('there is no folder ' + clean(self.folder))

    def read(self, path):
        full = os.path.join(self.folder, *path.split('/'))
        try:
            with open(full, 'rb') as file:
                found = file.read(MAX_ANSWER + 1)
        except (FileNotFoundError, NotADirectoryError):
            raise Missing('the folder does not have log/' + path)
        except OSError as error:
            raise NoVerdict('{} could not be read: {}'.format(clean(full), clean(error.strerror)))
        if len(found) > MAX_ANSWER:
            raise Refused('log/{} is larger than 16 MB'.format(path))
        return found


# ---- Checkpoints (c2sp.org/signed-note, c2sp.org/tlog-checkpoint) ------------------------------------------

ED25519_NOTES = b'\x01'


class LogKey:
    """The log's public key: NAME+KEYID+BASE64."""

    def __init__(self, text, source):
        parts = text.strip().split('+', 2)
        data = from_base64(parts[2]) if len(parts) == 3 else None
        if data is None or len(data) != 33 or not re.fullmatch(r'[!-~]+', parts[0]):
            raise Refused('the log key from {} is malformed'.format(source))
        self.text, self.name, self.key = text.strip(), parts[0], data[1:]
        self.id = sha256(self.name.encode('ascii') + b'\n' + data)[:4]
        if data[:1] != ED25519_NOTES or parts[1] != self.id.hex():
            raise Refused('the log key from {} does not match its own key id'.format(source))


class Checkpoint:
    """A signed note with the number of entries and the root of their tree."""

    def __init__(self, note, key, source):
        text, signatures = self.split(note, source)
        self.check_signatures(text, signatures, key, source)
        lines = text.decode('utf-8').split('\n')
        size = lines[1] if len(lines) > 3 else ''
        self.root = from_base64(lines[2]) if len(lines) > 3 else None
        if not re.fullmatch(r'0|[1-9][0-9]{0,15}', size) or self.root is None or len(self.root) != 32:
            raise Refused('the checkpoint of {} is malformed'.format(source))
        if lines[0] != key.name:
            raise Refused('the checkpoint of {} is of another log: {}'.format(source, clean(lines[0])))
        self.note, self.size = note, int(size)
        if self.size > MAX_ENTRIES:
            raise Refused('the checkpoint of {} has more than {} entries'.format(source, MAX_ENTRIES))

    @staticmethod
    def split(note, source):
        """The signed text, and the lines of the signatures after the last empty line."""
        end = note.rfind(b'\n\n')
        try:
            note.decode('utf-8')
        except UnicodeDecodeError:
            end = -1
        if end < 1 or not note.endswith(b'\n') or re.search(rb'[\x00-\x09\x0b-\x1f\x7f]', note):
            raise Refused('the checkpoint of {} is not a signed note'.format(source))
        return note[:end + 1], note[end + 2:-1].decode('utf-8').split('\n')

    @staticmethod
    def check_signatures(text, signatures, key, source):
        """Signatures of other keys are ignored, as the format asks."""
        is_signed = False
        for line in signatures[:100]:
            match = re.fullmatch('\u2014 ([^ +]+) ([^ ]+)', line)
            data = from_base64(match.group(2)) if match else None
            if data is None:
                raise Refused('the checkpoint of {} has a malformed signature line'.format(source))
            if match.group(1) == key.name and data[:4] == key.id:
                if not is_signed_by(key.key, data[4:], text):
                    raise Refused('the checkpoint of {} has a signature that is not valid'.format(source))
                is_signed = True
        if not is_signed:
            raise Refused('the checkpoint of {} is not signed by the key {}'.format(source, clean(key.text)))


class Kept:
    """The file in which the buyer keeps the log's key and the newest checkpoint."""

    MARK = b'# vkey '

    def __init__(self, path):
        self.path, self.key, self.checkpoint = os.path.realpath(path), None, None
        try:
            with open(self.path, 'rb') as file:
                data = file.read(MAX_ANSWER + 1)
        except FileNotFoundError:
            return
        except OSError as error:
            raise NoVerdict('{} could not be read: {}'.format(clean(path), clean(error.strerror)))
        first, _, note = data.partition(b'\n')
        if len(data) > MAX_ANSWER or not first.startswith(self.MARK):
            raise Refused('{} is not a kept checkpoint'.format(clean(path)))
        self.key = LogKey(first[len(self.MARK):].decode('utf-8', 'replace'), 'the kept file')
        self.checkpoint = Checkpoint(note, self.key, 'the kept file')

    def replace(self, key, checkpoint):
        """Writes the new content beside the file and renames it, so that the file is never half written."""
        try:
            handle, beside = tempfile.mkstemp(prefix='.kept-', dir=os.path.dirname(self.path))
            try:
                with os.fdopen(handle, 'wb') as file:
                    file.write(self.MARK + key.text.encode('ascii') + b'\n' + checkpoint.note)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(beside, self.path)
            except OSError:
                os.unlink(beside)
                raise
        except OSError as error:
            raise NoVerdict('the checkpoint could not be kept in {}: {}'.format(
                clean(self.path), clean(error.strerror)))


# ---- The tree (RFC 6962) and its tiles (c2sp.org/tlog-tiles) -----------------------------------------------


def leaf_hash(entry):
    return sha256(b'\x00' + entry)


def node_hash(left, right):
    return sha256(b'\x01' + left + right)


class Tree:
    """Computes the root of leaves that arrive one after the other."""

    def __init__(self):
        self.size, self.complete = 0, []

    def add(self, leaf):
        """`complete`: the roots of the complete subtrees, the largest first, one for each 1 bit of `size`."""
        rest = self.size
        while rest & 1:
            leaf = node_hash(self.complete.pop(), leaf)
            rest >>= 1
        self.complete.append(leaf)
        self.size += 1

    def root(self):
        if not self.complete:
            return sha256(b'')
        root = self.complete[-1]
        for left in reversed(self.complete[:-1]):
            root = node_hash(left, root)
        return root


def root_of(hashes):
    tree = Tree()
    for value in hashes:
        tree.add(value)
    return tree.root()


def tile_path(level, index, width):
    """The path of a tile. `level` is 'entries' for a bundle of entries."""
    digits = str(index)
    digits = digits.zfill((len(digits) + 2) // 3 * 3)
    groups = [digits[at:at + 3] for at in range(0, len(digits), 3)]
    path = 'tile/{}/{}'.format(level, '/'.join(['x' + group for group in groups[:-1]] + groups[-1:]))
    return path if width == TILE_WIDTH else '{}.p/{}'.format(path, width)


def read_tile(source, level, index, width):
    """(bytes, whether they may be longer) of the tile, or of the full one where the partial one is gone."""
    try:
        return source.read(tile_path(level, index, width)), False
    except Missing:
        if width == TILE_WIDTH:
            raise
        try:
            return source.read(tile_path(level, index, TILE_WIDTH)), True
        except Missing:
            pass
        raise


def read_bundle(source, index, width):
    """The entries of a bundle, each behind its length in two bytes."""
    data, may_be_longer = read_tile(source, 'entries', index, width)
    entries, at = [], 0
    while len(entries) < width:
        length = int.from_bytes(data[at:at + 2], 'big')
        if at + 2 + length > len(data):
            raise Refused('the bundle of entry {} is too short'.format(index * TILE_WIDTH + len(entries)))
        entries.append(data[at + 2:at + 2 + length])
        at += 2 + length
    if at != len(data) and not may_be_longer:
        raise Refused('the bundle that begins with entry {} is too long'.format(index * TILE_WIDTH))
    return entries


def check_tile(source, level, index, hashes):
    """Compares a tile of the shop with the hashes that follow from the entries."""
    data, may_be_longer = read_tile(source, level, index, len(hashes))
    path = tile_path(level, index, len(hashes))
    if len(data) % 32 or len(data) < 32 * len(hashes) or (len(data) > 32 * len(hashes) and not may_be_longer):
        raise Refused('the tile {} has the wrong length'.format(path))
    for at, value in enumerate(hashes):
        if data[32 * at:32 * at + 32] != value:
            place = 'entry {} does'.format(index * TILE_WIDTH + at) if level == 0 else 'the entries below do'
            raise Refused('{} not have the hash in the tile {}'.format(place, path))


def check_upper_tiles(source, hashes):
    """`hashes`: the roots of the full tiles of level 0, which are the hashes of level 1."""
    level = 1
    while hashes:
        above = []
        for start in range(0, len(hashes), TILE_WIDTH):
            tile = hashes[start:start + TILE_WIDTH]
            check_tile(source, level, start // TILE_WIDTH, tile)
            if len(tile) == TILE_WIDTH:
                above.append(root_of(tile))
        hashes, level = above, level + 1


def scan(source, checkpoint, old, visit, with_tiles):
    """Reads every entry. Compares the tree with the checkpoint, and with the `old` one unless it is None."""
    tree, full_tiles = Tree(), []
    old_root = tree.root() if old and old.size == 0 else None
    for start in range(0, checkpoint.size, TILE_WIDTH):
        width = min(TILE_WIDTH, checkpoint.size - start)
        entries = read_bundle(source, start // TILE_WIDTH, width)
        hashes = [leaf_hash(entry) for entry in entries]
        if with_tiles:
            check_tile(source, 0, start // TILE_WIDTH, hashes)
        if width == TILE_WIDTH:
            full_tiles.append(root_of(hashes))
        for entry, value in zip(entries, hashes):
            visit(tree.size, entry)
            tree.add(value)
            if old and tree.size == old.size:
                old_root = tree.root()
        show_progress(tree.size, checkpoint.size)
    if tree.root() != checkpoint.root:
        raise Refused('the entries do not have the root that the checkpoint signs')
    if old and old_root != old.root:
        refuse_rewritten('it does not begin with the {} entries that were kept'.format(old.size))
    if with_tiles:
        check_upper_tiles(source, full_tiles)


def refuse_rewritten(reason):
    raise Refused('the log was rewritten: {}! Keep both checkpoints as evidence, and trust no file of this '
                  'shop until this is explained.'.format(reason))


def show_progress(done, size):
    if size > 20 * TILE_WIDTH and sys.stderr.isatty():
        sys.stderr.write('\r{} of {} entries read{}'.format(done, size, '\n' if done == size else ''))
        sys.stderr.flush()


# ---- Entries -----------------------------------------------------------------------------------------------


def is_line(value):
    """Text without a line break, as a line of a statement needs it."""
    if not isinstance(value, str) or not value or re.search(r'[\x00-\x1f\x7f]', value):
        return False
    try:
        value.encode('utf-8')
    except UnicodeEncodeError:
        return False
    return True


def is_text(value):
    return isinstance(value, str)


def is_time(value):
    return milliseconds(value) is not None


def is_number(value):
    return type(value) is int and 0 <= value < 2**53


def is_hash(value):
    return isinstance(value, str) and re.fullmatch(r'[0-9a-f]{64}', value) is not None


def is_hash_or_null(value):
    return value is None or is_hash(value)


def is_fingerprint(value):
    return isinstance(value, str) and re.fullmatch(r'SHA256:[A-Za-z0-9+/]{43}', value) is not None


def is_product(value):
    if not isinstance(value, dict):
        return False
    slug = value.get('slug')
    return is_number(value.get('id')) and is_line(slug) and ' ' not in slug


def is_change(value):
    return value in ('add', 'remove')


def is_beta_channel(value):
    return value == 'beta'


NOTICE = {'at': is_time, 'product': is_product, 'version': is_line, 'sha256': is_hash, 'reason': is_text}

FIELDS = {
    'publish': {
        'at': is_time, 'product': is_product, 'version': is_line, 'sha256': is_hash, 'size': is_number,
        'manifest': is_hash_or_null, 'key': is_fingerprint, 'signature': is_text,
    },
    'yank': NOTICE,
    'recall': dict(NOTICE, advice=is_text),
    'key-add': {
        'at': is_time, 'name': is_text, 'key': is_text, 'fingerprint': is_fingerprint, 'activeFrom': is_time,
    },
    'key-confirm': {'at': is_time, 'fingerprint': is_fingerprint, 'change': is_change},
    'key-remove': {'at': is_time, 'fingerprint': is_fingerprint, 'activeUntil': is_time},
    'key-keep': {'at': is_time, 'fingerprint': is_fingerprint},
}


# Fields that an entry may lack.
OPTIONAL = {'publish': {'channel': is_beta_channel}}


def members_once(pairs):
    """An object in which a name occurs twice could be read in two ways."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError('a name occurs twice')
    return found


def refuse_constant(name):
    raise ValueError(name + ' is not JSON')


def read_entry(index, data):
    """The entry as a dict with a known type and valid fields, or with an unknown type."""
    try:
        entry = json.loads(data.decode('utf-8'), object_pairs_hook=members_once,
                           parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise Refused('entry {} is not valid JSON: {}'.format(index, clean(error)))
    if not isinstance(entry, dict) or not isinstance(entry.get('type'), str):
        raise Refused('entry {} is not an object with a type'.format(index))
    for name, is_valid in FIELDS.get(entry['type'], {}).items():
        if name not in entry or not is_valid(entry[name]):
            state = 'missing' if name not in entry else 'malformed'
            raise Refused('entry {} ({}): the field "{}" is {}'.format(index, entry['type'], name, state))
    for name, is_valid in OPTIONAL.get(entry['type'], {}).items():
        if name in entry and not is_valid(entry[name]):
            raise Refused('entry {} ({}): the field "{}" is malformed'.format(index, entry['type'], name))
    return entry


# ---- Publisher keys ----------------------------------------------------------------------------------------


class Enrolment:
    """One enrolment of a publisher key: signatures count from `start` up to, but not including, `end`."""

    def __init__(self, name, key, start):
        self.name, self.key, self.start, self.end = name, key, start, None


class PublisherKeys:
    """The publisher keys as far as the entries so far tell. `warn` is called with (index, sentence)."""

    def __init__(self, warn):
        self.enrolments, self.warn = {}, warn

    def apply(self, index, entry, is_bootstrap):
        at, known = milliseconds(entry['at']), self.enrolments.get(entry['fingerprint'], [])
        if entry['type'] == 'key-add':
            self.add(index, entry, at, is_bootstrap)
        elif not known:
            self.warn(index, '{} of an unknown publisher key, ignored'.format(entry['type']))
        elif entry['type'] == 'key-remove':
            self.remove(index, entry, at, known[-1], is_bootstrap)
        elif entry['type'] == 'key-keep':
            self.keep(index, at, known[-1])
        else:
            self.confirm(index, entry['change'], at, known[-1])

    def add(self, index, entry, at, is_bootstrap):
        try:
            key = read_key_line(entry['key'])
        except ValueError as error:
            raise Refused('entry {} (key-add): its key is refused: {}'.format(index, clean(error)))
        if key.fingerprint() != entry['fingerprint']:
            raise Refused('entry {} (key-add): the fingerprint is not that of the key'.format(index))
        start = milliseconds(entry['activeFrom'])
        if start < at + DAY and not is_bootstrap:
            raise Refused('entry {}: a publisher key becomes active in less than 24 hours'.format(index))
        known = self.enrolments.setdefault(entry['fingerprint'], [])
        if known and known[-1].end is None:
            self.warn(index, 'key-add of a publisher key that is there already, ignored')
        else:
            known.append(Enrolment(entry['name'], key, start))

    def remove(self, index, entry, at, enrolment, is_bootstrap):
        end = milliseconds(entry['activeUntil'])
        if end < at + DAY and at >= enrolment.start and not is_bootstrap:
            raise Refused('entry {}: a publisher key is removed in less than 24 hours'.format(index))
        # A second removal can only bring the end forward.
        enrolment.end = end if enrolment.end is None else min(end, enrolment.end)

    def keep(self, index, at, enrolment):
        if enrolment.end is None or enrolment.end <= at:
            self.warn(index, 'key-keep without a pending removal, ignored')
        else:
            enrolment.end = None

    def confirm(self, index, change, at, enrolment):
        if change == 'add' and at <= enrolment.start:
            enrolment.start = at
        elif change == 'remove' and enrolment.end is not None and at <= enrolment.end:
            enrolment.end = at
        else:
            self.warn(index, 'key-confirm without a pending change, ignored')

    def active(self, fingerprint, at):
        """The enrolment in which this key may sign at this time, or None."""
        for enrolment in self.enrolments.get(fingerprint, []):
            if enrolment.start <= at and (enrolment.end is None or at < enrolment.end):
                return enrolment
        return None


# ---- What the entries say ----------------------------------------------------------------------------------


class Release:
    """What the log says about one file as one version of a product."""

    def __init__(self, first, is_beta):
        self.first, self.latest, self.withdrawn, self.is_beta = first, first, None, is_beta
        # Of the release that is checked: the latest publish entry, and its publisher key's enrolment.
        self.entry, self.signer = None, None


class Facts:
    """Takes the entries in their order. `wanted`: SHA-256 of the file; None to check every release."""

    def __init__(self, wanted, is_local):
        self.wanted, self.is_local = wanted, is_local
        self.keys = PublisherKeys(self.warn)
        # By SHA-256, then by (product id, version).
        self.releases = {}
        self.recalls = {}
        self.warnings, self.unknown, self.counts = [], [], {}
        self.warning_count = self.unknown_count = self.newest_time = 0
        self.latest_clock = int(time.time() * 1000) + CLOCK_TOLERANCE
        self.last_at = None

    def warn(self, index, sentence):
        self.warning_count += 1
        if len(self.warnings) < MAX_LINES:
            self.warnings.append('entry {}: {}'.format(index, sentence))

    def visit(self, index, data):
        entry = read_entry(index, data)
        kind = entry['type']
        if kind not in FIELDS:
            self.note_unknown(index, kind)
            return
        self.check_time(index, entry)
        if kind == 'publish':
            self.publish(index, entry)
        elif kind == 'yank':
            self.yank(index, entry)
        elif kind == 'recall':
            self.recalls.setdefault(entry['sha256'], (index, entry['reason'], entry['advice']))
        else:
            self.keys.apply(index, entry, self.is_local and 'publish' not in self.counts)
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def note_unknown(self, index, kind):
        self.unknown_count += 1
        if len(self.unknown) < MAX_LINES:
            self.unknown.append('entry {}: unknown type "{}", ignored'.format(index, clean(kind)))

    def check_time(self, index, entry):
        """The order is a warning. A time in the future is refused: it could pass a key's 24 hours at once."""
        at = milliseconds(entry['at'])
        if at < self.newest_time - CLOCK_TOLERANCE:
            self.warn(index, 'its time is more than 10 minutes before that of an earlier entry')
        if at > self.latest_clock:
            sentence = 'its time {} is in the future of this computer\'s clock'.format(entry['at'])
            if not self.is_local:
                raise Refused('entry {}: {}'.format(index, sentence))
            self.warn(index, sentence)
        self.newest_time, self.last_at = max(at, self.newest_time), entry['at']

    def publish(self, index, entry):
        is_wanted = self.wanted in (None, entry['sha256'])
        signer = self.keys.active(entry['key'], milliseconds(entry['at']))
        if is_wanted:
            check_release(index, entry, signer)
        elif signer is None:
            # `--log` refuses this entry. Here it only must not count as a newer version.
            self.warn(index, 'a release whose publisher key is not active')
            return
        of_file = self.releases.setdefault(entry['sha256'], {})
        is_beta = 'channel' in entry
        release = of_file.setdefault((entry['product']['id'], entry['version']), Release(index, is_beta))
        if release.is_beta and not is_beta:
            # A beta version that is offered to everyone is the newest stable version from here on.
            release.first = index
        release.latest, release.withdrawn, release.is_beta = index, None, is_beta
        if self.wanted is not None and is_wanted:
            release.entry, release.signer = entry, signer

    def yank(self, index, entry):
        withdrawn = (index, entry['at'], entry['reason'])
        of_file = self.releases.get(entry['sha256'], {})
        release = of_file.get((entry['product']['id'], entry['version']))
        if release is not None:
            release.withdrawn = withdrawn
            return
        # No such product and version: to be safe, it counts for every release of the file.
        self.warn(index, 'a yank of a release that is not in the log under this product and version')
        for other in of_file.values():
            other.withdrawn = withdrawn

    def of_file(self):
        """The releases of the file in question. Those that are offered come first, then the latest."""
        found = self.releases.get(self.wanted, {}).values()
        return sorted(found, key=lambda release: (release.withdrawn is not None, -release.latest))

    def newer_than(self, release):
        """(version, first index) of the product's newest offered release; None where this is the newest.

        A beta version counts only as newer than another beta version.
        """
        found = (release.entry['version'], release.first)
        for file_hash, of_file in self.releases.items():
            for (product, version), other in of_file.items():
                is_offered = other.withdrawn is None and file_hash not in self.recalls
                is_other = product == release.entry['product']['id'] and version != release.entry['version']
                is_in_channel = release.is_beta or not other.is_beta
                if is_offered and is_other and is_in_channel and other.first > found[1]:
                    found = (version, other.first)
        return None if found[1] == release.first else found


def check_release(index, entry, signer):
    """Refuses a publish entry unless a publisher key that was active signed its statement."""
    if signer is None:
        raise Refused('entry {}: the publisher key {} was not active on {}'.format(
            index, clean(entry['key']), entry['at']))
    try:
        check_release_signature(signer.key, entry['signature'], statement_of(entry))
    except ValueError as error:
        raise Refused('entry {}: the publisher\'s signature is not valid: {}'.format(index, clean(error)))


# ---- The commands ------------------------------------------------------------------------------------------


def say(name, value):
    print('{:<12} {}'.format(name, value))


def say_all(name, lines, count):
    for line in lines:
        say(name, line)
    if count > len(lines):
        say(name, '... and {} more'.format(count - len(lines)))


def hash_file(path):
    """(SHA-256 as hex, size) of a regular file, which is only read."""
    digest, size = hashlib.sha256(), 0
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise NoVerdict('this is not a regular file: ' + clean(path))
        with open(path, 'rb') as file:
            for chunk in iter(lambda: file.read(1024 * 1024), b''):
                digest.update(chunk)
                size += len(chunk)
    except (OSError, ValueError) as error:
        raise NoVerdict('{} could not be read: {}'.format(
            clean(path), clean(getattr(error, 'strerror', None) or error)))
    return digest.hexdigest(), size


def choose_key(source, pinned, kept):
    """The log's key: the pinned one, else the kept one, else the one that the shop serves."""
    key = LogKey(pinned, '--vkey') if pinned is not None else None
    if kept is not None and kept.key is not None:
        if key is not None and key.text != kept.key.text:
            raise Refused('the kept file has another log key than --vkey')
        key = kept.key
    if key is None:
        where = 'the shop' if source.origin is not None else 'the folder'
        key = LogKey(source.read('vkey').decode('utf-8', 'replace'), where)
        say('Note', 'the log key was taken from {} itself (trust on first use):'.format(where))
        say('', key.text)
    # A local run has the same log at any port.
    if source.origin is not None and not source.is_local and key.name != source.origin:
        raise Refused('the log key is of {}, but this shop\'s log is {}'.format(
            clean(key.name), clean(source.origin)))
    return key


def check_log(source, pinned, kept_path, wanted):
    """Reads and checks the log. Returns (its facts, its checkpoint)."""
    kept = Kept(kept_path) if kept_path is not None else None
    key = choose_key(source, pinned, kept)
    checkpoint = Checkpoint(source.read('checkpoint'), key, 'the public log')
    old = kept.checkpoint if kept is not None else None
    if old is not None and checkpoint.size < old.size:
        refuse_rewritten('it has {} entries, but {} were kept'.format(checkpoint.size, old.size))
    is_local = source.is_local or key.name.split('/')[0].split(':')[0] in LOCAL_HOSTS
    facts = Facts(wanted, is_local)
    scan(source, checkpoint, old, facts.visit, with_tiles=wanted is None)
    say('Public log', '{}, {} entries, signed by its key'.format(key.name, checkpoint.size))
    if old is not None:
        say('Kept', 'the log still begins with the {} entries that were kept'.format(old.size))
    if kept is not None:
        kept.replace(key, checkpoint)
        say('Kept', 'the newest checkpoint is now in {}'.format(clean(kept.path)))
    say_all('Warning', facts.warnings, facts.warning_count)
    say_all('Note', facts.unknown, facts.unknown_count)
    return facts, checkpoint


def verify_log(source, options):
    facts, _ = check_log(source, options.vkey, options.kept, None)
    counts = ', '.join('{} {}'.format(count, kind) for kind, count in sorted(facts.counts.items()))
    say('Entries', counts or 'none')
    say('Newest', facts.last_at or 'none')
    show_keys(facts.keys)
    print('VERDICT: the public log is valid; publish entries with a valid signature: {}'.format(
        facts.counts.get('publish', 0)))
    return EXIT_GOOD


def show_keys(keys):
    lines = []
    for fingerprint, enrolments in keys.enrolments.items():
        for enrolment in enrolments:
            lines.append('{} ({}), {}'.format(clean(enrolment.name), fingerprint, period_of(enrolment)))
    say_all('Signer', lines[:MAX_LINES], len(lines))


def period_of(enrolment):
    if enrolment.end is not None and enrolment.end <= enrolment.start:
        return 'never active'
    start = 'active from ' + day_of(enrolment.start)
    return start if enrolment.end is None else start + ' until ' + day_of(enrolment.end)


def day_of(at):
    return (datetime(1970, 1, 1) + timedelta(milliseconds=at)).strftime('%Y-%m-%d %H:%M UTC')


def verify_file(source, options):
    file_hash, size = hash_file(options.file)
    say('File', clean(options.file))
    say('SHA-256', file_hash)
    facts, checkpoint = check_log(source, options.vkey, options.kept, file_hash)
    releases = facts.of_file()
    if not releases:
        if file_hash in facts.recalls:
            return say_recalled(facts, file_hash)
        raise Refused('no release in the public log has this file: it was changed, or it is not of this shop')
    release = releases[0]
    if release.entry['size'] != size:
        raise Refused('entry {} says {} bytes, but the file has {}'.format(
            release.latest, release.entry['size'], size))
    show_release(release, checkpoint)
    return conclude(facts, release, file_hash)


def show_release(release, checkpoint):
    entry, signer = release.entry, release.signer
    say('Product', '{} (product {})'.format(clean(entry['product']['slug']), entry['product']['id']))
    say('Version', clean(entry['version']))
    if release.is_beta:
        say('Channel', 'beta: offered only to owners who chose beta versions')
    say('Published', entry['at'][:10])
    say('Signed by', '{} ({})'.format(clean(signer.name), entry['key']))
    say('Place', 'entry {} of {}, counted from 0, in the tree of the checkpoint'.format(
        release.latest, checkpoint.size))
    say('Signature', 'valid (this program)')
    verdict, sentence = ask_ssh_keygen(signer.key, entry['signature'], statement_of(entry))
    say('Signature', sentence + (' (ssh-keygen)' if verdict is not None else ''))
    if verdict is False:
        raise Refused('ssh-keygen does not accept the signature of entry {}'.format(release.latest))


def say_recalled(facts, file_hash):
    index, reason, advice = facts.recalls[file_hash]
    print('VERDICT: RECALLED by entry {}: do not run this file. Reason: {} What to do: {}'.format(
        index, clean(reason), clean(advice)))
    return EXIT_RECALLED


def conclude(facts, release, file_hash):
    newer = facts.newer_than(release)
    if newer is not None:
        say('Newer', 'the public log has a newer version: {} (entry {})'.format(clean(newer[0]), newer[1]))
    if file_hash in facts.recalls:
        return say_recalled(facts, file_hash)
    if release.withdrawn is not None:
        index, at, reason = release.withdrawn
        print('VERDICT: WITHDRAWN by entry {} on {}: genuine, but no longer offered. Reason: {}'.format(
            index, at[:10], clean(reason)))
        return EXIT_WITHDRAWN
    print('VERDICT: genuine and current' if newer is None else
          'VERDICT: genuine and offered, but not the newest version')
    return EXIT_GOOD


def read_options(arguments):
    parser = argparse.ArgumentParser(usage='verify.py (FILE | --log) [options]', description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     allow_abbrev=False)
    parser.add_argument('file', nargs='?', metavar='FILE', help='the release file to check')
    parser.add_argument('--log', action='store_true', help='check the whole public log')
    parser.add_argument('--shop', metavar='URL', help='default: ' + DEFAULT_SHOP.replace('%', '%%'))
    parser.add_argument('--log-dir', metavar='DIR', help='read the log from this folder')
    parser.add_argument('--vkey', metavar='TEXT', help='the log\'s public key')
    parser.add_argument('--kept', metavar='KEPT', help='the file with the kept checkpoint')
    options = parser.parse_args(arguments)
    if (options.file is None) != options.log:
        parser.error('give either a FILE or --log')
    if options.shop is not None and options.log_dir is not None:
        parser.error('give either --shop or --log-dir')
    return options


def run(arguments):
    options = read_options(arguments)
    if options.log_dir is not None:
        source = Folder(options.log_dir)
    else:
        source = Shop(options.shop if options.shop is not None else DEFAULT_SHOP)
    return verify_log(source, options) if options.log else verify_file(source, options)


def main(arguments):
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')
    try:
        return run(arguments)
    except Refused as reason:
        print('REFUSED: {}'.format(reason))
        return EXIT_REFUSED
    except NoVerdict as reason:
        print('NO VERDICT: {}'.format(reason), file=sys.stderr)
    except KeyboardInterrupt:
        print('NO VERDICT: stopped', file=sys.stderr)
    except Exception as error:  # A fault of this program must not look like a verdict.
        print('NO VERDICT: unexpected {}: {}'.format(type(error).__name__, clean(error)), file=sys.stderr)
    return EXIT_NO_VERDICT


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
