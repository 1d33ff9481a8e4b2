import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Coins, CreditCard } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { currentUserQuery } from '../../accounts/queries.ts'
import { BuyButton } from '../../checkout/buy-button.tsx'
import { useBuy } from '../../checkout/use-buy.ts'
import { couponFor } from '../../coupons/coupon-memory.ts'
import { useCryptoName } from '../../payments/use-crypto-name.ts'
import type { Plan } from './plans.ts'
import { type PayMethod, useHostedLink } from './use-hosted-link.ts'
import { usePlanProduct } from './use-plan-product.ts'

const METHODS = {
  card: { text: 'Pay with Credit Card', Icon: CreditCard },
  crypto: { text: 'Pay with Crypto', Icon: Coins },
}

export type PayButtonProps = Pick<ButtonProps, 'variant' | 'aria-describedby'> & {
  plan: Plan
  method: PayMethod
}

/**
 * Visitors go to the plan's pay page in a new tab, if the operator configured one and the plan has no trial, else to the
 * shop's checkout.
 * Signed-in users always go to the checkout: it knows their products, and the purchase belongs to their account for any
 * email.
 */
export function PayButton({ plan, method, ...buttonProps }: PayButtonProps) {
  const link = useHostedLink(plan.hosted, method)
  const crypto = useCryptoName()
  // The page outside knows no trial.
  const hasTrial = usePlanProduct(plan).trialDays > 0 && method === 'card'
  const user = useQuery(currentUserQuery())
  const { buy } = useBuy()
  const params = {
    productId: plan.id,
    purchaseType: plan.purchaseType,
    method: method === 'crypto' ? method : undefined,
  }

  /** Handles a click before the signed-in user is known, and one with a coupon, which only the checkout knows. */
  async function follow(event: MouseEvent, to: string) {
    const hasCoupon = couponFor(plan.id) !== null
    if (isOnlyOutside) return
    if (!user.isPending && !hasCoupon) return
    event.preventDefault()
    if (hasCoupon) return buy(params)
    const { data } = await user.refetch()
    if (data) buy(params)
    // The same tab, because browsers may block a new tab that is not opened directly by the click.
    else window.location.assign(to)
  }

  const { text, Icon } = METHODS[method]
  // The checkout takes no crypto where the only way to pay in it is the page outside.
  const isOnlyOutside = method === 'crypto' && crypto === null
  if (link && !hasTrial && (!user.data || isOnlyOutside)) {
    return (
      <Button asChild size="lg" block className="relative" {...buttonProps}>
        <a href={link} target="_blank" rel="noopener" onClick={(event) => follow(event, link)}>
          <Icon aria-hidden="true" />
          {text}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          <ArrowUpRight aria-hidden="true" className="absolute right-4 opacity-70" />
        </a>
      </Button>
    )
  }
  return (
    <BuyButton {...params} size="lg" block {...buttonProps}>
      <Icon aria-hidden="true" />
      {text}
    </BuyButton>
  )
}
