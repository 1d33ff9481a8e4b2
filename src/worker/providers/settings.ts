import { z } from 'zod'
import { hostedLinksSchema } from '#shared/payments/contract.ts'
import { DEFAULT_CLOCKS, parseClocks } from '#shared/recalls/clock-rules.ts'
import { cryptoShape, missingCryptoVars } from './crypto-config.ts'

/** A PKCS #8 key as PEM, or only its base64. The value for local runs begins with `local-only-`. */
const PEM =
  /^\s*(?:local-only-|-----BEGIN PRIVATE KEY-----)?[A-Za-z\d+/=\s]{1000,}(?:-----END PRIVATE KEY-----)?\s*$/

const rsaPublicKey = z.object({ kty: z.literal('RSA'), n: z.base64url().min(342), e: z.base64url() })

const jsonText = z.string().transform((text, { addIssue }): unknown => {
  try {
    return JSON.parse(text || 'null')
  } catch {
    addIssue('no JSON')
    return z.NEVER
  }
})

const paymentLinks = z
  .string()
  .default('{}')
  .transform((text, { addIssue }): unknown => {
    try {
      return JSON.parse(text || '{}')
    } catch {
      addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(hostedLinksSchema)

const incidentClocks = z
  .string()
  .default('')
  .transform((text, { addIssue }) => {
    const clocks = parseClocks(text || DEFAULT_CLOCKS)
    if (clocks) return clocks
    addIssue('no clocks')
    return z.NEVER
  })

/** Keys with commas between them. */
const keyList = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((key) => key !== ''))
  .pipe(z.array(z.string().min(32)))

/** The settings of a deployment, which are variables or secrets. */
export const variables = z.object({
  PUBLIC_URL: z.url().transform((url) => new URL(url).origin),
  MAIL_FROM: z.string().min(3),
  SUPPORT_EMAIL: z.email(),
  MAIL_RETRY_BASE_SECONDS: z.coerce.number().positive(),
  STRIPE_SECRET_KEY: z.string().min(8),
  STRIPE_WEBHOOK_SECRET: z.string().min(8),
  RESEND_API_KEY: z.string().min(3),
  /** In the provider's format: the prefix, and base64 of at least 24 bytes. */
  RESEND_WEBHOOK_SECRET: z.string().regex(/^whsec_(?:[A-Za-z\d+/]{4}){8,}(?:[A-Za-z\d+/]{2,3}={1,2})?$/),
  PASSWORD_PEPPER: z.string().min(32),
  /** The peppers before it, while passwords are hashed with them. */
  PASSWORD_PREVIOUS_PEPPERS: keyList,
  /** Whether Have I Been Pwned is asked about a password that somebody chooses. */
  BREACHED_PASSWORDS: z.enum(['on', 'off']).default('off'),
  LINK_SIGNING_KEY: z.string().min(32),
  /** The keys before it, while links that they signed are valid. */
  LINK_PREVIOUS_KEYS: keyList,
  /** Encrypts the secrets of authenticator apps. */
  FACTOR_KEY: z.string().min(32),
  /** The key before it, while secrets are encrypted with it. */
  FACTOR_PREVIOUS_KEY: z.string().min(32).or(z.literal('')).optional(),
  /** Hashes the marks of the identity rule: mailboxes and cards. */
  IDENTITY_KEY: z.string().min(32),
  /** The keys before it, while uses that they marked count. */
  IDENTITY_PREVIOUS_KEYS: keyList,
  /** Whether the admin panel opens only with a second factor. */
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).default('required'),
  /** The 32 bytes of an Ed25519 private key in base64, which signs the checkpoints of the public log. */
  LOG_SIGNING_KEY: z.string().regex(/^[A-Za-z\d+/]{43}=$/),
  /** The log's name in its checkpoints: the address of the log without https://. It never changes. */
  LOG_ORIGIN: z.string().regex(/^[\w.:-]+(?:\/[\w.-]+)+$/),
  /** An RSA private key that signs the leases of licences. */
  LEASE_SIGNING_KEY: z.string().regex(PEM),
  /** The public half of the key before it, while leases that it signed are valid. */
  LEASE_PREVIOUS_KEY: jsonText.pipe(rsaPublicKey.nullable()).optional(),
  ADMIN_KEY: z.string().min(24).optional(),
  /** Cloudflare Turnstile: a solved challenge passes some limits. Both or none. */
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https$/ })
    .or(z.literal(''))
    .optional(),
  PAYMENT_LINKS: paymentLinks,
  /** The reports of an incident and when they are due: `Early warning=24h; Final report=14d`. */
  INCIDENT_CLOCKS: incidentClocks,
  ...cryptoShape,
})

/** The missing one of the two settings of Turnstile. */
export function missingTurnstileVars(vars: { [Name in (typeof TURNSTILE)[number]]?: string | undefined }) {
  const missing = TURNSTILE.filter((name) => !vars[name])
  return missing.length === TURNSTILE.length ? [] : missing
}
const TURNSTILE = ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'] as const

/**
 * The names of the settings that a deployment lacks. Values of secrets are not known before it runs: any text that is
 * not empty counts as a secret.
 */
export function missingSettings(settings: Readonly<Record<string, string>>): string[] {
  const isSet = (name: string) => (settings[name] ?? '') !== ''
  const needed = Object.entries(variables.shape).flatMap(([name, shape]) =>
    shape.safeParse(undefined).success ? [] : [name],
  )
  const given = Object.fromEntries(Object.entries(settings).filter(([name]) => isSet(name)))
  return [
    ...needed.filter((name) => !isSet(name)),
    ...missingCryptoVars(given),
    ...missingTurnstileVars(given),
  ]
}
