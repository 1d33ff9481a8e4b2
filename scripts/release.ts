// npm run release -- PRODUCT VERSION FILE [CHANGELOG] [--beta] [--security-update]: signs a release on this computer, and
// uploads it as a draft. --beta: only for owners who chose beta versions. --security-update: for every owner.
// PRODUCT is an id or a slug, FILE a ZIP archive or a folder. SHOP, ADMIN_USER, ADMIN_PASSWORD and PUBLISHER_KEY name
// the shop, the admin and the publisher's private key; without them a local run and its demo admin are used.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { unzipSync, type Zippable, zipSync } from 'fflate'
import { statementText } from '../src/shared/catalogue/statement-rules.ts'
import { NAMESPACE } from '../src/shared/publishers/contract.ts'
import { BREAKS_KEY_PROMISE, PROMISED_KEY_USES } from '../src/shared/scan/contract.ts'
import { scanFiles } from '../src/shared/scan/scan-files.ts'
import { FINDING_TITLES, MANIFEST } from '../src/shared/scan/terms.ts'
import { stateDir } from './prepare.mjs'
import { publisherKeyFile } from './publisher-key.ts'

const USE = 'Use: npm run release -- PRODUCT VERSION FILE [CHANGELOG] [--beta] [--security-update]'

const shop = new URL(process.env.SHOP ?? `http://localhost:${process.env.PORT ?? 5173}`).origin
const username = process.env.ADMIN_USER ?? 'admin'
const password = process.env.ADMIN_PASSWORD ?? 'admin-password'
const keyFile = resolve(process.env.PUBLISHER_KEY ?? publisherKeyFile(stateDir()))

const { values: options, positionals } = readArguments()
const [product, version, path, changelog = ''] = positionals
if (!product || !version || !path) fail(USE)

const bytes = statSync(path).isDirectory() ? zipFolder(path) : readFileSync(path)
const fileName = `${basename(path).replace(/\.zip$/, '')}.zip`
const sha256 = createHash('sha256').update(bytes).digest('hex')
reportScan(bytes)
const cookie = await logIn()
const { id, slug } = await findProduct(product)
const statement = statementText({
  product: { id, slug },
  version,
  sha256,
  size: bytes.length,
  manifest: manifestOf(bytes),
})
// Signed before the upload: what the shop says about the file is never signed.
const signature = sign(statement)
const release = await upload()
if (release.statement !== statement) {
  fail(`The shop has another statement than the one that was signed. Delete the draft:\n${release.statement}`)
}
await call('PUT', `/api/secure-management/releases/${release.id}/signature`, { signature })
console.log(`${statement}
Draft v${version} of ${slug} is uploaded and signed. Publish it in the Products tab: ${shop}/secure-management/admin-dashboard?tab=products&product=${id}`)

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        beta: { type: 'boolean', default: false },
        'security-update': { type: 'boolean', default: false },
      },
    })
  } catch {
    return fail(USE)
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

/** The same files give the same archive: sorted paths and one fixed time. */
function zipFolder(folder: string): Uint8Array {
  const top = basename(resolve(folder))
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const entries: Zippable = {}
  for (const file of paths) {
    const name = relative(folder, file).replaceAll('\\', '/')
    entries[`${top}/${name}`] = [readFileSync(file), { level: 9 }]
  }
  return zipSync(entries, { mtime: new Date(2020, 0, 1, 12, 0, 0), os: 3, attrs: (0o100644 << 16) >>> 0 })
}

/** Says what keeps the shop from publishing: what its scan will find and windfall.json does not declare. */
function reportScan(archive: Uint8Array): void {
  const { prefix, files } = filesOf(archive)
  const scan = scanFiles(
    files.map(([name, content]) => ({
      path: name.slice(prefix.length),
      size: content.length,
      bytes: content,
    })),
  )
  if (scan.manifest && !PROMISED_KEY_USES.includes(scan.manifest.keys)) console.log(BREAKS_KEY_PROMISE)
  const undeclared = scan.findings.filter(({ isDeclared }) => !isDeclared)
  if (undeclared.length === 0) return
  console.log(`${MANIFEST} does not declare everything. Correct it, or another admin must confirm:`)
  for (const { kind, value, path: file, line } of undeclared) {
    console.log(`  ${FINDING_TITLES[kind]}: ${value} (${file}:${line})`)
  }
}

/** The files of an archive, and the one top folder that contains all of them, or ''. */
function filesOf(archive: Uint8Array) {
  const files = Object.entries(unzipSync(archive)).filter(([name]) => !name.endsWith('/'))
  const [top = ''] = files[0]?.[0].split('/') ?? []
  return { files, prefix: files.every(([name]) => name.startsWith(`${top}/`)) ? `${top}/` : '' }
}

/** The hash of windfall.json in the archive, directly or in its one top folder; null where it has none. */
function manifestOf(archive: Uint8Array): string | null {
  const { prefix, files } = filesOf(archive)
  const manifest = files.find(([name]) => name === `${prefix}${MANIFEST}`)
  return manifest ? createHash('sha256').update(manifest[1]).digest('hex') : null
}

function sign(text: string): string {
  const signed = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', NAMESPACE, '-f', keyFile], {
    input: text,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (signed.error) fail(`ssh-keygen could not be started: ${signed.error.message}`)
  if (signed.status !== 0) fail(`ssh-keygen did not sign with ${keyFile}.`)
  return signed.stdout
}

async function logIn(): Promise<string> {
  const response = await send('POST', '/api/auth/login', { username, password })
  return response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
}

async function findProduct(wanted: string): Promise<{ id: number; slug: string }> {
  const query = encodeURIComponent(wanted)
  const { data } = (await call('GET', `/api/secure-management/products?q=${query}`)) as {
    data: { id: number; slug: string }[]
  }
  const found = data.find((one) => one.slug === wanted || String(one.id) === wanted)
  return found ?? fail(`The shop has no product ${wanted}.`)
}

async function upload(): Promise<{ id: number; statement: string }> {
  const form = new FormData()
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], fileName, { type: 'application/zip' }))
  form.append('version', version ?? '')
  form.append('changelog', changelog)
  form.append('isBeta', String(options.beta))
  form.append('isSecurityUpdate', String(options['security-update']))
  const response = await send('POST', `/api/secure-management/products/${id}/file`, form)
  const { data } = (await response.json()) as {
    data: { releases: { id: number; version: string; statement: string }[] }
  }
  const made = data.releases.find((one) => one.version === version)
  return made ?? fail('The shop did not make a draft of this version.')
}

async function call(method: string, address: string, body?: object): Promise<unknown> {
  return (await send(method, address, body)).json()
}

async function send(method: string, address: string, body?: object | FormData): Promise<Response> {
  const isForm = body instanceof FormData
  const response = await fetch(`${shop}${address}`, {
    method,
    headers: {
      origin: shop,
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(address === '/api/auth/login' ? {} : { cookie }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok) {
    const { message } = (await response.json().catch(() => ({}))) as { message?: string }
    fail(`${method} ${address}: ${response.status} ${message ?? ''}`)
  }
  return response
}
