/** Bindings and secrets of the shop Worker; `providers/config.ts` checks the strings once and names what is missing. */
declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database
      FILES: R2Bucket
      JOBS: Queue
      /** Keys of stored webhook events. */
      EVENTS: Queue
      /** Messages without data: each makes the admins' hub refresh. */
      FEED: Queue
      ADMIN_HUB: DurableObjectNamespace<import('../../durable/admin-hub.ts').AdminHub>
      USER_HUB: DurableObjectNamespace<import('../../durable/user-hub.ts').UserHub>
      RATE_LIMITER: DurableObjectNamespace<import('../../durable/rate-limiter.ts').RateLimiter>
      ASSETS: Fetcher
      /** Only in local runs: stands in for the payment and mail providers. Never part of a deployment. */
      SANDBOX?: Fetcher
      PUBLIC_URL: string
      MAIL_FROM: string
      SUPPORT_EMAIL: string
      MAIL_RETRY_BASE_SECONDS: string
      STRIPE_SECRET_KEY: string
      STRIPE_WEBHOOK_SECRET: string
      RESEND_API_KEY: string
      RESEND_WEBHOOK_SECRET: string
      PASSWORD_PEPPER: string
      /** The peppers before it, newest first, with commas between them; absent: none. */
      PASSWORD_PREVIOUS_PEPPERS?: string
      /** `on` or `off` (absent: the same). */
      BREACHED_PASSWORDS?: string
      LINK_SIGNING_KEY: string
      /** The keys before it, newest first, with commas between them; absent: none. */
      LINK_PREVIOUS_KEYS?: string
      FACTOR_KEY: string
      /** The key before a rotation; absent: none. */
      FACTOR_PREVIOUS_KEY?: string
      IDENTITY_KEY: string
      /** The keys before it, newest first, with commas between them; absent: none. */
      IDENTITY_PREVIOUS_KEYS?: string
      /** `required` (absent: the same) or `optional`. */
      ADMIN_SECOND_FACTOR?: string
      LOG_SIGNING_KEY: string
      LOG_ORIGIN: string
      LEASE_SIGNING_KEY: string
      /** The public key before a rotation, as a JWK; absent: none. */
      LEASE_PREVIOUS_KEY?: string
      /** Optional. */
      ADMIN_KEY?: string
      /** Both or none. */
      TURNSTILE_SITE_KEY?: string
      TURNSTILE_SECRET_KEY?: string
      /** The URL that receives `{ text }` when mail is down; absent: none. */
      ALERT_WEBHOOK_URL?: string
      /** JSON of HostedLinks; absent: no pay pages outside the shop. */
      PAYMENT_LINKS?: string
      /** The reports of an incident and when they are due; absent: those of `DEFAULT_CLOCKS`. */
      INCIDENT_CLOCKS?: string
      /** The provider of new crypto payments, coinbase or btcpay; empty: none. */
      CRYPTO_PROVIDER?: string
      /** All three or none. */
      COINBASE_KEY_ID?: string
      COINBASE_KEY_SECRET?: string
      COINBASE_WEBHOOK_SECRET?: string
      /** All four or none. */
      BTCPAY_URL?: string
      BTCPAY_STORE_ID?: string
      BTCPAY_API_KEY?: string
      BTCPAY_WEBHOOK_SECRET?: string
    }
  }
}

export type Env = Cloudflare.Env
