import { ArrowUpRight, Coins, CreditCard } from 'lucide-react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { BuyButton } from '../checkout/buy-button.tsx'
import { type PayMethod, useHostedLink } from './hosted-links.ts'
import type { Plan } from './plans.ts'

const looks = {
  card: { text: 'Pay with Credit Card', Icon: CreditCard },
  crypto: { text: 'Pay with Crypto', Icon: Coins },
}

export type PayButtonProps = Pick<ButtonProps, 'variant' | 'aria-describedby'> & {
  plan: Plan
  method: PayMethod
}

/** To the plan's pay page in a new tab, where the operator has one; else to the checkout of the shop. */
export function PayButton({ plan, method, ...look }: PayButtonProps) {
  const link = useHostedLink(plan.hosted, method)
  const { text, Icon } = looks[method]
  if (link) {
    return (
      <Button asChild size="lg" block className="relative" {...look}>
        <a href={link} target="_blank" rel="noopener">
          <Icon aria-hidden="true" />
          {text}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          <ArrowUpRight aria-hidden="true" className="absolute right-4 opacity-70" />
        </a>
      </Button>
    )
  }
  return (
    <BuyButton
      productId={plan.id}
      purchaseType={plan.purchaseType}
      method={method === 'crypto' ? method : undefined}
      size="lg"
      block
      {...look}
    >
      <Icon aria-hidden="true" />
      {text}
    </BuyButton>
  )
}
