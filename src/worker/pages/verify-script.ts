import { configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'

/** The line of public/verify.py that names the shop. */
export const DEFAULT_SHOP = "DEFAULT_SHOP = 'https://windfall.example'"

/** The buyers' verifier, with the address of this shop in it. */
export async function verifyScript(env: Env): Promise<Response> {
  const { publicUrl } = configOf(env)
  const file = await env.ASSETS.fetch(new URL('/verify.py', publicUrl))
  if (!file.ok) return new Response('Not found', { status: 404 })
  return new Response((await file.text()).replace(DEFAULT_SHOP, `DEFAULT_SHOP = '${publicUrl}'`), {
    headers: { 'content-type': 'text/x-python; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}
