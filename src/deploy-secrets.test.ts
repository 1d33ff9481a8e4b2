import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingSettings } from './worker/providers/settings.ts'

const VARS = {
  PUBLIC_URL: 'x',
  MAIL_FROM: 'x',
  SUPPORT_EMAIL: 'x',
  MAIL_RETRY_BASE_SECONDS: '30',
  LOG_ORIGIN: 'x',
}
const SECRETS = [
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'RESEND_API_KEY', 'RESEND_WEBHOOK_SECRET'],
  ...[
    'PASSWORD_PEPPER',
    'LINK_SIGNING_KEY',
    'FACTOR_KEY',
    'IDENTITY_KEY',
    'LOG_SIGNING_KEY',
    'LEASE_SIGNING_KEY',
  ],
]
const secrets = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'secret']))

test('missingSettings names every required setting that is not set, and no optional one', () => {
  expect(missingSettings(VARS)).toEqual(SECRETS)
  expect(missingSettings({ ...VARS, ...secrets(...SECRETS) })).toEqual([])
  for (const name of SECRETS) {
    const others = SECRETS.filter((one) => one !== name)
    expect(missingSettings({ ...VARS, ...secrets(...others) })).toEqual([name])
  }
  expect(missingSettings({ ...secrets(...SECRETS), ...VARS, SUPPORT_EMAIL: '' })).toEqual(['SUPPORT_EMAIL'])
})

test('missingSettings names the missing settings of a crypto provider that is chosen or partly configured', () => {
  const all = { ...VARS, ...secrets(...SECRETS) }
  expect(missingSettings({ ...all, CRYPTO_PROVIDER: 'coinbase' })).toEqual([
    'COINBASE_KEY_ID',
    'COINBASE_KEY_SECRET',
    'COINBASE_WEBHOOK_SECRET',
  ])
  expect(missingSettings({ ...all, ...secrets('BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY') })).toEqual([
    'BTCPAY_WEBHOOK_SECRET',
  ])
})

test('docs/deploy.md names every secret that a deployment needs', () => {
  const guide = readFileSync('docs/deploy.md', 'utf8')
  expect(SECRETS.filter((name) => !guide.includes(`| \`${name}\` |`))).toEqual([])
})

test('a deployment checks its secrets before it changes the database or goes live, and a dry run does not', () => {
  const script = readFileSync('scripts/deploy.mjs', 'utf8')
  const steps = [
    'if (!dryRun) {',
    'scripts/check-secrets.ts',
    'scripts/database/migrate.mjs',
    "run('wrangler', ['deploy'",
  ]
  const places = steps.map((step) => script.indexOf(step))
  expect(places[0]).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
