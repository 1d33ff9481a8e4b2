import type { SandboxState } from './state.ts'

/** Bindings of the sandbox Worker (see wrangler.toml). */
export interface Env {
  STATE: DurableObjectNamespace<SandboxState>
  /** The shop: webhooks are delivered through it, without a network. */
  SHOP: Fetcher
  /** Public origin of the shop, without a trailing slash. */
  PUBLIC_URL: string
  STRIPE_WEBHOOK_SECRET: string
}
