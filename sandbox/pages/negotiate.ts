import type { Context } from 'hono'

/** True for a program: its request accepts JSON and not HTML. */
export function wantsJson(c: Context): boolean {
  const accept = c.req.header('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/** True for a browser's form: its request accepts HTML, so the response is a redirect to a page. */
export function wantsPage(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('text/html')
}
