import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { databaseOf, endShop, seededState, startShop, stateOf, workerPort } from './testing/own-shop.ts'
import { buyByApi, fileAddressOf, newAccount, receiptsTo, registerByApi } from './testing/shop.ts'
import { DEEP, expect, test } from './testing/test.ts'

const port = workerPort(2)
const baseURL = `http://localhost:${port}`

test.use({ baseURL })

const npm = (script: string, state: string, ...args: string[]) =>
  execFileSync('npm', ['run', '--silent', script, '--', ...args], {
    env: { ...process.env, STATE_DIR: state },
    encoding: 'utf8',
    stdio: 'pipe',
  })

type Row = Record<string, unknown>

/** Every table with its rows, and every index and trigger with its SQL. Without the last ids: a restore raises them. */
function contentsOf(state: string) {
  const db = databaseOf(state)
  const read = (sql: string) => db.prepare(sql).all() as Row[]
  const objects = read(
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY type, name",
  )
  const tables = objects.filter(({ type, name }) => type === 'table' && name !== 'sqlite_sequence')
  const rows = tables.map(({ name }) => [name, read(`SELECT * FROM "${name}" ORDER BY rowid`)] as const)
  db.close()
  return { objects, rows: Object.fromEntries(rows) as Record<string, Row[]> }
}

test('a restored backup equals the shop at its time; later sessions and links are invalid, later ids are not reused', {
  tag: DEEP,
}, async ({ page, playwright }) => {
  test.setTimeout(240_000)
  const { request } = page
  const state = seededState('backup')
  const restored = stateOf(`restored-${process.env.TEST_PARALLEL_INDEX ?? 0}`)
  const file = `${restored}.sql`
  for (const path of [restored, file]) rmSync(path, { recursive: true, force: true })
  const purchases = async () => (await (await request.get('/api/user/purchases')).json()).data

  const shop = await startShop(port, state)
  const account = newAccount()
  await registerByApi(request, baseURL, account)
  await buyByApi(request, baseURL, account, 1)
  await buyByApi(request, baseURL, account, 2, 'subscription')
  await expect.poll(async () => (await purchases()).length).toBe(2)
  await expect.poll(async () => (await receiptsTo(request, account.email)).length).toBe(2)
  const owned = await purchases()
  // Wait for an empty outbox, so that nothing changes between the backup and the comparison of the tables.
  const open = () =>
    contentsOf(state).rows.outbox?.filter(({ dispatched_at }) => dispatched_at === null).length
  await expect.poll(open).toBe(0)
  npm('db:backup', state, file)
  const backedUp = contentsOf(state)
  expect(backedUp.rows.users?.length).toBeGreaterThan(2)
  expect(backedUp.objects.filter(({ type }) => type === 'trigger').length).toBeGreaterThan(20)

  const lost = newAccount()
  const browser = await playwright.request.newContext({ baseURL })
  await registerByApi(browser, baseURL, lost)
  await buyByApi(browser, baseURL, lost, 1)
  await expect.poll(async () => (await receiptsTo(request, lost.email)).length).toBe(1)
  const [receipt] = await receiptsTo(request, lost.email)
  const link = fileAddressOf(receipt)
  expect((await browser.get(link)).status()).toBe(200)
  const idOfLost = contentsOf(state).rows.users?.at(-1)?.id as number
  await endShop(shop.process, 'SIGTERM')

  // The database is lost. Files, hubs and the providers are not.
  cpSync(state, restored, { recursive: true })
  rmSync(`${restored}/v3/d1`, { recursive: true })
  npm('db:restore', restored, file)
  npm('db:check', restored)
  expect(contentsOf(restored)).toEqual(backedUp)

  const again = await startShop(port, restored)
  expect(await purchases()).toEqual(owned)
  expect((await request.get('/api/download/file/1')).status()).toBe(200)
  expect((await browser.get('/api/user/purchases')).status()).toBe(401)
  expect((await browser.get(link)).status()).toBeGreaterThanOrEqual(400)

  const next = newAccount()
  const other = await playwright.request.newContext({ baseURL })
  await registerByApi(other, baseURL, next)
  await buyByApi(other, baseURL, next, 1)
  await expect.poll(async () => (await receiptsTo(request, next.email)).length).toBe(1)
  const { rows } = contentsOf(restored)
  expect(rows.users?.at(-1)?.id).toBeGreaterThan(idOfLost + 100_000)
  expect(rows.payments?.at(-1)).toMatchObject({ status: 'completed' })
  expect(rows.payments?.at(-1)?.id).toBeGreaterThan(100_000)
  expect((await browser.get(link)).status()).toBeGreaterThanOrEqual(400)
  // The restored triggers count new rows, and still refuse changes of the ledger.
  expect(rows.shop_totals?.[0]?.purchases).toBe((backedUp.rows.shop_totals?.[0]?.purchases as number) + 1)
  const db = databaseOf(restored)
  expect(() => db.exec('DELETE FROM ledger_entries')).toThrow('append-only')
  db.close()
  await endShop(again.process, 'SIGTERM')

  expect(() => npm('db:restore', restored, file)).toThrow('not empty')
  writeFileSync(file, readFileSync(file, 'utf8').replace(account.username, 'somebody'))
  rmSync(`${restored}/v3/d1`, { recursive: true })
  expect(() => npm('db:restore', restored, file)).toThrow('damaged')
  rmSync(file)
})
