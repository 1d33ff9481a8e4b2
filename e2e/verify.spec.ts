import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { MANIFEST } from './testing/manifest.ts'
import { changeTables, WORKER_STATE } from './testing/own-shop.ts'
import { buyByApi, logInAsAdmin, newAccount, ownOrigin, registerByApi, watchConsole } from './testing/shop.ts'
import { type APIRequestContext, DEEP, expect, test } from './testing/test.ts'

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0
const HAS_SSH = spawnSync('ssh-keygen', ['-?']).error === undefined
test.skip(!HAS_PYTHON || !HAS_SSH, 'python3 and ssh-keygen are not installed')

const folder = mkdtempSync(join(tmpdir(), 'windfall-verify-'))

/** Runs the verifier as the shop serves it, and returns its exit code and what it printed. */
async function verify(request: APIRequestContext, ...args: string[]) {
  const script = join(folder, 'verify.py')
  writeFileSync(script, await (await request.get('/verify.py')).text())
  const { status, stdout, stderr } = spawnSync('python3', [script, ...args], { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

/** Uploads, signs and publishes a release as a publisher does. Returns its bytes. */
async function release(request: APIRequestContext, shop: string, version: string, ...options: string[]) {
  const file = join(folder, `release-${version}.zip`)
  const bytes = zipSync({
    'r/main.py': strToU8(`print("${version}")\n`),
    'r/windfall.json': strToU8(MANIFEST),
  })
  writeFileSync(file, bytes)
  execFileSync('npm', ['run', '--silent', 'release', '--', 'monad', version, file, 'Signed.', ...options], {
    env: { ...process.env, SHOP: shop, STATE_DIR: WORKER_STATE },
  })
  const { data } = await (await request.get('/api/secure-management/products/1')).json()
  const { id } = data.releases.find((one: { version: string }) => one.version === version)
  const address = `/api/secure-management/releases/${id}`
  const headers = ownOrigin(shop)
  const published = await request.post(`${address}/publish`, { data: { silent: true }, headers })
  expect(published.status(), await published.text()).toBe(200)
  return { file, bytes, address }
}

test('a buyer checks a download with verify.py and ssh-keygen; a changed byte, a withdrawal and an edited log are found', async ({
  request,
  playwright,
  shop,
}) => {
  const admin = await playwright.request.newContext({ baseURL: shop })
  await logInAsAdmin(admin, shop)
  const version = `9.${Date.now() % 100_000}`
  const made = await release(admin, shop, version)

  const buyer = newAccount()
  await registerByApi(request, shop, buyer)
  await buyByApi(request, shop, buyer, 1)
  await expect.poll(async () => (await request.get('/api/download/file/1')).status()).toBe(200)
  const download = await request.get(`/api/download/file/1?version=${version}`)
  expect(download.status(), await download.text()).toBe(200)
  const index = Number(download.headers()['x-log-index'])
  const file = join(folder, 'download.zip')
  writeFileSync(file, await download.body())

  const genuine = await verify(request, file)
  expect(genuine.said).toContain('VERDICT: genuine and current')
  expect(genuine.said).toContain('Signature    valid (ssh-keygen)')
  expect(genuine.status).toBe(0)
  expect((await verify(request, '--log', '--kept', join(folder, 'kept'))).status).toBe(0)

  // With nothing of ours: the entry's statement and signature, OpenSSH, and the publisher's public key.
  const bundle = Buffer.from(await (await request.get(await lastBundle(request))).body())
  const entry = entriesOf(bundle)[index]
  const { product, sha256, size, manifest, signature } = JSON.parse(entry ?? '')
  const statement = `windfall-release v1\nproduct: ${product.id} ${product.slug}\nversion: ${version}\nsha256: ${sha256}\nsize: ${size}\nmanifest: ${manifest ?? 'none'}\n`
  const line = readFileSync(join(WORKER_STATE, 'publisher_key.pub'), 'utf8')
  writeFileSync(join(folder, 'signers'), `publisher@shop namespaces="windfall-release" ${line}`)
  writeFileSync(
    join(folder, 'sig'),
    `-----BEGIN SSH SIGNATURE-----\n${signature.replace(/(.{70})(?=.)/g, '$1\n')}\n-----END SSH SIGNATURE-----\n`,
  )
  const ssh = (input: string) =>
    spawnSync(
      'ssh-keygen',
      ['-Y', 'verify', '-f', 'signers', '-I', 'publisher@shop', '-n', 'windfall-release', '-s', 'sig'],
      { cwd: folder, input },
    ).status
  expect(ssh(statement)).toBe(0)
  expect(ssh(statement.replace(version, '9.9'))).not.toBe(0)

  const changed = Buffer.from(made.bytes)
  changed[40] = (changed[40] ?? 0) ^ 1
  writeFileSync(file, changed)
  expect((await verify(request, file)).status).toBe(1)

  await admin.post(`${made.address}/yank`, { data: { reason: 'It is slow' }, headers: ownOrigin(shop) })
  await expect.poll(async () => (await verify(request, made.file)).status, { timeout: 20_000 }).toBe(3)
  const recall = { reason: 'It signs twice', advice: 'Revoke its approvals' }
  await admin.post(`${made.address}/recall`, { data: recall, headers: ownOrigin(shop) })
  await expect.poll(async () => (await verify(request, made.file)).status, { timeout: 20_000 }).toBe(4)
  expect((await verify(request, made.file)).said).toContain('What to do: Revoke its approvals')

  // Somebody edits an old entry in the database.
  const triggers = 'log_entries_no_update'
  const rewrite = (from: string, to: string) =>
    changeTables(`UPDATE log_entries SET entry = replace(entry, ?, ?) WHERE idx = ?`, from, to, index)
  await changeTables(`DROP TRIGGER ${triggers}`)
  await rewrite(`"${version}"`, `"9.x"`)
  const edited = await verify(request, '--log', '--kept', join(folder, 'kept'))
  await rewrite(`"9.x"`, `"${version}"`)
  await changeTables(
    `CREATE TRIGGER ${triggers} BEFORE UPDATE ON log_entries BEGIN SELECT RAISE(ABORT, 'log_entries is append-only'); END;`,
  )
  expect(edited.status).toBe(1)
  expect(edited.said).toContain('REFUSED')
  expect((await verify(request, '--log', '--kept', join(folder, 'kept'))).status).toBe(0)
  await admin.dispose()
})

test('verify.py says that a file is a beta version, which is not newer than the stable one until it is offered to everyone', {
  tag: DEEP,
}, async ({ request, playwright, shop }) => {
  const admin = await playwright.request.newContext({ baseURL: shop })
  await logInAsAdmin(admin, shop)
  const number = Date.now() % 100_000
  const stable = await release(admin, shop, `7.${number}`)
  const beta = await release(admin, shop, `7.${number}.1`, '--beta')
  const ofBeta = await verify(request, beta.file)
  expect(ofBeta.said).toContain('Channel      beta')
  expect(ofBeta.said).toContain('VERDICT: genuine and current')
  expect((await verify(request, stable.file)).said).toContain('VERDICT: genuine and current')
  const data = { silent: true }
  const promoted = await admin.post(`${beta.address}/promote`, { data, headers: ownOrigin(shop) })
  expect(promoted.status(), await promoted.text()).toBe(200)
  await expect
    .poll(async () => (await verify(request, stable.file)).said, { timeout: 20_000 })
    .toContain('not the newest version')
  const current = await verify(request, beta.file)
  expect(current.said).toContain('VERDICT: genuine and current')
  expect(current.said).not.toContain('Channel')
  for (const { address } of [beta, stable])
    await admin.post(`${address}/yank`, { data: { reason: 'A test' }, headers: ownOrigin(shop) })
  await admin.dispose()
})

test('a visitor checks a file in the browser, also without a connection: genuine, changed, withdrawn', async ({
  page,
  context,
  playwright,
  shop,
}) => {
  const admin = await playwright.request.newContext({ baseURL: shop })
  await logInAsAdmin(admin, shop)
  const version = `8.${Date.now() % 100_000}`
  const { bytes, address } = await release(admin, shop, version)
  const choose = (name: string, content: Uint8Array) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(content) })
  const result = page.getByRole('region', { name: 'Result' })

  const errors = watchConsole(page)
  await page.goto('/verify')
  await expect(page.getByText('you can go offline now')).toBeVisible()
  await context.setOffline(true)
  await choose('monad.zip', bytes)
  await expect(result).toContainText('Genuine and current')
  await expect(result).toContainText(version)
  await expect(result).toContainText(/Entry \d+, counted from 0, of \d+ entries/)
  const changed = bytes.with(40, (bytes[40] ?? 0) ^ 1)
  await choose('changed.zip', changed)
  await expect(result).toContainText('Not in the public log')
  await context.setOffline(false)

  await admin.post(`${address}/yank`, { data: { reason: 'It is slow' }, headers: ownOrigin(shop) })
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('you can go offline now')).toBeVisible()
    await choose('monad.zip', bytes)
    await expect(result).toContainText('Genuine, but withdrawn', { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await expect(result).toContainText('It is slow')
  expect(errors).toEqual([])
  await admin.dispose()
})

/** The address of the one bundle of a log of fewer than 256 entries. */
async function lastBundle(request: APIRequestContext): Promise<string> {
  const [, size] = (await (await request.get('/log/checkpoint')).text()).split('\n')
  return `/log/tile/entries/000.p/${size}`
}

function entriesOf(bundle: Buffer): string[] {
  const entries: string[] = []
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + bundle.readUInt16BE(at)
    entries.push(bundle.subarray(at + 2, end).toString('utf8'))
    at = end
  }
  return entries
}
