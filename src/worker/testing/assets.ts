import { env } from 'cloudflare:workers'
import type { Env } from '../providers/env.ts'

/** A minimal document with the places that pages are inserted at. */
export const SHELL = {
  id: 'build-1',
  html: '<head><!--head--><title>Shell</title><!--/head--></head><div id="root"><!--app--></div><!--state-->',
  calmHtml:
    '<html lang="en"><head><!--head--><title>Shell</title><!--/head--></head><div id="root"><!--app--></div><!--state--><i>calm</i>',
  chunks: { '/products': ['/assets/products.js'] },
}

/** Bindings with these assets only, and these other files of a build by their path. */
export function withAssets(
  shell: Partial<typeof SHELL> = {},
  more: Partial<Env> = {},
  files: Record<string, string> = {},
): Env {
  const fetch = async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname === '/page-shell.json')
      return Response.json({ ...SHELL, ...shell }, { headers: { etag: '"1"', 'x-frame': 'none' } })
    const file = files[pathname]
    return file === undefined ? new Response('Not found', { status: 404 }) : new Response(file)
  }
  return { ...env, ASSETS: { fetch } as unknown as Fetcher, ...more }
}
