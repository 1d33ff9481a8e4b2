import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { buildSync } from 'esbuild'
import { defineConfig } from 'vitest/config'
import { buildConstants } from './scripts/build-constants.ts'
import { pageRenderer } from './scripts/page-renderer.ts'

const testVars = {
  PUBLIC_URL: 'http://shop.test',
  // Tests of challenges set these themselves.
  TURNSTILE_SITE_KEY: '',
  TURNSTILE_SECRET_KEY: '',
  MAIL_RETRY_BASE_SECONDS: '30',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  RESEND_API_KEY: 're_sandbox',
  RESEND_WEBHOOK_SECRET: 'whsec_test+only+resend+webhook+secret+',
  PASSWORD_PEPPER: 'test-pepper-test-pepper-test-pepper',
  LINK_SIGNING_KEY: 'test-link-key-test-link-key-test-key',
  FACTOR_KEY: 'test-factor-key-test-factor-key-test',
  IDENTITY_KEY: 'test-identity-key-test-identity-key-test',
  // One file of tests requires it: features/factors/required.test.ts.
  ADMIN_SECOND_FACTOR: 'optional',
  LOG_SIGNING_KEY: 'dGVzdC1sb2ctc2lnbmluZy1rZXktdGVzdC1sb2cta2U=',
  LEASE_SIGNING_KEY:
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC+S2NH+ostKb+2s6DL7O20IUjwUbI00UVrK1wJm8yNERlhLGbqoLHD0mPwNZbQ7A24oYFHR2mevi3msi8FdV0sr4BRqO1ulGhKidPSbrW9L6JVhBfT/Z+9T4xK2zHPUyHaxJGdI8AKSJ0autjLyzf8pWHbwSj3DNYqkrcgQNicUPTaeYyX6q8Q7+4zOPEpxvDcw5RczlYMOyM5INIA4EA302XciVvBw598nn5ejHUEizZsV/yIHdQ46bWqx3HiXO5tZVtV775kbl2BGnqPUFrOejY+6OLDLyfLBz2mIKqIz499PNguDtx8mc9+ysquHhHrLXhONHHUqDYsFK/DQuy1AgMBAAECggEACs6Ji6++Uf5yIpmOkwDYZPzo7ADvumZ8vJUrS75l0526JRXE8yPUxJarp0Yb0688KOqUcWxW+Aq73O3slAZHbX9lWFMxcgYKlYUV8E2U6PK4vjDbZjtxOWqNlei0f54sfi818nMdIlhfrQIZyBpj37yyqIIOkK0mx9HU2tzj5Z3tlS+XMSCwcAYp8BtS7bPNw+l5RDRBeXf8dizBh2qzLFmdsoYXsLbvh7e8cpsHYhskd8xReI8d0C0XPpi+NKEvtD3Qmh0nLrItQSBiKcy3GgmgJ5k1lK366vRXzAvDWdpRuSjMeC1HopPv+Bh2IQUjYcmYZd1F2Nor6JKcIri8BwKBgQDp/sIH8FHbio8XfSB2STmVdVgyG4oJCUkBEahh6dNkRN8RQUFSHB87GiOVAwvhp+YEHP87Y/kjEgw7J+y00+NV9JklnPtUbokOVow7JP1NH+YVlxIpYrjgM9HFtr0VV8zXlqtcmd1W3xVWtxdv1tGNeEHKh/kfmteZ80VprtAm2wKBgQDQMJJzz4irTnBi6E/2d60RgSDDu0lvkjZzlSFmx+wW1ehwbmc9NqDylWhFeBszhqief6uS8E8g7XAMvjcd2tldZ0eSb5F+ngvU0HOV8Y+OHgyceRwgKH28ZpKVc2cntwAQofGn5mJBof6vXmvLFc32fDsZbEkqnviOL04J3DcnrwKBgEiecrMqBw1+U+gzQgbTtNZIg6WRXGZvhkOZqksw2RUONrhRKyeDaMHb290cA+z1QXJXWXKiFSioKjmVq2V3ON9tOLYuoOVUJJ7Zh023rhDobGyY5N8JL10NV/XnP4lHJWBm9ymW6tVSCHpP+isQXRptjuV/C3aehHjXwdwJj7nvAoGBALzIjsT9mAzfIAJQbtIsS3/n+/IBTuIhT8cXoCY3e9ppNlFdi7hyZRgUa20zMFdU8Gppkwe3acmOBWFIy2oDHcAY+0nKacDLSCc+rtF1LpvMm9r3540xqnLBAIMNFqloxGJQt3Vs8ARcBTq5AD40E4RDusOe8en4JaOpObavPkR5AoGAQDLBIBw6fFUuMs31KbTnkPIcxoKjjlWhQqehCw2WnZUiPDG3mYWTXLF+3ZuH7uVcUP24F4jsj3bP2FFrT5UfXStLwW5AW/bmpjLUKAc2fYDqpzQD3KE7fdNUwHu2VRXuaFSorySEw+YQJgXFMON0VDSdO5TZoNrXK/ttYo52R5I=',
  LOG_ORIGIN: 'shop.test/log',
  ADMIN_KEY: 'test-admin-key-test-admin-key',
  CRYPTO_PROVIDER: 'coinbase',
  COINBASE_KEY_ID: 'test-coinbase-key',
  COINBASE_KEY_SECRET:
    'test+only+coinbase+key+test+only+coinbase+l7psJ9MN2KBHCiZTgkdF1TBsSgUvvmy0m3m2fk1Ecg9Q==',
  COINBASE_WEBHOOK_SECRET: 'test-coinbase-webhook',
  BTCPAY_URL: 'https://btcpay.test',
  BTCPAY_STORE_ID: 'test-store',
  BTCPAY_API_KEY: 'test-btcpay-key',
  BTCPAY_WEBHOOK_SECRET: 'test-btcpay-webhook',
}

