import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { css } from './style.ts'

/** Escaped HTML, as Hono's `html` tag makes it. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** One page. `narrow` is the layout of payment pages: no navigation, one column. */
export function layout(page: { title: string; body: Markup; narrow?: boolean }): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${page.title} · Sandbox</title>
<style>${raw(css)}</style>
</head>
<body>
<header class="banner">Sandbox – no real money</header>
${page.narrow ? '' : navigation}
<main class="${page.narrow ? 'narrow' : ''}">${page.body}</main>
</body>
</html>`
}

const navigation = html`<nav aria-label="Sandbox">
<a href="/sandbox">Sandbox</a><a href="/sandbox/mail">Mail</a><a href="/sandbox/stripe/events">Events</a>
<a href="/sandbox/faults">Faults</a><a href="/">The shop</a></nav>`

/** A page with only an error message. */
export function problemPage(title: string, message: string): Markup {
  return layout({
    title,
    narrow: true,
    body: html`<h1>${title}</h1><p class="soft">${message}</p><p><a href="/sandbox">To the sandbox</a></p>`,
  })
}
