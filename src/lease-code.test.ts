import { execFile, spawnSync } from 'node:child_process'
import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JwksKey } from '#shared/licences/contract.ts'
import { deviceId, readLease } from '../seed/files/_shared/lease.mjs'
import { issueLease } from './worker/features/licences/issue-lease.ts'
import type { Config } from './worker/providers/config.ts'
import { leaseKeyOf } from './worker/providers/lease-key.ts'

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0
const SHARED = resolve('seed/files/_shared')
const DAY = 86_400
const NOW = 1_800_000_000
const device = 'a-device-of-mine'

/** A shop with a key of its own. */
function aShop() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const leaseSigningKey = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  return { publicUrl: 'https://shop.test', leaseSigningKey, leasePreviousKey: null } as unknown as Config
}
const leaseOf = (shop: Config, slug = 'monad', on = device, at = NOW) =>
  issueLease(shop, 7, { id: 1, slug }, on, at * 1000)

type Case = { name: string; lease: string; keys: readonly object[]; now?: number; accepted?: true }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString())

async function allCases(): Promise<Case[]> {
  const [shop, other] = [aShop(), aShop()]
  const { publicKeys: keys } = await leaseKeyOf(shop)
  const [own] = keys as readonly [JwksKey]
  const [foreign] = (await leaseKeyOf(other)).publicKeys as readonly [JwksKey]
  const lease = await leaseOf(shop)
  const [head = '', body = '', signature = ''] = lease.split('.')
  const kid = own.kid
  const changed = encode({ ...decode(body), exp: NOW + 900 * DAY })
  const bytes = Buffer.from(signature, 'base64url')
  const flipped = Buffer.from(bytes)
  flipped[100] = (flipped[100] ?? 0) ^ 1
  const hs = `${encode({ alg: 'HS256', kid })}.${body}`
  const mac = createHmac('sha256', own.n).update(hs).digest('base64url')
  /** Signed by the shop's key as RS256, with another algorithm in the header. */
  const signedAs = (alg: string) => {
    const text = `${encode({ alg, kid })}.${body}`
    const der = Buffer.from(shop.leaseSigningKey, 'base64')
    const key = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
  }
  const sealed = (text: string) => `${head}.${body}.${text}`
  return [
    { name: 'valid', lease, keys, accepted: true },
    { name: 'valid in its last second', lease, keys, now: NOW + 7 * DAY - 1, accepted: true },
    { name: 'valid by the previous key', lease, keys: [foreign, own], accepted: true },
    { name: 'expired', lease, keys, now: NOW + 7 * DAY },
    { name: 'tampered payload', lease: `${head}.${changed}.${signature}`, keys },
    { name: 'tampered signature', lease: sealed(flipped.toString('base64url')), keys },
    { name: 'no signature', lease: sealed(''), keys },
    { name: 'short signature', lease: sealed(bytes.subarray(1).toString('base64url')), keys },
    { name: 'long signature', lease: sealed(Buffer.from([0, ...bytes]).toString('base64url')), keys },
    { name: 'signature 0', lease: sealed(Buffer.alloc(256).toString('base64url')), keys },
    { name: 'alg none', lease: `${encode({ alg: 'none', kid })}.${body}.`, keys },
    { name: 'alg none, signed', lease: `${encode({ alg: 'none', kid })}.${body}.${signature}`, keys },
    { name: 'alg HS256', lease: `${hs}.${mac}`, keys },
    { name: 'alg none over a true signature', lease: signedAs('none'), keys },
    { name: 'alg HS256 over a true signature', lease: signedAs('HS256'), keys },
    { name: 'another key', lease: await leaseOf(other), keys },
    { name: 'another key below a known kid', lease, keys: [{ ...foreign, kid }] },
    { name: 'no keys', lease, keys: [] },
    { name: 'another device', lease: await leaseOf(shop, 'monad', 'another-device'), keys },
    { name: 'another product', lease: await leaseOf(shop, 'scroll'), keys },
    { name: 'four parts', lease: `${lease}.${signature}`, keys },
    { name: 'nothing', lease: '', keys },
  ]
}

const PYTHON = `
import json, sys
sys.path.insert(0, sys.argv[1])
from lease import LeaseError, read_lease
for one in json.load(sys.stdin):
    try:
        read_lease(one['lease'], one['keys'], 'monad', '${device}', one.get('now', ${NOW}))
        print('accepted')
    except LeaseError:
        print('refused')
`

let cases: Case[]
beforeAll(async () => {
  cases = await allCases()
})
const expected = () => cases.map(({ name, accepted }) => `${name}: ${accepted ? 'accepted' : 'refused'}`)

