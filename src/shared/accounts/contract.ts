import { z } from 'zod'
import { emailField } from '#shared/core/email-field.ts'
import { STAFF_ROLES } from '#shared/core/staff-roles.ts'
import { turnstileToken } from '#shared/core/turnstile.ts'
import type { EmailProblem } from '#shared/email/contract.ts'

const password = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(256, 'Password must be at most 256 characters')
  .refine((text) => text.isWellFormed(), 'Password has characters that cannot be used')

export const loginSchema = z.object({
  /** A username or an email address. */
  username: z.string().trim().min(1, 'Username is required').max(254),
  password,
  turnstileToken,
})

export type Login = z.infer<typeof loginSchema>

export const registerSchema = z.object({
  // No "@": a login name with one is an email address.
  username: z
    .string()
    .trim()
    .min(1, 'Username is required')
    .max(32, 'Username must be at most 32 characters')
    .regex(/^[\p{L}\p{N}._-]+$/u, 'Use letters, digits, dots, dashes and underscores only')
    .regex(/[\p{L}\p{N}]/u, 'Use at least one letter or digit')
    // Some letters are invisible.
    .refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name.normalize('NFKC')), {
      message: 'Use visible letters only',
    }),
  email: emailField,
  password,
  referredBy: z.union([z.string().max(64), z.number().int()]).nullish(),
  referralCode: z.string().max(64).nullish(),
  turnstileToken,
})

export type Register = z.infer<typeof registerSchema>

/** The form asks for the password twice; the second copy is not sent. */
export const registerFormSchema = registerSchema
  .extend({ confirmPassword: z.string().min(8, 'Please confirm your password') })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  })

export type RegisterForm = z.input<typeof registerFormSchema>

export const currentUserSchema = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  /** What an admin may do; null: the account is none. */
  staffRole: z.enum(STAFF_ROLES).nullable(),
  /** For an admin: this shop requires a second factor, and without one no admin route works. */
  needsFactor: z.literal(true).optional(),
})

export type CurrentUser = z.infer<typeof currentUserSchema>

export const forgotPasswordSchema = z.object({ email: emailField })

export type ForgotPassword = z.infer<typeof forgotPasswordSchema>

/** The token from a mailed link. Any text is accepted here, because the link can be damaged or edited. */
const token = z.string().min(1).max(200)

export const resetPasswordSchema = z.object({ token, password })

export type ResetPassword = z.infer<typeof resetPasswordSchema>

export const resetPasswordFormSchema = z
  .object({ password, confirmPassword: z.string().min(8, 'Please confirm your password') })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  })

export type ResetPasswordForm = z.input<typeof resetPasswordFormSchema>

const ALL_REQUIRED = 'All password fields are required'

/** An existing password, compared and never stored. It may be older than today's password rules. */
const knownPassword = z.string().max(256)

/** Opened outside the account's own session, the link also needs the account's password, or a new one. */
export const verifyEmailSchema = z
  .object({ token, password: knownPassword.optional(), newPassword: password.optional() })
  .refine((form) => form.password === undefined || form.newPassword === undefined, {
    message: 'Send the password of the account or a new one',
  })

export type VerifyEmail = z.infer<typeof verifyEmailSchema>

/** `data` of the refusal (403) of a confirmation link that was opened outside the account's own session. */
export type ConfirmAccount = {
  code: 'confirm-account'
  username: string
  createdAt: string
  /** False for a new address: only the account's password confirms it. */
  canReset: boolean
}

export const changePasswordSchema = z.object({
  currentPassword: knownPassword.min(1, ALL_REQUIRED),
  newPassword: z.string().min(1, ALL_REQUIRED).pipe(password),
})

export type ChangePassword = z.infer<typeof changePasswordSchema>

/** Missing fields give one message, at the first empty field. */
export const changePasswordFormSchema = z
  .object({ currentPassword: knownPassword, newPassword: z.string(), confirmPassword: z.string() })
  .superRefine(({ currentPassword, newPassword, confirmPassword }, issues) => {
    const refuse = (field: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message })
    const fields = Object.entries({ currentPassword, newPassword, confirmPassword })
    const [missing] = fields.find(([, text]) => text === '') ?? []
    if (missing) refuse(missing, ALL_REQUIRED)
    const weak = newPassword === '' ? undefined : password.safeParse(newPassword).error?.issues[0]
    if (weak) refuse('newPassword', weak.message)
    if (confirmPassword !== '' && newPassword !== confirmPassword) {
      refuse('confirmPassword', 'New passwords do not match')
    }
  })

export type ChangePasswordForm = z.input<typeof changePasswordFormSchema>

export const preferencesSchema = z.object({
  emailNotifications: z.boolean(),
  promotionalEmails: z.boolean(),
  newAirdrops: z.boolean(),
})

export type Preferences = z.infer<typeof preferencesSchema>

export const updateProfileSchema = z.object({
  email: emailField,
  notification_preferences: preferencesSchema,
  /** Required to change the email address, because the address can reset the password. */
  currentPassword: knownPassword.optional(),
})

export type UpdateProfile = z.infer<typeof updateProfileSchema>

export const changeEmailFormSchema = z.object({
  email: emailField,
  currentPassword: knownPassword.min(1, 'Enter your current password'),
})

export type ChangeEmailForm = z.input<typeof changeEmailFormSchema>

export type Profile = {
  username: string
  email: string
  emailVerified: boolean
  /** Why mail to the address does not arrive, or only some of it; null: no known problem. */
  emailProblem: EmailProblem | null
  /** The new address, which replaces `email` once its confirmation link is opened. */
  pendingEmail: string | null
  createdAt: string
  referralCode: string
  referralUrl: string
  notification_preferences: Preferences
}

export type SessionView = {
  /** A handle that names the session to its owner. It is not a credential. */
  id: string
  device: string
  ip: string | null
  createdAt: string
  lastSeenAt: string
  current: boolean
}

export const elevateSchema = z.object({
  username: z.string().trim().min(1, 'Username is required').max(254),
  adminKey: z.string().min(1, 'Admin key is required').max(512),
})

export type Elevate = z.infer<typeof elevateSchema>

/** The account's password, which confirms an act on the account. */
export const ownPasswordSchema = z.object({
  password: z.string().min(1, 'Please enter your password').max(256),
})
export type OwnPassword = z.infer<typeof ownPasswordSchema>
