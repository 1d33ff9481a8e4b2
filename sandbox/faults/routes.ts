import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Box, BoxApp } from '../box.ts'
import { wantsJson } from '../pages/negotiate.ts'
import { type Faults, faultsPatchSchema } from './faults.ts'
import { faultsPage } from './page.ts'
import { changeFaults, readFaults, resetFaults } from './store.ts'

/** Applies a change sent as JSON; a 400 response names the wrong field. */
async function applyJson(c: Context<BoxApp>): Promise<Response> {
  const body: unknown = await c.req.json().catch(() => undefined)
  const patch = faultsPatchSchema.safeParse(body)
  if (!patch.success) return c.json({ message: z.prettifyError(patch.error) }, 400)
  return c.json(await change(c.env, patch.data))
}

async function change(box: Box, patch: Partial<Faults>): Promise<Faults> {
  const faults = changeFaults(box, patch)
  await box.arm()
  return faults
}

const numberOr = <T>(text: unknown, otherwise: T) =>
  text === '' || text === undefined ? otherwise : Number(text)

/** The form sends every field; an empty number field means no number. */
function patchFromForm(form: Record<string, unknown>): unknown {
  const amount = numberOr(form.tamperAmount, undefined)
  const currency = form.tamperCurrency ? String(form.tamperCurrency).toLowerCase() : undefined
  return {
    webhooks: form.webhooks,
    duplicate: numberOr(form.duplicate, 0),
    delayMs: numberOr(form.delayMs, 0),
    reorder: form.reorder === 'on' || form.reorder === 'true',
    mail: form.mail,
    mailFailures: numberOr(form.mailFailures, null),
    mailFates: form.mailAddress ? { [String(form.mailAddress).trim()]: form.mailFate } : {},
    stripeApi: form.stripeApi,
    stripeApiFailures: numberOr(form.stripeApiFailures, null),
    cryptoApi: form.cryptoApi,
    cryptoApiFailures: numberOr(form.cryptoApiFailures, null),
    tax: form.tax,
    tamper: amount === undefined && currency === undefined ? null : { amount, currency },
  }
}

export const faultRoutes = new Hono<BoxApp>()
  .get('/sandbox/faults.json', (c) => c.json(readFaults(c.env)))
  .get('/sandbox/faults', (c) =>
    wantsJson(c) ? c.json(readFaults(c.env)) : c.html(faultsPage(readFaults(c.env))),
  )
  .put('/sandbox/faults', applyJson)
  .delete('/sandbox/faults', async (c) => {
    const faults = resetFaults(c.env)
    await c.env.arm()
    return c.json(faults)
  })
  .post('/sandbox/faults/reset', async (c) => {
    resetFaults(c.env)
    await c.env.arm()
    return c.redirect('/sandbox/faults', 303)
  })
  .post('/sandbox/faults', async (c) => {
    if (c.req.header('content-type')?.includes('json')) return applyJson(c)
    const patch = faultsPatchSchema.safeParse(patchFromForm(await c.req.parseBody()))
    if (!patch.success) return c.html(faultsPage(readFaults(c.env), z.prettifyError(patch.error)), 400)
    await change(c.env, patch.data)
    return c.redirect('/sandbox/faults', 303)
  })
