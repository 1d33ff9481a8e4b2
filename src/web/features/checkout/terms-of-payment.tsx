import type { Product } from '../../../worker/features/catalogue/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import type { PayMethod } from './pay-method.ts'

const look = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'

export type TermsOfPaymentProps = { product: Pick<Product, 'isSubscription'>; method: PayMethod }

/** What renews, and the money back: said beside the button that pays. */
export function TermsOfPayment({ product, method }: TermsOfPaymentProps) {
  return (
    <p className="text-center text-muted text-xs">
      {renewal(product.isSubscription, method)} 7-day money-back guarantee:{' '}
      <AppLink to="/refund-policy" className={look}>
        how it works
      </AppLink>
      .
    </p>
  )
}

function renewal(isSubscription: boolean, method: PayMethod) {
  if (!isSubscription) return 'One payment, nothing renews.'
  if (method === 'crypto') return 'Crypto pays one month ahead: nothing is taken by itself after it.'
  return (
    <>
      Your subscription renews monthly until cancelled, at any time in{' '}
      <AppLink to="/dashboard?tab=subscriptions" className={look}>
        your dashboard
      </AppLink>
      .
    </>
  )
}
