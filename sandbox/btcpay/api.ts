import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Box, BoxApp } from '../box.ts'
import { misbehave } from '../crypto/misbehave.ts'
import { keep, listAll, lookUp } from '../crypto/objects.ts'
import { BtcpayApiError } from './errors.ts'
import { emit, mark } from './flows.ts'
import { buildInvoice, type Invoice, methodsOf, shown } from './invoice.ts'
import { refundInvoice, shownPull } from './pull-payment.ts'

const decimal = z.string().regex(/^\d+(\.\d+)?$/)

const createSchema = z.strictObject({
  amount: decimal,
  currency: z.string().length(3),
  metadata: z.record(z.string(), z.unknown()).default({}),
  checkout: z
    .strictObject({
      expirationMinutes: z.number().min(0.5).optional(),
      monitoringMinutes: z.number().min(0).optional(),
      paymentTolerance: z.number().min(0).max(100).optional(),
      redirectURL: z.url().optional(),
      redirectAutomatically: z.boolean().optional(),
    })
    .default({}),
})

const refundSchema = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  payoutMethodId: z.enum(['BTC-CHAIN', 'BTC-LN']).optional(),
  refundVariant: z.literal('Custom'),
  customAmount: decimal.refine((amount) => Number(amount) > 0),
  customCurrency: z.string().length(3),
})

const listSchema = z.object({
  startDate: z.coerce.number().optional(),
  endDate: z.coerce.number().optional(),
  includeArchived: z.stringbool().default(false),
  skip: z.coerce.number().int().min(0).default(0),
  take: z.coerce.number().int().min(1).default(50),
})

function read<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(raw)
  if (success) return data
  const { path = [], message = 'not accepted' } = error.issues[0] ?? {}
  throw new BtcpayApiError(422, path.join('.'), message)
}

function load(box: Box, id: string): Invoice {
  const found = lookUp(box, 'btcpay.invoice', id)
  if (!found) throw new BtcpayApiError(404, 'invoice-not-found', 'The invoice was not found')
  return found
}

const bodyOf = (c: Context<BoxApp>) => c.req.json().catch(() => null)

/** The API routes of one store. */
const store = new Hono<BoxApp>()
  .get('/invoices', (c) => {
    const { startDate, endDate, includeArchived, skip, take } = read(listSchema, c.req.query())
    const orders = c.req.queries('orderId') ?? []
    const statuses = c.req.queries('status') ?? []
    const found = listAll(c.env, 'btcpay.invoice').filter(
      (one) =>
        (orders.length === 0 || orders.includes(String(one.metadata.orderId))) &&
        (statuses.length === 0 || statuses.includes(one.status)) &&
        (startDate === undefined || one.createdTime >= startDate) &&
        (endDate === undefined || one.createdTime <= endDate) &&
        (includeArchived || !one.archived),
    )
    return c.json(found.slice(skip, skip + take).map(shown))
  })
  .post('/invoices', async (c) => {
    const terms = read(createSchema, await bodyOf(c))
    const made = c.env.transact(() => {
      const invoice = keep(c.env, 'btcpay.invoice', buildInvoice(c.env, terms))
      emit(c.env, 'InvoiceCreated', invoice)
      return invoice
    })
    await c.env.arm()
    return c.json(shown(made))
  })
  .get('/invoices/:id', (c) => c.json(shown(load(c.env, c.req.param('id')))))
  .get('/invoices/:id/payment-methods', (c) => c.json(methodsOf(load(c.env, c.req.param('id')))))
  .post('/invoices/:id/status', async (c) => {
    const { status } = read(z.object({ status: z.enum(['Invalid', 'Settled']) }), await bodyOf(c))
    const marked = c.env.transact(() => mark(c.env, load(c.env, c.req.param('id')), status))
    await c.env.arm()
    return c.json(shown(marked))
  })
  .post('/invoices/:id/refund', async (c) => {
    const terms = read(refundSchema, await bodyOf(c))
    const pull = c.env.transact(() => refundInvoice(c.env, load(c.env, c.req.param('id')), terms))
    return c.json(shownPull(pull))
  })
  .get('/pull-payments', (c) => c.json(listAll(c.env, 'btcpay.pull_payment').map(shownPull)))

/** Plays the operator's BTCPay Server. */
export const btcpayApi = new Hono<BoxApp>()
  .use(async (c, next) => {
    // A body must be read before the response is sent, also for a refused call.
    await c.req.text()
    if (c.req.header('authorization') !== `token ${c.env.env.BTCPAY_API_KEY}`) {
      throw new BtcpayApiError(
        401,
        'unauthenticated',
        'Authentication is required for accessing this endpoint',
      )
    }
    await next()
  })
  .use('/api/v1/stores/:storeId/*', async (c, next) => {
    if (c.req.param('storeId') !== c.env.env.BTCPAY_STORE_ID) {
      throw new BtcpayApiError(403, 'missing-permission', 'Insufficient API Permissions')
    }
    await next()
  })
  .use(misbehave((c) => c.text('Internal error', 500)))
  .route('/api/v1/stores/:storeId', store)
  .notFound((c) => c.json({ code: 'not-found', message: 'Not found' }, 404))
  .onError((error, c) => {
    if (error instanceof BtcpayApiError) {
      const { code, message, status } = error
      return c.json(status === 422 ? [{ path: code, message }] : { code, message }, status)
    }
    console.error('sandbox: Greenfield API', error)
    return c.text('Internal error', 500)
  })