test('the Node code of the samples accepts a valid lease and refuses any other', () => {
  const outcomes = cases.map(({ name, lease, keys, now = NOW }) => {
    try {
      readLease(lease, keys, 'monad', device, now)
      return `${name}: accepted`
    } catch (error) {
      return `${name}: ${(error as Error).constructor.name === 'LeaseError' ? 'refused' : error}`
    }
  })
  expect(outcomes).toEqual(expected())
})

const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'error' }

test.skipIf(!HAS_PYTHON)('the Python code of the samples accepts a valid lease and refuses any other', () => {
  const input = JSON.stringify(cases)
  const run = spawnSync('python3', ['-c', PYTHON, SHARED], { input, env, encoding: 'utf8' })
  expect(run.stderr).toBe('')
  const outcomes = run.stdout.trim().split('\n')
  expect(cases.map(({ name }, place) => `${name}: ${outcomes[place]}`)).toEqual(expected())
})

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A sample as a customer has it, with a licence of a shop that does not answer. */
function unpacked(sample: string, files: string[], kept: object | null, shop = 'http://127.0.0.1:9'): string {
  const folder = mkdtempSync(join(tmpdir(), 'windfall-lease-'))
  folders.push(folder)
  for (const file of [...files, 'config.example.json'])
    copyFileSync(join('seed/files', sample, file), join(folder, file))
  for (const file of ['lease.py', 'lease.mjs', 'planner.py', 'planner.mjs'])
    copyFileSync(join(SHARED, file), join(folder, file))
  const licence = { shop, licenceKey: 'WF-22222' }
  writeFileSync(join(folder, 'licence.json'), JSON.stringify(licence))
  const slug = sample.split('/')[0]
  if (kept) writeFileSync(join(folder, `lease-${slug}.json`), JSON.stringify(kept))
  return folder
}

const SAMPLES = [
  ...(HAS_PYTHON ? [['python3', 'monad', '1.2.0', 'monad_farmer.py'] as const] : []),
  [process.execPath, 'scroll', '1.0.0', 'scroll-sessions.mjs'] as const,
]

test.each(SAMPLES)(
  'while the shop does not answer, a sample in %s runs with a valid lease only, and says until when',
  async (program, slug, version, script) => {
    const run = (kept: object | null) => {
      const cwd = unpacked(`${slug}/${version}`, [script], kept)
      const args = [join(cwd, script), '--config', 'config.example.json']
      const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
      return { status, stdout: stdout.split('\n')[0], stderr: stderr.trim() }
    }
    const shop = aShop()
    const { publicKeys: keys } = await leaseKeyOf(shop)
    const now = Math.floor(Date.now() / 1000)
    const here = deviceId()
    const keep = async (on: string, at: number) => ({
      device: here,
      lease: await leaseOf(shop, slug, on, at),
      keys,
    })
    const until = new Date((now + 6 * DAY) * 1000).toISOString().slice(0, 16).replace('T', ' ')
    expect(run(await keep(here, now - DAY))).toEqual({
      status: 0,
      stdout: `The shop does not answer. This script goes on with its lease until ${until} UTC.`,
      stderr: '',
    })
    const refused = (stderr: string) => ({ status: 3, stdout: '', stderr })
    expect(run(null)).toEqual(refused('The shop does not answer.'))
    expect(run(await keep('another-device', now))).toEqual(
      refused('The shop does not answer. The lease is for another product or device.'),
    )
    expect(run(await keep(here, now - 8 * DAY)).stderr).toMatch(
      /^The shop does not answer. The lease ended on /,
    )
  },
)

test.each(SAMPLES)(
  'where an answer breaks off or makes no sense, a sample in %s runs with its lease',
  async (program, slug, version, script) => {
    const here = deviceId()
    const shop = aShop()
    const { publicKeys: keys } = await leaseKeyOf(shop)
    const lease = await leaseOf(shop, slug, here, Math.floor(Date.now() / 1000))
    for (const answer of [
      'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"data"',
      'HTTP/1.1 403 Forbidden\r\ncontent-length: 900\r\n\r\n{',
      'What?\r\n\r\n',
    ]) {
      const server = createServer((socket) =>
        socket.on('error', () => undefined).once('data', () => socket.end(answer)),
      )
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const cwd = unpacked(`${slug}/${version}`, [script], { device: here, lease, keys }, address)
      const said = await new Promise<string>((done) => {
        const args = [join(cwd, script), '--config', 'config.example.json']
        execFile(program, args, { cwd, env }, (_, stdout, stderr) => done(stdout.split('\n')[0] + stderr))
      })
      server.close()
      expect(said, answer).toMatch(
        /^The shop does not answer. This script goes on with its lease until [^\n]*$/,
      )
    }
  },
)
