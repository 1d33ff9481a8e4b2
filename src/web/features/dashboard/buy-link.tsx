import { useQueryClient } from '@tanstack/react-query'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatUsd } from '#shared/core/money.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { productQuery } from '../catalogue/queries.ts'
import { checkoutPath, purchaseTypeOf } from '../checkout/checkout-path.ts'

type Sold = Pick<Product, 'id' | 'name' | 'isSubscription' | 'price'>

export type BuyLinkProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  product: Sold
  /** `product` is the plan that includes this one: the subscription is named with its price. */
  including?: Pick<Product, 'name'>
}

/** A link to the checkout of a product, for signed-in users. */
export function BuyLink({ product, including, ...buttonProps }: BuyLinkProps) {
  const client = useQueryClient()
  const label = product.isSubscription ? 'Subscribe' : 'Buy Now'
  const what = including
    ? `${product.name}, ${formatUsd(product.price)}/month, with ${including.name}`
    : product.name
  return (
    <Button asChild {...buttonProps}>
      <AppLink
        to={checkoutPath({ productId: product.id, purchaseType: purchaseTypeOf(product) })}
        aria-label={`${label}: ${what}`}
        title={including ? what : undefined}
        onMouseEnter={() => client.prefetchQuery(productQuery(product.id))}
      >
        {label}
      </AppLink>
    </Button>
  )
}
