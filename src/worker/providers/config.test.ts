import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { configOf } from './config.ts'
import type { Env } from './env.ts'
import { paymentProviders } from './payment-providers.ts'

const COINBASE = ['COINBASE_KEY_ID', 'COINBASE_KEY_SECRET', 'COINBASE_WEBHOOK_SECRET'] as const
const BTCPAY = ['BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRET'] as const

const unset = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']))

/** The crypto providers of a shop with these settings, and the one for new payments. */
function cryptoOf(vars: Partial<Env>) {
  const bindings = { ...env, ...vars }
  const { crypto, newCrypto } = paymentProviders(configOf(bindings), bindings)
  return { names: Object.keys(crypto), newCrypto }
}

/** The missing or malformed settings that the error names. */
function missingOf(vars: Partial<Env>): string {
  try {
    configOf({ ...env, ...vars })
    return 'nothing'
  } catch (error) {
    return /^Not configured: (.*) \(/.exec((error as Error).message)?.[1] ?? String(error)
  }
}

describe('crypto providers', () => {
  test('can be configured alone, both or none; CRYPTO_PROVIDER chooses one or none for new payments', () => {
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

  test('that are partly configured, or chosen without credentials, cause an error that names the missing settings', () => {
    for (const name of [...COINBASE, ...BTCPAY]) expect(missingOf({ [name]: '' })).toBe(name)
    expect(missingOf(unset(...COINBASE))).toBe(COINBASE.join(', '))
    expect(missingOf({ ...unset(...BTCPAY), CRYPTO_PROVIDER: 'btcpay' })).toBe(BTCPAY.join(', '))
    expect(missingOf({ ...unset(...BTCPAY), BTCPAY_URL: 'https://pay.example' })).toBe(
      BTCPAY.slice(1).join(', '),
    )
  })

  test('with an invalid setting cause an error that names the setting, never its value', () => {
    const wrong = {
      CRYPTO_PROVIDER: 'paypal',
      COINBASE_KEY_SECRET: 'c2hvcnQ=',
      BTCPAY_URL: 'http://btcpay.example',
      BTCPAY_STORE_ID: '../other',
    }
    for (const [name, value] of Object.entries(wrong)) expect(missingOf({ [name]: value })).toBe(name)
  })
})
