import { createPaymentSchema } from '#shared/payments/contract.ts'

/** What is wrong with this receipt address; undefined: nothing. */
export const emailError = (email: string): string | undefined =>
  createPaymentSchema.shape.email.safeParse(email).error?.issues[0]?.message
