import { Hono } from 'hono'
import type { BoxApp } from '../box.ts'

/** The only password that the sandbox knows as breached. */
const BREACHED = 'breached horse 9'
const PADDING = `${'0'.repeat(35)}:0`

const sha1 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))).toHex().toUpperCase()

/** The range API of Pwned Passwords: the ends of all breached hashes with this start, each with its count. */
export const passwordsApi = new Hono<BoxApp>().get('/range/:start{[0-9A-F]{5}}', async (c) => {
  const hash = await sha1(BREACHED)
  const found = hash.startsWith(c.req.param('start')) ? [`${hash.slice(5)}:42`] : []
  return c.text([...found, PADDING].join('\r\n'))
})
