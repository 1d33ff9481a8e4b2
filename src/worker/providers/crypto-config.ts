import { z } from 'zod'
import { CRYPTO_PROVIDERS, type CryptoProvider } from '#shared/payments/contract.ts'

/** A CDP API key with an Ed25519 secret, and the secret of the webhook subscription. */
export type CoinbaseConfig = { keyId: string; keySecret: string; webhookSecret: string }

/** `url` has no trailing slash. */
export type BtcpayConfig = { url: string; storeId: string; apiKey: string; webhookSecret: string }

export type CryptoConfig = {
  coinbase: CoinbaseConfig | null
  btcpay: BtcpayConfig | null
  /** The provider of new crypto payments; null: none. */
  cryptoProvider: CryptoProvider | null
}

const NAMES = {
  coinbase: ['COINBASE_KEY_ID', 'COINBASE_KEY_SECRET', 'COINBASE_WEBHOOK_SECRET'],
  btcpay: ['BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRET'],
} as const satisfies Record<CryptoProvider, readonly string[]>

/** An empty variable counts as not set. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

export const cryptoShape = {
  CRYPTO_PROVIDER: optional(z.enum(CRYPTO_PROVIDERS)),
  COINBASE_KEY_ID: optional(z.string().min(8)),
  COINBASE_KEY_SECRET: optional(z.string().refine(isEd25519Secret)),
  COINBASE_WEBHOOK_SECRET: optional(z.string().min(8)),
  BTCPAY_URL: optional(z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/+$/, ''))),
  BTCPAY_STORE_ID: optional(z.string().regex(/^[\w-]+$/)),
  BTCPAY_API_KEY: optional(z.string().min(8)),
  BTCPAY_WEBHOOK_SECRET: optional(z.string().min(8)),
}
type CryptoVars = z.output<z.ZodObject<typeof cryptoShape>>

/** The key as the provider shows it once: base64 of the seed and the public key. */
function isEd25519Secret(text: string): boolean {
  try {
    return Uint8Array.fromBase64(text).length === 64
  } catch {
    return false
  }
}

/** The missing variables of a provider that is partly configured or chosen for new payments. */
export function missingCryptoVars(vars: { [Name in keyof CryptoVars]?: string | undefined }): string[] {
  return CRYPTO_PROVIDERS.flatMap((provider) => {
    const missing = NAMES[provider].filter((name) => vars[name] === undefined)
    const wanted = vars.CRYPTO_PROVIDER === provider || missing.length < NAMES[provider].length
    return wanted ? missing : []
  })
}

/** The providers with all their variables set. */
export function toCryptoConfig(vars: CryptoVars): CryptoConfig {
  const { COINBASE_KEY_ID: keyId, COINBASE_KEY_SECRET: keySecret, COINBASE_WEBHOOK_SECRET } = vars
  const { BTCPAY_URL: url, BTCPAY_STORE_ID: storeId, BTCPAY_API_KEY: apiKey, BTCPAY_WEBHOOK_SECRET } = vars
  return {
    coinbase:
      keyId && keySecret && COINBASE_WEBHOOK_SECRET
        ? { keyId, keySecret, webhookSecret: COINBASE_WEBHOOK_SECRET }
        : null,
    btcpay:
      url && storeId && apiKey && BTCPAY_WEBHOOK_SECRET
        ? { url, storeId, apiKey, webhookSecret: BTCPAY_WEBHOOK_SECRET }
        : null,
    cryptoProvider: vars.CRYPTO_PROVIDER ?? null,
  }
}
