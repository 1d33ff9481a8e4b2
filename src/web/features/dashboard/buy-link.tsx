import { useQueryClient } from '@tanstack/react-query'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { productQuery } from '../catalogue/queries.ts'
import { checkoutPath, purchaseTypeOf } from '../checkout/checkout-path.ts'

export type BuyLinkProps = Pick<ButtonProps, 'size' | 'className'> & {
  product: Pick<Product, 'id' | 'name' | 'isSubscription'>
}

/** To the checkout of a product, for somebody who is signed in. */
export function BuyLink({ product, ...buttonProps }: BuyLinkProps) {
  const client = useQueryClient()
  const words = product.isSubscription ? 'Subscribe' : 'Buy Now'
  return (
    <Button asChild {...buttonProps}>
      <AppLink
        to={checkoutPath({ productId: product.id, purchaseType: purchaseTypeOf(product) })}
        aria-label={`${words}: ${product.name}`}
        onMouseEnter={() => client.prefetchQuery(productQuery(product.id))}
      >
        {words}
      </AppLink>
    </Button>
  )
}
