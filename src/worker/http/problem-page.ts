import type { Context } from 'hono'
import { escapeMarkup } from '#shared/core/escape-markup.ts'
import type { ProblemLink } from '../core/problem.ts'
import type { AppEnv } from './app-env.ts'

/** True where a person followed a link, for example to a file: the error is shown as a page, not as JSON. */
export const isFollowedLink = (c: Context<AppEnv>): boolean =>
  c.req.method === 'GET' && c.req.header('sec-fetch-dest') === 'document'

export const PROBLEM_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** A small page with the error and links to continue. It loads no other file, so nothing can be missing. */
export function problemPage(message: string, link?: ProblemLink): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>This did not work</title>
<style>
:root { color-scheme: dark light }
body { margin: 0; padding: 12vh 1.5rem; font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#f6f9f8, #0b1110); color: light-dark(#101816, #e8f0ed) }
main { max-width: 34rem; margin: 0 auto }
h1 { font-size: 1.5rem; line-height: 1.25 }
a { color: light-dark(#0b7a4b, #3ddc8d) }
</style>
<main>
<h1>This did not work</h1>
<p>${escapeMarkup(message)}</p>
${link ? `<p><a href="${escapeMarkup(link.url)}">${escapeMarkup(link.label)}</a></p>\n` : ''}<p><a href="/dashboard">Open your dashboard</a> · <a href="/">Go to the homepage</a></p>
</main>
</html>`
}
