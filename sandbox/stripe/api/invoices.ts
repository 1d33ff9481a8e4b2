import { Hono } from 'hono'
import { z } from 'zod'
import type { BoxApp } from '../../box.ts'
import { idOf, listKind, load } from '../objects/store.ts'
import { listShape } from '../params.ts'
import { operation } from './call.ts'
import { pageOf } from './page.ts'

const listParams = z.strictObject({
  ...listShape,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})

const paymentListParams = z.strictObject({
  ...listShape,
  invoice: z.string().optional(),
  status: z.string().optional(),
  payment: z
    .strictObject({ type: z.literal('payment_intent'), payment_intent: z.string().optional() })
    .optional(),
})

/** /v1/invoices and /v1/invoice_payments */
export const invoicesApi = new Hono<BoxApp>()
  .get(
    '/invoices',
    operation(listParams, (box, params) => {
      const all = listKind(box, 'invoice').filter(
        (invoice) =>
          (!params.customer || idOf(invoice.customer) === params.customer) &&
          (!params.subscription ||
            idOf(invoice.parent?.subscription_details?.subscription) === params.subscription) &&
          (!params.status || invoice.status === params.status),
      )
      return pageOf(all, params, '/v1/invoices')
    }),
  )
  .get(
    '/invoices/:id',
    operation(z.strictObject({}), (box, _, id) => load(box, 'invoice', id)),
  )
  .get(
    '/invoice_payments',
    operation(paymentListParams, (box, params) => {
      const intent = params.payment?.payment_intent
      const all = listKind(box, 'invoice_payment').filter(
        (link) =>
          (!params.invoice || link.invoice === params.invoice) &&
          (!params.status || link.status === params.status) &&
          (!intent || idOf(link.payment.payment_intent) === intent),
      )
      return pageOf(all, params, '/v1/invoice_payments')
    }),
  )
