import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { configOf } from './config.ts'
import type { Env } from './env.ts'
import { paymentProviders } from './payment-providers.ts'

const COINBASE = ['COINBASE_KEY_ID', 'COINBASE_KEY_SECRET', 'COINBASE_WEBHOOK_SECRET'] as const
const BTCPAY = ['BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRET'] as const

const unset = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']))

/** The crypto providers that a shop with these settings has, and where it opens new payments. */
function cryptoOf(vars: Partial<Env>) {
  const bindings = { ...env, ...vars }
  const { crypto, newCrypto } = paymentProviders(configOf(bindings), bindings)
  return { names: Object.keys(crypto), newCrypto }
}

/** What the log says is missing or malformed. */
function missingOf(vars: Partial<Env>): string {
  try {
    configOf({ ...env, ...vars })
    return 'nothing'
  } catch (error) {
    return /^Not configured: (.*) \(/.exec((error as Error).message)?.[1] ?? String(error)
  }
}

describe('crypto providers', () => {
  test('can be there each alone, both or not at all; one is chosen for new payments, or none', () => {
    const both = ['coinbase', 'btcpay']
    expect(cryptoOf({})).toEqual({ names: both, newCrypto: 'coinbase' })
    expect(cryptoOf({ CRYPTO_PROVIDER: 'btcpay' })).toEqual({ names: both, newCrypto: 'btcpay' })
    expect(cryptoOf({ CRYPTO_PROVIDER: '' })).toEqual({ names: both, newCrypto: null })
    expect(cryptoOf(unset(...BTCPAY))).toEqual({ names: ['coinbase'], newCrypto: 'coinbase' })
    const onlyBtcpay = { ...unset(...COINBASE), CRYPTO_PROVIDER: 'btcpay' }
    expect(cryptoOf(onlyBtcpay)).toEqual({ names: ['btcpay'], newCrypto: 'btcpay' })
    const none = unset('CRYPTO_PROVIDER', ...COINBASE, ...BTCPAY)
    expect(cryptoOf(none)).toEqual({ names: [], newCrypto: null })
  })

  test('that are set in part, or chosen without credentials, are errors that name what is missing', () => {
    for (const name of [...COINBASE, ...BTCPAY]) expect(missingOf({ [name]: '' })).toBe(name)
    expect(missingOf(unset(...COINBASE))).toBe(COINBASE.join(', '))
    expect(missingOf({ ...unset(...BTCPAY), CRYPTO_PROVIDER: 'btcpay' })).toBe(BTCPAY.join(', '))
    expect(missingOf({ ...unset(...BTCPAY), BTCPAY_URL: 'https://pay.example' })).toBe(
      BTCPAY.slice(1).join(', '),
    )
  })

  test('with a value that cannot be meant are errors that name it, never its value', () => {
    const wrong = {
      CRYPTO_PROVIDER: 'paypal',
      COINBASE_KEY_SECRET: 'c2hvcnQ=',
      BTCPAY_URL: 'http://btcpay.example',
      BTCPAY_STORE_ID: '../other',
    }
    for (const [name, value] of Object.entries(wrong)) expect(missingOf({ [name]: value })).toBe(name)
  })
})
