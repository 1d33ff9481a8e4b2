// Builds the shop (browser and Worker) with Vite, writes the HTML document of all pages to a file for the Worker, and
// bundles the sandbox.
// `wrangler deploy` uses dist/windfall and dist/client; dist/sandbox is for local runs.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { createBuilder } from 'vite'
import { pagePolicy, SECURITY_HEADERS, SHOWN_ELSEWHERE } from '../src/shared/core/security-headers.ts'
import { firstPaintScript } from '../src/web/app/first-paint-script.ts'
import { bootScript, pageShell } from './page-shell.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = `${root}dist/client/`

// The folder of the files stays: a workerd of tests that starts meanwhile fails without it.
mkdirSync(client, { recursive: true })
for (const folder of [client, `${root}dist/`])
  for (const name of readdirSync(folder))
    if (folder + name !== client.slice(0, -1)) rmSync(folder + name, { recursive: true })
await (await createBuilder({ root, logLevel: 'warn' })).buildApp()
writeFileSync(`${client}page-shell.json`, JSON.stringify(pageShell(client)))
// The Worker serves every page, so no page may exist as a static file.
rmSync(`${client}index.html`)
rmSync(`${client}.vite`, { recursive: true })
// The policy that /.well-known/security.txt names.
copyFileSync(`${root}SECURITY.md`, `${client}security-policy.txt`)
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

/**
 * The security headers for static files, the same as in the Worker's responses, plus the cache header for assets. Pictures
 * in the root are icons and the picture of link previews, which other sites show.
 */
function headers(): string {
  const hashes = [firstPaintScript, bootScript].map((script) =>
    createHash('sha256').update(script).digest('base64'),
  )
  const all = { 'Content-Security-Policy': pagePolicy(hashes), ...SECURITY_HEADERS }
  const pictures = readdirSync(client).filter((name) => /\.(png|ico|svg)$/.test(name))
  return [
    '/*',
    ...Object.entries(all).map(([name, value]) => `  ${name}: ${value}`),
    '',
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
    ...pictures.flatMap((name) => [
      '',
      `/${name}`,
      '  ! Cross-Origin-Resource-Policy',
      `  Cross-Origin-Resource-Policy: ${SHOWN_ELSEWHERE}`,
    ]),
    '',
  ].join('\n')
}
