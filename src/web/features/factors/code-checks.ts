import { zodResolver } from '@hookform/resolvers/zod'
import { confirmAppSchema, recoveryCodeFormSchema } from '#shared/factors/contract.ts'

export type Codes = { code?: string; recoveryCode?: string }

/** By the field of the form. */
export const code = zodResolver<Codes, unknown, Codes>(confirmAppSchema)
export const recoveryCode = zodResolver<Codes, unknown, Codes>(recoveryCodeFormSchema)
