import { z } from 'zod'

const password = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(256, 'Password must be at most 256 characters')
  .refine((text) => text.isWellFormed(), 'Password has characters that cannot be used')

export const loginSchema = z.object({
  /** A username or an email address. */
  username: z.string().trim().min(1, 'Username is required').max(254),
  password,
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
    // Some letters show nothing at all.
    .refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name.normalize('NFKC')), {
      message: 'Use visible letters only',
    }),
  email: z.string().trim().max(254).pipe(z.email('Invalid email address')),
  password,
  referredBy: z.union([z.string().max(64), z.number().int()]).nullish(),
  referralCode: z.string().max(64).nullish(),
})
export type Register = z.infer<typeof registerSchema>

/** The form asks twice; the second copy is not sent. */
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
})
export type CurrentUser = z.infer<typeof currentUserSchema>
