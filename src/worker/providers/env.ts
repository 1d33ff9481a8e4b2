/** Bindings and secrets of the shop Worker; `providers/config.ts` checks the strings once and names what is missing. */
declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database
      FILES: R2Bucket
      JOBS: Queue
      USER_HUB: DurableObjectNamespace<import('../../durable/user-hub.ts').UserHub>
      RATE_LIMITER: DurableObjectNamespace<import('../../durable/rate-limiter.ts').RateLimiter>
      ASSETS: Fetcher
      /** Only in local runs: plays Stripe and the mail provider. Never part of a deployment. */
      SANDBOX?: Fetcher
      PUBLIC_URL: string
      MAIL_FROM: string
      SUPPORT_EMAIL: string
      MAIL_RETRY_BASE_SECONDS: string
      STRIPE_SECRET_KEY: string
      STRIPE_WEBHOOK_SECRET: string
      RESEND_API_KEY: string
      PASSWORD_PEPPER: string
      LINK_SIGNING_KEY: string
      /** Optional. */
      ADMIN_KEY?: string
    }
  }
}

export type Env = Cloudflare.Env
