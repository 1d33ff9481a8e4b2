import { Hono } from 'hono'
import { z } from 'zod'
import type { Box, BoxApp } from '../box.ts'
import { misbehave } from '../crypto/misbehave.ts'
import { keep, listAll, lookUp } from '../crypto/objects.ts'
import { buildCheckout, type Checkout, type CheckoutTerms } from './checkout.ts'
import { CoinbaseApiError } from './errors.ts'
import { deactivateCheckout, refundCheckout } from './flows.ts'
import { checkToken } from './token.ts'

const base = '/api/v1/checkouts'
const amount = z.string().regex(/^\d+(\.\d{1,2})?$/)
const uuid4 = z.uuid({ version: 'v4' })

/** An https URL; http is allowed only for the shop of a local run. */
const address = (own: string) =>
  z
    .url()
    .max(2048)
    .refine((url) => url.startsWith('https://') || url.startsWith(`${own}/`))

const createSchema = (own: string) =>
  z.strictObject({
    amount: amount.refine((text) => Number(text) >= 0.01),
    currency: z.enum(['USDC', 'USD', 'EUR', 'SGD', 'GBP']),
    network: z.literal('base').optional(),
    description: z.string().max(500).optional(),
    metadata: z
      .record(z.string(), z.string().max(100))
      .refine((pairs) => Object.keys(pairs).length <= 20)
      .optional(),
    successRedirectUrl: address(own).optional(),
    failRedirectUrl: address(own).optional(),
    expiresAt: z.iso
      .datetime()
      .refine((at) => Date.parse(at) > Date.now())
      .optional(),
  })

const refundSchema = z.strictObject({
  amount,
  currency: z.string().optional(),
  reason: z.string().max(500).optional(),
})

const listSchema = z.object({
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  pageToken: z.string().optional(),
  startTime: z.iso.datetime().optional(),
  endTime: z.iso.datetime().optional(),
})

function read<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(raw)
  if (success) return data
  const { path = [], message = 'not accepted' } = error.issues[0] ?? {}
  throw new CoinbaseApiError(400, `${path.join('.') || 'body'}: ${message}`)
}

function load(box: Box, id: string): Checkout {
  const found = lookUp(box, 'coinbase.checkout', id)
  if (!found) throw new CoinbaseApiError(404, 'Checkout not found', 'not_found')
  return found
}

/** The same key and body return the same checkout; the same key with another body is refused. */
function createOnce(box: Box, key: string | undefined, terms: CheckoutTerms): Checkout {
  const fingerprint = JSON.stringify(terms)
  const known = key
    ? box.sql
        .exec<{ fingerprint: string; checkout_id: string }>(
          'SELECT fingerprint, checkout_id FROM coinbase_idempotency WHERE key = ?',
          key,
        )
        .toArray()[0]
    : undefined
  if (known && known.fingerprint !== fingerprint) {
    throw new CoinbaseApiError(409, 'The idempotency key was used for another request', 'already_exists')
  }
  if (known) return load(box, known.checkout_id)
  const made = keep(box, 'coinbase.checkout', buildCheckout(box, terms))
  if (key) box.sql.exec('INSERT INTO coinbase_idempotency VALUES (?, ?, ?)', key, fingerprint, made.id)
  return made
}

/** Plays business.coinbase.com. */
export const coinbaseApi = new Hono<BoxApp>()
  .use(async (c, next) => {
    // A body must be read before the response is sent, also for a refused call.
    await c.req.text()
    const { COINBASE_KEY_ID: id, COINBASE_KEY_SECRET: secret } = c.env.env
    await checkToken(c.req.header('authorization'), c.req, { id, secret })
    await next()
  })
  .use(misbehave((c) => c.json({ errorType: 'internal_error', errorMessage: 'Internal error' }, 500)))
  .post(base, async (c) => {
    const terms = read(createSchema(c.env.env.PUBLIC_URL), await c.req.json().catch(() => null))
    const header = c.req.header('x-idempotency-key')
    const key = header === undefined ? undefined : read(uuid4, header)
    const made = c.env.transact(() => createOnce(c.env, key, terms as CheckoutTerms))
    await c.env.arm()
    return c.json(made, 201)
  })
  .get(base, (c) => {
    const { pageSize, pageToken, startTime, endTime } = read(listSchema, c.req.query())
    const statuses = c.req.queries('status') ?? []
    const all = listAll(c.env, 'coinbase.checkout').filter(
      (one) =>
        (statuses.length === 0 || statuses.includes(one.status)) &&
        (!startTime || Date.parse(one.createdAt) >= Date.parse(startTime)) &&
        (!endTime || Date.parse(one.createdAt) <= Date.parse(endTime)),
    )
    const from = pageToken ? all.findIndex(({ id }) => id === pageToken) : 0
    if (from < 0) throw new CoinbaseApiError(400, 'pageToken: unknown')
    const next = all[from + pageSize]
    return c.json({
      checkouts: all.slice(from, from + pageSize),
      ...(next && { nextPageToken: next.id }),
    })
  })
  .get(`${base}/:id`, (c) => c.json(load(c.env, c.req.param('id'))))
  .post(`${base}/:id/deactivate`, (c) =>
    c.json(c.env.transact(() => deactivateCheckout(c.env, load(c.env, c.req.param('id'))))),
  )
  .post(`${base}/:id/refund`, async (c) => {
    const terms = read(refundSchema, await c.req.json().catch(() => null))
    const made = c.env.transact(() => refundCheckout(c.env, load(c.env, c.req.param('id')), terms))
    await c.env.arm()
    return c.json(made)
  })
  .notFound((c) => c.json({ errorType: 'not_found', errorMessage: 'Not found' }, 404))
  .onError((error, c) => {
    if (error instanceof CoinbaseApiError) {
      return c.json({ errorType: error.errorType, errorMessage: error.message }, error.status)
    }
    console.error('sandbox: Checkouts API', error)
    return c.json({ errorType: 'internal_error', errorMessage: 'Internal error' }, 500)
  })
