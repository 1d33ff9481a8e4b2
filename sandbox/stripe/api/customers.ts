import { Hono } from 'hono'
import { z } from 'zod'
import type { BoxApp } from '../../box.ts'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'
import { buildCustomer } from '../objects/customer.ts'
import { load, save } from '../objects/store.ts'
import { metadata } from '../params.ts'
import { operation } from './call.ts'

const createParams = z.strictObject({
  email: z.string().max(512).optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  metadata,
})

/** /v1/customers */
export const customersApi = new Hono<BoxApp>()
  .post(
    '/',
    operation(createParams, (box, params) =>
      save(box, buildCustomer({ ...params, email: params.email ?? null })),
    ),
  )
  .get(
    '/:id',
    operation(z.strictObject({}), (box, _, id) => load(box, 'customer', id)),
  )

const portalParams = z.strictObject({
  customer: z.string(),
  return_url: z.string().optional(),
  configuration: z.string().optional(),
  flow_data: z.unknown().optional(),
  locale: z.string().optional(),
})

/** /v1/billing_portal/sessions */
export const portalApi = new Hono<BoxApp>().post(
  '/',
  operation(portalParams, (box, params) => {
    const customer = load(box, 'customer', params.customer, 'customer')
    const id = newId('bps')
    return save(box, {
      id,
      object: 'billing_portal.session',
      configuration: params.configuration ?? 'bpc_sandbox',
      created: seconds(),
      customer: customer.id,
      customer_account: null,
      flow: null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: params.return_url ?? null,
      url: `${box.env.PUBLIC_URL}/sandbox/stripe/portal/${id}`,
    })
  }),
)
