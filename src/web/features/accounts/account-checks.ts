import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPasswordSchema, loginSchema, registerFormSchema } from '#shared/accounts/contract.ts'

export const loginCheck = zodResolver(loginSchema)
export const registerCheck = zodResolver(registerFormSchema)
export const mailMeCheck = zodResolver(forgotPasswordSchema)
