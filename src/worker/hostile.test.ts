import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import { aUser, type Client, SignedIn, visitor } from './testing/clients.ts'
import { patience, sized } from './testing/depth.ts'
import { bodyOf, type HostileRequest, hostileRequests, pathOf } from './testing/drawn/hostile.ts'
import { dumpBooks } from './testing/dump.ts'
import { aProduct, stockPlans } from './testing/products.ts'
import { bought } from './testing/purchases.ts'
import { allRoutes } from './testing/routes/all-routes.ts'
import { sandbox } from './testing/sandbox.ts'
import { withPausedQueue } from './testing/shop.ts'
import { connect, shake, watch as watchShop } from './testing/sockets.ts'
import { watched } from './testing/watched.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const routes = [
  ...new Set(
    allRoutes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
]

/** Names that the forms of the API read, for fields that a refusal does not name because they are optional. */
const NAMES = [
  'email',
  'username',
  'password',
  'currentPassword',
  'newPassword',
  'code',
  'token',
  'reason',
  'note',
  'notes',
  'price',
  'productId',
  'scriptId',
  'userId',
  'amount',
  'purchaseType',
  'provider',
  'couponCode',
  'clientPaymentId',
  'discountType',
  'discountValue',
  'description',
  'appliesTo',
  'expiresAt',
  'maxUses',
  'name',
  'features',
  'category',
  'imageUrl',
  'tier',
  'version',
  'changelog',
  'isBeta',
  'isSecurityUpdate',
  'licenceKey',
  'product',
  'deviceId',
  'deviceName',
  'address',
  'answer',
  'message',
  'subject',
  'firstName',
  'lastName',
  'channel',
  'type',
  'role',
  'advice',
  'awareAt',
  'clock',
  'reference',
  'adminKey',
  'referralCode',
  'referredBy',
  'notification_preferences',
  'atPeriodEnd',
  'publicKey',
  'signature',
]

// Nothing is delivered meanwhile: what a table shows is what the request wrote.
const watch = watched(withPausedQueue().bindings)
const { bindings } = watch
let callers: Client[] = []
/** Ids of rows that a drawn request may change or delete. */
let ids: string[] = []
beforeAll(async () => {
  const spare = [await aUser({ bindings }), await aUser({ bindings })]
  const products = [await aProduct(), await aProduct()]
  const { paymentId } = await bought(spare[0] as SignedIn, (products[0] as { id: number }).id)
  ids = [...spare, ...products].map(({ id }) => String(id)).concat(String(paymentId), 'abc', '987654')
  const people = Array.from({ length: 12 }, (_, nth) => aUser({ admin: nth % 2 === 0, bindings }))
  callers = [visitor(bindings), visitor(bindings), ...(await Promise.all(people))]
})

const known = new Map<string, string[]>()
/** What the route reads from a body: the fields that its own refusals name, and names of the API's other forms. */
function fieldsOf(route: string, refusal?: unknown): string[] {
  const fields = known.get(route) ?? [...NAMES]
  known.set(route, fields)
  const named = (refusal as { data?: { fields?: Record<string, string> } } | undefined)?.data?.fields ?? {}
  // A field that was named comes often: it is there many times.
  for (const name of Object.keys(named))
    if (name !== '' && fields.length < 400) fields.push(...Array<string>(20).fill(name.split('.')[0] ?? name))
  return fields
}

/** Empties the record of statements, and tells whether one of them can write what a refusal may not. */
const wrote = (): boolean =>
  watch.statements
    .splice(0)
    .some(
      ({ sql }) => /\b(?:insert|update|delete|replace)\b/i.test(sql) && !sql.includes('"security_events"'),
    )

/** The books by table, without what a refusal may record: the events of security, and the alert to support about them. */
async function books(): Promise<Map<string, string>> {
  const { security_events: _, ...all } = await dumpBooks()
  const isAlert = (row: object) =>
    Object.values(row).some((value) => /^(?:security|budget):/.test(String(value)))
  return new Map(
    Object.entries(all).map(([table, rows]) => [table, JSON.stringify(rows.filter((row) => !isAlert(row)))]),
  )
}

const changedIn = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].filter(([table, rows]) => rows !== before.get(table)).map(([table]) => table)

/** A caller whose session a drawn request ended is replaced, so that the run goes on with sessions. */
async function replaceIfLoggedOut(nth: number): Promise<void> {
  const caller = callers[nth] as Client
  if (!(caller instanceof SignedIn)) return
  if ((await caller.again().get('/api/auth/me')).status === 200) return
  callers[nth] = await aUser({ admin: nth % 2 === 0, bindings })
}

