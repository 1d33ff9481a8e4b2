import { Hono } from 'hono'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'

/** The line of public/verify.py that names the shop. */
const DEFAULT_SHOP = "DEFAULT_SHOP = 'https://windfall.example'"

/** The buyers' verifier, with the address of this shop in it. */
export const verifyScriptRoutes = new Hono<AppEnv>().get('/', async (c) => {
  const file = await c.env.ASSETS.fetch(new URL('/verify.py', c.req.url))
  if (!file.ok) throw new Problem(404, 'This build has no verify.py.')
  const script = (await file.text()).replace(DEFAULT_SHOP, `DEFAULT_SHOP = '${c.get('config').publicUrl}'`)
  return c.body(script, 200, {
    'Content-Type': 'text/x-python; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
  })
})
