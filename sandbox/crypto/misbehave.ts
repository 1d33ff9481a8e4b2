import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { BoxApp } from '../box.ts'
import { cutOff } from '../faults/cut-off.ts'
import { takeFault } from '../faults/store.ts'

const slowMs = 5_000

/** Applies the fault that is set for the crypto providers. `outage` builds an error in the provider's own format. */
export const misbehave = (outage: (c: Context<BoxApp>) => Response) =>
  createMiddleware<BoxApp>(async (c, next) => {
    const mode = takeFault(c.env, 'cryptoApi')
    if (mode === 'fail') return outage(c)
    if (mode === 'slow') await scheduler.wait(slowMs)
    await next()
    if (mode === 'fail-after-accept') c.res = outage(c)
    if (mode === 'cut-off') c.res = await cutOff(c.res)
  })
