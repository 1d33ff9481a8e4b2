import type { PaymentRefusal } from '#shared/payments/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Payment } from './store.ts'

export const IN_REVIEW =
  'Our support team is checking your earlier payment for this product. Please do not pay again.'

export const OTHER_PRICE = 'This checkout was opened at another price. Please start again.'

/** A 409 that the page distinguishes from others by `data.code`. */
export const refuse = (code: PaymentRefusal, message: string, more: Record<string, unknown> = {}) =>
  new Problem(409, message, { data: { code, ...more } })

/** The buyer has paid already, and the money takes time to arrive: the message names that order. */
export const refuseConfirming = ({ id, orderReference }: Pick<Payment, 'id' | 'orderReference'>) =>
  refuse(
    'confirming',
    `Your payment of order ${orderReference} is still being confirmed. You do not have to pay again.`,
    {
      paymentId: id,
    },
  )
