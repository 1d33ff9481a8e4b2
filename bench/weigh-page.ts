import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

export type Weight = {
  /** Bytes after gzip, inline scripts and styles included. */
  script: number
  css: number
  /** Cumulative layout shift. */
  shift: number
  /** Milliseconds to the largest paint. */
  largestPaint: number
}

const gzipped = (body: Buffer | string) => gzipSync(body).length

/** Counts the bytes that this page loads, until the returned function is called. Call before the navigation. */
export function weighPage(page: Page) {
  const arriving: Promise<[kind: string, bytes: number]>[] = []
  page.on('response', (response: Response) => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'document') return
    arriving.push(
      response.body().then(
        (body): [string, number] =>
          kind === 'document' ? ['script', inlineScripts(body.toString())] : [kind, gzipped(body)],
        () => [kind, 0],
      ),
    )
    if (kind === 'document')
      arriving.push(
        response.text().then(
          (html): [string, number] => ['stylesheet', inlineStyles(html)],
          () => [kind, 0],
        ),
      )
  })

  return async (): Promise<Weight> => {
    await page.waitForLoadState('networkidle')
    for (let known = -1; known !== arriving.length; await page.waitForTimeout(500)) known = arriving.length
    const loaded = await Promise.all(arriving)
    const sum = (wanted: string) =>
      loaded.reduce((total, [kind, bytes]) => (kind === wanted ? total + bytes : total), 0)
    return { script: sum('script'), css: sum('stylesheet'), ...(await page.evaluate<Paints>(PAINTS)) }
  }
}

/** The gzipped bytes of the document's inline scripts, without JSON blocks, which are data. */
const inlineScripts = (html: string): number =>
  [...html.matchAll(/<script(?![^>]*(?:src|json))[^>]*>([^<]+)/g)].reduce(
    (total, [, code]) => total + gzipped(code ?? ''),
    0,
  )

/** The gzipped bytes of the document's inline style sheet. */
function inlineStyles(html: string): number {
  const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
  return css === '' ? 0 : gzipped(css)
}

type Paints = Pick<Weight, 'shift' | 'largestPaint'>

/** Runs in the page. Buffered observers also report earlier entries. */
const PAINTS = `new Promise((resolve) => {
  const found = { shift: 0, largestPaint: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) found.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    found.largestPaint = Math.round(list.getEntries().at(-1).startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  setTimeout(() => resolve(found), 300)
})`
