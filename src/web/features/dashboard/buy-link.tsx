import { useQueryClient } from '@tanstack/react-query'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { productQuery } from '../catalogue/queries.ts'
import { checkoutPath, purchaseTypeOf } from '../checkout/checkout-path.ts'

export type BuyLinkProps = Pick<ButtonProps, 'size' | 'className'> & {
  product: Pick<Product, 'id' | 'name' | 'isSubscription'>
}

/** A link to the checkout of a product, for signed-in users. */
export function BuyLink({ product, ...buttonProps }: BuyLinkProps) {
  const client = useQueryClient()
  const label = product.isSubscription ? 'Subscribe' : 'Buy Now'
  return (
    <Button asChild {...buttonProps}>
      <AppLink
        to={checkoutPath({ productId: product.id, purchaseType: purchaseTypeOf(product) })}
        aria-label={`${label}: ${product.name}`}
        onMouseEnter={() => client.prefetchQuery(productQuery(product.id))}
      >
        {label}
      </AppLink>
    </Button>
  )
}