const migrations = () =>
  globSync('migrations/*.sql')
    .sort()
    .map((path) => ({ name: basename(path), sql: readFileSync(path, 'utf8') }))

/** The real sandbox next to the Worker under test. The tests fetch and deliver its webhooks themselves. */
function sandboxWorker() {
  const outfile = 'node_modules/.cache/sandbox-for-tests.js'
  buildSync({
    entryPoints: ['sandbox/index.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
  })
  return {
    name: 'windfall-sandbox',
    compatibilityDate: '2026-10-01',
    modules: [{ type: 'ESModule' as const, path: outfile }],
    bindings: testVars,
    durableObjects: { STATE: { className: 'SandboxState', useSQLite: true } },
    serviceBindings: { SHOP: () => new Response('the tests deliver webhooks themselves', { status: 503 }) },
  }
}

/** The multiplier for the number of runs, and the random seed, of long-running tests: src/worker/testing/depth.ts. */
const provide = { depth: Number(process.env.TEST_DEPTH ?? 1), seed: Number(process.env.TEST_SEED ?? 1) }

/**
 * Bundles the pages, because the first request for a page would take 20 seconds to load hundreds of modules one by one.
 * Split and minified, because the tests' server parses every file that a test loads: a single file would also contain
 * the back office.
 */
function renderer() {
  const outdir = 'node_modules/.cache/page-renderer-for-tests'
  const [entryPoint = ''] = Object.values(pageRenderer)
  rmSync(outdir, { recursive: true, force: true })
  buildSync({
    entryPoints: [entryPoint],
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    jsx: 'automatic',
    conditions: ['workerd', 'worker', 'browser'],
    loader: { '.css': 'empty' },
    define: { ...buildConstants(), 'process.env.NODE_ENV': '"production"' },
  })
  return { 'virtual:page-renderer': resolve(outdir, 'render-page.js') }
}

/**
 * Makes the late imports of these files static. The runner of the tests sends each import() over a connection that belongs
 * to another request: one that is under way when a handler ends fails, or leaves the run hanging. Code that is loaded late
 * is loaded at once in these tests; the browser tests have the built Worker.
 */
function staticImports() {
  const files = ['src/worker/index.ts', 'src/worker/providers/stripe-client.ts'].map((file) => resolve(file))
  return {
    name: 'windfall-static-imports',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!files.includes(id)) return null
      const imports: string[] = []
      const rewritten = code.replace(/\bimport\('([^']+)'\)/g, (_, specifier: string) => {
        imports.push(`import * as late${imports.length} from '${specifier}'`)
        return `late${imports.length - 1}`
      })
      if (imports.length === 0) throw new Error(`${id} imports nothing late`)
      return `${rewritten}\n${imports.join('\n')}`
    },
  }
}

// A local workerd keeps its state in files, and each write waits for the disk. So the files are in memory if possible.
if (existsSync('/dev/shm')) {
  const memory = mkdtempSync('/dev/shm/windfall-tests-')
  process.env.TMPDIR = memory
  process.on('exit', () => rmSync(memory, { recursive: true, force: true }))
}

export default defineConfig({
  test: {
    projects: [
      {
        define: buildConstants(),
        resolve: { alias: renderer() },
        plugins: [
          staticImports(),
          cloudflareTest(() => ({
            main: './src/worker/testing/main.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { ...testVars, TEST_MIGRATIONS: migrations() },
              serviceBindings: { SANDBOX: 'windfall-sandbox' },
              workers: [sandboxWorker()],
            },
          })),
        ],
        test: {
          name: 'worker',
          provide,
          include: ['src/shared/**/*.test.ts', 'src/worker/**/*.test.ts', 'src/durable/**/*.test.ts'],
          setupFiles: ['migrate', ...(process.env.TEST_PROFILE ? ['profile'] : [])].map(
            (name) => `src/worker/testing/${name}.ts`,
          ),
          isolate: false,
          fileParallelism: true,
          maxWorkers: 2,
          // The tests run whole user journeys in a real workerd, possibly on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 25_000 } },
        },
      },
      {
        test: {
          name: 'plain',
          include: ['src/*.test.ts', 'src/web/**/*.test.ts', 'sandbox/**/*.test.ts', 'simulate/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          maxWorkers: 2,
          // Some tests start other programs.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 25_000 } },
        },
      },
    ],
  },
})
