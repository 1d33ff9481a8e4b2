import { zodResolver } from '@hookform/resolvers/zod'
import { createPaymentSchema } from '#shared/payments/contract.ts'

export const resolver = zodResolver(createPaymentSchema.pick({ email: true, remind: true }))
