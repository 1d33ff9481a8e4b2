import { env } from 'cloudflare:workers'
import type { Env } from '../providers/env.ts'

/** A minimal document with the places that pages are inserted at. */
export const SHELL = {
  id: 'build-1',
  html: '<head><!--head--><title>Shell</title><!--/head--></head><div id="root"><!--app--></div><!--state-->',
  calmHtml:
    '<head><!--head--><title>Shell</title><!--/head--></head><div id="root"><!--app--></div><!--state--><i>calm</i>',
  chunks: { '/products': ['/assets/products.js'] },
}

/** Bindings with these assets only, without any other file of a build. */
export function withAssets(shell: Partial<typeof SHELL> = {}, more: Partial<Env> = {}): Env {
  const fetch = async (input: RequestInfo | URL) =>
    String(input instanceof Request ? input.url : input).endsWith('/page-shell.json')
      ? Response.json({ ...SHELL, ...shell }, { headers: { etag: '"1"', 'x-frame': 'none' } })
      : new Response('Not found', { status: 404 })
  return { ...env, ASSETS: { fetch } as unknown as Fetcher, ...more }
}
