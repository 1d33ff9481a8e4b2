import type { Context } from 'hono'

/** True for a program: it asks for JSON, or at least not for a page. */
export function wantsJson(c: Context): boolean {
  const accept = c.req.header('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/** True for a browser's form: it wants to land on a page again. */
export function wantsPage(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('text/html')
}
