import { z } from 'zod'

/**
 * The routes of second factors. All bodies are JSON; every answer is `{ success, message?, data }`.
 *
 * Own account, signed in. A change needs recent authentication: else 403 with `data.code: 'reauthenticate'`.
 * - GET    /api/user/factors                          → `FactorsView`
 * - POST   /api/user/factors/passkeys/options         → options for `startRegistration`
 * - POST   /api/user/factors/passkeys                 `addPasskeySchema` → 201 `FactorAdded`
 * - PUT    /api/user/factors/passkeys/:id             `renamePasskeySchema`
 * - DELETE /api/user/factors/passkeys/:id
 * - POST   /api/user/factors/app                      → `AppSetup`; 409 where an app is set up already
 * - POST   /api/user/factors/app/confirm              `confirmAppSchema` → `FactorAdded`; 422 `wrong_code`
 * - DELETE /api/user/factors/app
 * - POST   /api/user/factors/recovery-codes           → `NewRecoveryCodes`; the codes before them end
 *
 * Login.
 * - POST /api/auth/login             an account with a factor gets `SecondFactorAsked` as `data`, and no session
 * - POST /api/auth/second-factor/options   `secondFactorOptionsSchema` → options for `startAuthentication`
 * - POST /api/auth/second-factor           `secondFactorSchema` → `data` is the current user, as after a login without a factor;
 *                                          401 `login_expired`: start again; 422 `wrong_code` or `passkey_refused`
 * - POST /api/auth/passkey/options         → options for `startAuthentication`, for any account
 * - POST /api/auth/passkey                 `passkeyLoginSchema` → `data` is the current user; 401 `passkey_refused`
 *
 * Step-up, signed in.
 * - POST /api/auth/reauthenticate/options  → options for `startAuthentication`; 409 where the account has no passkey
 * - POST /api/auth/reauthenticate          `reauthenticateSchema` → `Reauthenticated`; 422 `wrong-password`, `code_required`,
 *                                          `wrong_code` or `passkey_refused`
 *
 * Owners. Needs recent authentication.
 * - POST /api/secure-management/users/:id/remove-factors   `removeFactorsSchema`
 */

/** `data.code` of a refusal that a screen handles. */
export const FACTOR_PROBLEMS = {
  /** 403: confirm your identity, then repeat the call. */
  reauthenticate: 'reauthenticate',
  /** 403 on every admin route: set up a factor in the profile first. */
  secondFactorRequired: 'second_factor_required',
  /** 401: the login took too long, was used, or the password was changed meanwhile. */
  loginExpired: 'login_expired',
  wrongCode: 'wrong_code',
  passkeyRefused: 'passkey_refused',
  /** 422: the password is right; the account also asks for a code. `data.methods` lists the choices. */
  codeRequired: 'code_required',
} as const

/** How a login can be completed. `recovery_code` is listed while unused codes are left. */
export type FactorMethod = 'passkey' | 'app' | 'recovery_code'

export type SecondFactorAsked = { secondFactor: { token: string; methods: FactorMethod[] } }

export type PasskeyView = {
  id: number
  name: string
  createdAt: string
  lastUsedAt: string | null
  /** True where the passkey is synced between devices. */
  backedUp: boolean
}

export type FactorsView = {
  passkeys: PasskeyView[]
  app: { confirmedAt: string } | null
  /** `createdAt` is null where there are none. */
  recoveryCodes: { left: number; createdAt: string | null }
  /** True for an admin where this shop requires a second factor. The last factor cannot be removed then. */
  required: boolean
  /** Until when changes need no new proof in this session (ISO 8601); null: a change asks for it first. */
  authenticatedUntil: string | null
}

/** `recoveryCodes` are shown this once, with the first factor; null with a later one. */
export type FactorAdded = { recoveryCodes: string[] | null }

export type NewRecoveryCodes = { recoveryCodes: string[] }

/** `uri` (otpauth://) is for a QR code, `secret` (base32) for typing. The app counts once a code is confirmed. */
export type AppSetup = { secret: string; uri: string }

export type Reauthenticated = { authenticatedUntil: string }

const base64url = z
  .string()
  .max(8192)
  .regex(/^[\w-]+$/, 'This is not base64url')
const credential = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional().catch(undefined),
  clientExtensionResults: z.record(z.string(), z.unknown()).transform(() => ({})),
}

/** The result of `startRegistration` (RegistrationResponseJSON). */
export const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: z
      .string()
      .max(32_768)
      .regex(/^[\w-]+$/, 'This is not base64url'),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})
export type Registration = z.infer<typeof registrationSchema>

/** The result of `startAuthentication` (AuthenticationResponseJSON). */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.max(100).optional(),
  }),
})
export type Assertion = z.infer<typeof assertionSchema>

const passkeyName = z.string().trim().min(1, 'Enter a name').max(60, 'Use at most 60 characters')

export const addPasskeySchema = z.object({ name: passkeyName, response: registrationSchema })
export type AddPasskey = z.infer<typeof addPasskeySchema>

export const renamePasskeySchema = z.object({ name: passkeyName })

const appCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that your app shows'))

/** 16 letters and digits, with or without dashes: `ABCD-EFGH-JKMN-PQRS`. */
const recoveryCode = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z\d]{16}$/, 'Enter one of your recovery codes'))

export const confirmAppSchema = z.object({ code: appCode })

/** The login form's field for a recovery code. */
export const recoveryCodeFormSchema = z.object({ recoveryCode })

/** One of the three. */
const proof = {
  code: appCode.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: assertionSchema.optional(),
}
const proofs = ({
  code,
  recoveryCode,
  passkey,
}: {
  code?: unknown
  recoveryCode?: unknown
  passkey?: unknown
}) => [code, recoveryCode, passkey].filter((given) => given !== undefined).length

const pendingLogin = z.string().min(1).max(100)

export const secondFactorOptionsSchema = z.object({ token: pendingLogin })

export const secondFactorSchema = z
  .object({ token: pendingLogin, ...proof })
  .refine((form) => proofs(form) === 1, 'Send a code, a recovery code or a passkey')
export type SecondFactor = z.infer<typeof secondFactorSchema>

export const passkeyLoginSchema = z.object({ passkey: assertionSchema })

/** A passkey alone, or the password, with a code where the account has a second factor. */
export const reauthenticateSchema = z
  .object({ password: z.string().min(1, 'Enter your password').max(256).optional(), ...proof })
  .refine(
    (form) => (form.passkey === undefined) === (form.password !== undefined) && proofs(form) <= 1,
    'Send your password or a passkey',
  )
export type Reauthenticate = z.infer<typeof reauthenticateSchema>

/** `reason` is kept in the audit log. */
export const removeFactorsSchema = z.object({
  reason: z.string().trim().min(3, 'Give a reason').max(500, 'Use at most 500 characters'),
})
