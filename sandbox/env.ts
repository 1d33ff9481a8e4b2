import type { SandboxState } from './state.ts'

/** Bindings of the sandbox Worker (see wrangler.toml). */
export interface Env {
  STATE: DurableObjectNamespace<SandboxState>
  /** The shop: webhooks are delivered through it, without a network. */
  SHOP: Fetcher
  /** Public origin of the shop, without a trailing slash. */
  PUBLIC_URL: string
  STRIPE_WEBHOOK_SECRET: string
  RESEND_WEBHOOK_SECRET: string
  COINBASE_KEY_ID: string
  /** Of this one only the public half is used. */
  COINBASE_KEY_SECRET: string
  COINBASE_WEBHOOK_SECRET: string
  BTCPAY_URL: string
  BTCPAY_STORE_ID: string
  BTCPAY_API_KEY: string
  BTCPAY_WEBHOOK_SECRET: string
}
