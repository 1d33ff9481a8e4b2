import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { buildSync } from 'esbuild'
import { defineConfig } from 'vitest/config'
import { buildConstants } from './scripts/build-constants.ts'
import { pageRenderer } from './scripts/page-renderer.ts'

const testVars = {
  PUBLIC_URL: 'http://shop.test',
  MAIL_RETRY_BASE_SECONDS: '30',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  RESEND_API_KEY: 're_sandbox',
  RESEND_WEBHOOK_SECRET: 'whsec_test+only+resend+webhook+secret+',
  PASSWORD_PEPPER: 'test-pepper-test-pepper-test-pepper',
  LINK_SIGNING_KEY: 'test-link-key-test-link-key-test-key',
  LOG_SIGNING_KEY: 'dGVzdC1sb2ctc2lnbmluZy1rZXktdGVzdC1sb2cta2U=',
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
        },
      },
      {
        test: {
          name: 'plain',
          include: ['src/*.test.ts', 'src/web/**/*.test.ts', 'sandbox/**/*.test.ts', 'simulate/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          maxWorkers: 2,
        },
      },
    ],
  },
})