async function send(request: HostileRequest, nth: number): Promise<Response> {
  const [method = ''] = request.route.split(' ')
  const { type, content } = bodyOf(request, fieldsOf(request.route))
  // Every request has an address of its own, so that limits of one network do not end the run.
  const address = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
  const headers = { 'content-type': type, 'cf-connecting-ip': address, ...request.headers }
  const caller = (callers[request.caller] as Client).again()
  return caller.fetch(method, pathOf(request), headers, method === 'GET' ? undefined : content)
}

/** No scheduled job runs in this test: after some minutes the shop's health says so, as it should. */
const isHealth503 = (route: string, status: number) => route === 'GET /api/health' && status === 503

// spec: permissions
test(
  'requests that no page sends get no 5xx at any route, and a refused one writes nothing',
  async () => {
    const statuses = new Map<number, number>()
    const failed: string[] = []
    const written: string[] = []
    let nth = 0
    const tried = fc.asyncProperty(hostileRequests(routes, callers.length, ids), async (request) => {
      const response = await send(request, nth++)
      response.webSocket?.accept()
      response.webSocket?.close()
      const text = response.status === 101 ? '' : await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const shown = `${request.route} ${response.status} ${JSON.stringify(request).slice(0, 600)}`
      if (response.status >= 500 && !isHealth503(request.route, response.status))
        failed.push(`${shown} ${text.slice(0, 200)}`)
      if (wrote() && response.status >= 400) {
        // The batch may have been rolled back. The same request, between two readings of all tables, shows it.
        const before = await books()
        await (await send(request, nth)).text()
        const changed = changedIn(before, await books())
        if (changed.length > 0) written.push(`${changed} ${shown}`)
      }
      if (response.status === 400) fieldsOf(request.route, JSON.parse(text))
      if (response.status === 401 && request.headers.cookie === undefined)
        await replaceIfLoggedOut(request.caller)
    })
    const numRuns = sized(3000, 25_000)
    await fc.assert(tried, {
      numRuns,
      seed: inject('seed'),
      endOnFailure: true,
      markInterruptAsFailure: true,
    })
    expect(failed, failed.join('\n')).toEqual([])
    expect(written, written.join('\n')).toEqual([])
    // Most of it reaches the routes: limits answer the fewest.
    expect(statuses.get(429) ?? 0).toBeLessThan(nth / 4)
    expect(nth).toBe(numRuns)
  },
  patience(240_000),
)

test(
  'frames that no page sends end neither an object nor the next connection',
  async () => {
    // A hub takes so many connections of one person and no more: the runs are shared out.
    const pairs = await Promise.all(
      Array.from({ length: sized(1, 4) }, () => Promise.all([aUser(), aUser({ admin: true })])),
    )
    let nth = 0
    const frame = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.json(),
      fc.constantFrom(
        '',
        '{}',
        '[]',
        'null',
        '{"type":null}',
        '{"type":"__proto__"}',
        'x'.repeat(70_000),
        '{'.repeat(5000),
      ),
      fc
        .record({
          type: fc.constantFrom(
            'init',
            'admin-init',
            'ping',
            'mark_read',
            'mark_all_read',
            'dismiss',
            'clear',
            'constructor',
          ),
          id: fc.jsonValue({ maxDepth: 2 }),
          userId: fc.jsonValue({ maxDepth: 1 }),
          isAdmin: fc.jsonValue({ maxDepth: 1 }),
          ids: fc.jsonValue({ maxDepth: 2 }),
          since: fc.jsonValue({ maxDepth: 1 }),
        })
        .map((sent) => JSON.stringify(sent)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => bytes.slice().buffer as ArrayBuffer),
    )
    const people = () => env.DB.prepare('SELECT id, is_admin, email, password FROM users ORDER BY id').all()
    const before = (await people()).results
    const tried = fc.asyncProperty(
      fc.array(frame, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      async (frames, asAdmin) => {
        const [user, admin] = pairs[nth++ % pairs.length] as [SignedIn, SignedIn]
        const query = asAdmin ? `?userId=${admin.id}&isAdmin=true` : ''
        const response = await shake(asAdmin ? admin : user, { query })
        const socket = response.webSocket
        if (!socket) return
        let code = 0
        socket.addEventListener('close', (closed) => {
          code = closed.code
        })
        socket.accept()
        for (const one of frames) {
          try {
            socket.send(one)
          } catch {
            break
          }
        }
        await new Promise((done) => setTimeout(done, 2))
        socket.close(1000)
        expect([0, 1000, 1003, 1005, 1006, 1007, 1008, 1009]).toContain(code)
      },
    )
    await fc.assert(tried, { numRuns: sized(60, 300), seed: inject('seed') })
    expect((await people()).results).toEqual(before)
    for (const [user, admin] of pairs) {
      expect((await connect(user)).welcome).toBeDefined()
      expect((await watchShop(admin)).greetings.length).toBeGreaterThan(0)
    }
  },
  patience(120_000),
)
