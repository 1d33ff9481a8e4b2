// Builds the shop (browser and Worker) with Vite, writes the HTML document of all pages to a file for the Worker, and
// bundles the sandbox.
// `wrangler deploy` uses dist/windfall and dist/client; dist/sandbox is for local runs.
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { createBuilder } from 'vite'
import { firstPaintScript } from '../src/web/app/first-paint-script.ts'
import { bootScript, pageShell } from './page-shell.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = `${root}dist/client/`

rmSync(`${root}dist`, { recursive: true, force: true })
await (await createBuilder({ root, logLevel: 'warn' })).buildApp()
writeFileSync(`${client}page-shell.json`, JSON.stringify(pageShell(client)))
// The Worker serves every page, so no page may exist as a static file.
rmSync(`${client}index.html`)
rmSync(`${client}.vite`, { recursive: true })
writeFileSync(`${client}_headers`, headers())

await bundle({
  entryPoints: [`${root}sandbox/index.ts`],
  outfile: `${root}dist/sandbox/index.js`,
  bundle: true,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  logLevel: 'warning',
})

/** The security headers for static files, the same as in the Worker's responses, plus the cache header for assets. */
function headers(): string {
  const inline = [firstPaintScript, bootScript].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${inline.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return `/*
  Content-Security-Policy: ${policy}
  Strict-Transport-Security: max-age=63072000; includeSubDomains
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=(), payment=()

/assets/*
  Cache-Control: public, max-age=31536000, immutable
`
}
