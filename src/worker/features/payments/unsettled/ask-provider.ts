import { formatCents, toDecimal } from '#shared/core/money.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { ProviderDown } from '../../../providers/payment-provider.ts'
import { providerOf } from '../../../providers/payment-providers.ts'
import { closeBalanceCheckout } from '../balance/balance-checkout.ts'
import { findOpenBalanceCheckout } from '../balance/store.ts'
import type { Observation, Paid } from '../rules.ts'
import { observePayment } from '../settlement/observe-payment.ts'
import type { Payment, PaymentWithProduct } from '../store.ts'
import { PLAIN_NAMES } from './waiting-rules.ts'

/**
 * The provider's answer, and the sentence about it for an admin. `observed`: null where there was nobody to ask, or
 * (`isDown`) no answer.
 */
export type Answer = { observed: Observation | null; says: string; isDown?: true }

/** Asks the provider about the payment. `closing`: its pages are closed first, before an admin decides about it. */
export async function askProvider(
  deps: ShopDeps,
  target: PaymentWithProduct,
  { closing }: { closing: boolean },
  now: number,
): Promise<Answer> {
  const { payment } = target
  const provider = providerOf(deps.providers, payment.paymentProvider)
  if (payment.paymentProvider === 'free')
    return { observed: null, says: 'This order is free: there is nothing to pay.' }
  if (!provider)
    return { observed: null, says: `There are no credentials for ${PLAIN_NAMES[payment.paymentProvider]}.` }
  if (payment.checkoutId === null)
    return { observed: null, says: 'No payment page was opened for the buyer.' }
  try {
    if (closing) {
      await provider.expireCheckout(payment.checkoutId)
      const balance = await findOpenBalanceCheckout(deps.db, payment.id)
      if (balance) await closeBalanceCheckout(deps, target, balance, now)
    }
    const { observed } = await observePayment(deps.db, provider, payment, payment.checkoutId, now)
    return { observed, says: messageFor(observed, payment) }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    return { observed: null, says: `${PLAIN_NAMES[payment.paymentProvider]} does not respond.`, isDown: true }
  }
}

const sumOf = ({ amountCents, currency }: Pick<Paid, 'amountCents' | 'currency'>) =>
  currency === 'usd' ? formatCents(amountCents) : `${toDecimal(amountCents)} ${currency.toUpperCase()}`.trim()

function messageFor(observed: Observation, payment: Payment): string {
  const name = PLAIN_NAMES[payment.paymentProvider]
  switch (observed.kind) {
    case 'paid':
      return `${name} reports ${sumOf(observed)} as paid. The price is ${sumOf(payment)}.`
    case 'underpaid':
      return `${name} reports that ${formatCents(observed.receivedCents)} of ${formatCents(payment.amountCents)} arrived.`
    case 'unknown':
      return `${name} does not know this checkout.`
    case 'processing':
      return `${name} reports that the money is on its way.`
    default:
      return `${name} reports the status “${observed.kind}”, not “paid”.`
  }
}
