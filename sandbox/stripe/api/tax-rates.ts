import { Hono } from 'hono'
import { z } from 'zod'
import type { BoxApp } from '../../box.ts'
import { resourceMissing } from '../errors.ts'
import { taxRate } from '../objects/tax.ts'
import { operation } from './call.ts'

/** /v1/tax_rates */
export const taxRatesApi = new Hono<BoxApp>().get(
  '/:id',
  operation(z.strictObject({}), (_, __, id) => {
    const rate = taxRate(id)
    if (!rate) throw resourceMissing('tax_rate', id)
    return rate
  }),
)
