import type { HostedLinks } from '#shared/payments/contract.ts'
import type { Clock } from '#shared/recalls/clock-rules.ts'
import { withReturnLinks } from '../features/payments/checkout/hosted-link-rules.ts'
import { type CryptoConfig, missingCryptoVars, toCryptoConfig } from './crypto-config.ts'
import type { Env } from './env.ts'
import { missingTurnstileVars, variables } from './settings.ts'

/** Without a crypto provider the shop gets no webhook of a payment at a crypto page: its buyer would get nothing. */
const cardPagesOf = (links: HostedLinks): HostedLinks =>
  Object.fromEntries(Object.entries(links).map(([plan, { card }]) => [plan, card ? { card } : {}]))

const schema = variables.superRefine((vars, { addIssue }) => {
  for (const name of [...missingCryptoVars(vars), ...missingTurnstileVars(vars)])
    addIssue({ code: 'custom', path: [name] })
})

/** Values published in the repository; `local+only+` is the start of those in base64. */
const PUBLISHED = /^(?:whsec_)?local[-+]only[-+]|_sandbox$/

export type Config = CryptoConfig & {
  /** Origin without a trailing slash; https unless this is a local run. */
  publicUrl: string
  isLocal: boolean
  mailFrom: string
  supportEmail: string
  mailRetryBaseSeconds: number
  stripeSecretKey: string
  stripeWebhookSecret: string
  resendApiKey: string
  resendWebhookSecret: string
  passwordPepper: string
  /** The peppers before it, newest first. */
  passwordPreviousPeppers: string[]
  refusesBreachedPasswords: boolean
  linkSigningKey: string
  /** The keys before it, newest first. */
  linkPreviousKeys: string[]
  factorKey: string
  /** Null: no secret is encrypted with an earlier key. */
  factorPreviousKey: string | null
  /** Hashes the marks of the identity rule. */
  identityKey: string
  /** The keys before it, newest first. */
  identityPreviousKeys: string[]
  requiresAdminFactor: boolean
  /** The 32 bytes of an Ed25519 private key. */
  logSigningKey: Uint8Array
  logOrigin: string
  /** PKCS #8 as base64, without the lines of PEM. */
  leaseSigningKey: string
  /** A public key that signed leases before; null: none. */
  leasePreviousKey: { kty: 'RSA'; n: string; e: string } | null
  /** Makes its holder an admin; null: no account can become an admin this way. */
  adminKey: string | null
  /** Null: no challenge passes a limit. */
  turnstile: { siteKey: string; secretKey: string } | null
  /** Null: the operator is notified by mail only. */
  alertWebhookUrl: string | null
  paymentLinks: HostedLinks
  /** The reports of an incident and when they are due. */
  incidentClocks: Clock[]
}

/** A setting of the deployment is missing or must not be used. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const known = new WeakMap<Env, Config>()

/**
 * The checked settings of this deployment, parsed once.
 * @throws ConfigError naming every variable that is missing or malformed (never its value).
 */
export function configOf(env: Env): Config {
  const cached = known.get(env)
  if (cached) return cached
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))]
    throw new ConfigError(`Not configured: ${names.join(', ')} (see docs/deploy.md, "Secrets")`)
  }
  const isLocal = env.SANDBOX !== undefined
  if (!isLocal && !parsed.data.PUBLIC_URL.startsWith('https://')) {
    throw new ConfigError('Not configured: PUBLIC_URL must be an https address')
  }
  const published = Object.entries(parsed.data).filter(([, value]) => PUBLISHED.test(String(value)))
  if (!isLocal && published.length > 0) {
    const names = published.map(([name]) => name).join(', ')
    throw new ConfigError(
      `Not configured: ${names} still has the value for local runs, which everybody can read`,
    )
  }
  const crypto = toCryptoConfig(parsed.data)
  const links = parsed.data.PAYMENT_LINKS
  const config: Config = {
    ...crypto,
    publicUrl: parsed.data.PUBLIC_URL,
    isLocal,
    mailFrom: parsed.data.MAIL_FROM,
    supportEmail: parsed.data.SUPPORT_EMAIL,
    mailRetryBaseSeconds: parsed.data.MAIL_RETRY_BASE_SECONDS,
    stripeSecretKey: parsed.data.STRIPE_SECRET_KEY,
    stripeWebhookSecret: parsed.data.STRIPE_WEBHOOK_SECRET,
    resendApiKey: parsed.data.RESEND_API_KEY,
    resendWebhookSecret: parsed.data.RESEND_WEBHOOK_SECRET,
    passwordPepper: parsed.data.PASSWORD_PEPPER,
    passwordPreviousPeppers: parsed.data.PASSWORD_PREVIOUS_PEPPERS,
    refusesBreachedPasswords: parsed.data.BREACHED_PASSWORDS === 'on',
    linkSigningKey: parsed.data.LINK_SIGNING_KEY,
    linkPreviousKeys: parsed.data.LINK_PREVIOUS_KEYS,
    factorKey: parsed.data.FACTOR_KEY,
    factorPreviousKey: parsed.data.FACTOR_PREVIOUS_KEY || null,
    identityKey: parsed.data.IDENTITY_KEY,
    identityPreviousKeys: parsed.data.IDENTITY_PREVIOUS_KEYS,
    requiresAdminFactor: parsed.data.ADMIN_SECOND_FACTOR === 'required',
    logSigningKey: Uint8Array.fromBase64(parsed.data.LOG_SIGNING_KEY),
    logOrigin: parsed.data.LOG_ORIGIN,
    leaseSigningKey: parsed.data.LEASE_SIGNING_KEY.replace(/^\s*local-only-|-----[A-Z ]+-----|\s/g, ''),
    leasePreviousKey: parsed.data.LEASE_PREVIOUS_KEY ?? null,
    adminKey: parsed.data.ADMIN_KEY ?? null,
    turnstile:
      parsed.data.TURNSTILE_SITE_KEY && parsed.data.TURNSTILE_SECRET_KEY
        ? { siteKey: parsed.data.TURNSTILE_SITE_KEY, secretKey: parsed.data.TURNSTILE_SECRET_KEY }
        : null,
    alertWebhookUrl: parsed.data.ALERT_WEBHOOK_URL || null,
    incidentClocks: parsed.data.INCIDENT_CLOCKS,
    paymentLinks:
      crypto.coinbase || crypto.btcpay ? withReturnLinks(links, parsed.data.PUBLIC_URL) : cardPagesOf(links),
  }
  known.set(env, config)
  return config
}
