import { z } from 'zod'
import type { Env } from './env.ts'

const schema = z.object({
  PUBLIC_URL: z.url().transform((url) => new URL(url).origin),
  MAIL_FROM: z.string().min(3),
  SUPPORT_EMAIL: z.email(),
  MAIL_RETRY_BASE_SECONDS: z.coerce.number().positive(),
  STRIPE_SECRET_KEY: z.string().min(8),
  STRIPE_WEBHOOK_SECRET: z.string().min(8),
  RESEND_API_KEY: z.string().min(3),
  PASSWORD_PEPPER: z.string().min(32),
  LINK_SIGNING_KEY: z.string().min(32),
  ADMIN_KEY: z.string().min(24).optional(),
})

export type Config = {
  /** Origin without a trailing slash; https unless this is a local run. */
  publicUrl: string
  isLocal: boolean
  mailFrom: string
  supportEmail: string
  mailRetryBaseSeconds: number
  stripeSecretKey: string
  stripeWebhookSecret: string
  resendApiKey: string
  passwordPepper: string
  linkSigningKey: string
  /** Makes its holder an admin; null: nobody can become one this way. */
  adminKey: string | null
}

const known = new WeakMap<Env, Config>()

/**
 * The checked settings of this deployment, parsed once.
 * @throws Error naming every variable that is missing or malformed (never its value).
 */
export function configOf(env: Env): Config {
  const cached = known.get(env)
  if (cached) return cached
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))]
    throw new Error(`Not configured: ${names.join(', ')} (see the README, "Secrets")`)
  }
  const isLocal = env.SANDBOX !== undefined
  if (!isLocal && !parsed.data.PUBLIC_URL.startsWith('https://')) {
    throw new Error('Not configured: PUBLIC_URL must be an https address')
  }
  const published = Object.entries(parsed.data).filter(([, value]) =>
    /^local-only-|_sandbox$/.test(String(value)),
  )
  if (!isLocal && published.length > 0) {
    const names = published.map(([name]) => name).join(', ')
    throw new Error(`Not configured: ${names} still has the value for local runs, which everybody can read`)
  }
  const config: Config = {
    publicUrl: parsed.data.PUBLIC_URL,
    isLocal,
    mailFrom: parsed.data.MAIL_FROM,
    supportEmail: parsed.data.SUPPORT_EMAIL,
    mailRetryBaseSeconds: parsed.data.MAIL_RETRY_BASE_SECONDS,
    stripeSecretKey: parsed.data.STRIPE_SECRET_KEY,
    stripeWebhookSecret: parsed.data.STRIPE_WEBHOOK_SECRET,
    resendApiKey: parsed.data.RESEND_API_KEY,
    passwordPepper: parsed.data.PASSWORD_PEPPER,
    linkSigningKey: parsed.data.LINK_SIGNING_KEY,
    adminKey: parsed.data.ADMIN_KEY ?? null,
  }
  known.set(env, config)
  return config
}
