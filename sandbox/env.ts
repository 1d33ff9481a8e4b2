import type { SandboxState } from './state.ts'

/** Bindings of the sandbox Worker (see wrangler.toml). */
export interface Env {
  STATE: DurableObjectNamespace<SandboxState>
  /** The shop. Webhooks are delivered through this binding, without a network. */
  SHOP: Fetcher
  /** Public origin of the shop, without a trailing slash. */
  PUBLIC_URL: string
  STRIPE_WEBHOOK_SECRET: string
  RESEND_WEBHOOK_SECRET: string
  COINBASE_KEY_ID: string
  /** Only the public half of this key is used. */
  COINBASE_KEY_SECRET: string
  COINBASE_WEBHOOK_SECRET: string
  BTCPAY_URL: string
  BTCPAY_STORE_ID: string
  BTCPAY_API_KEY: string
  BTCPAY_WEBHOOK_SECRET: string
}
