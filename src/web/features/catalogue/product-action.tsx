import type { Product } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { BuyButton } from '../checkout/buy-button.tsx'
import { purchaseTypeOf } from '../checkout/checkout-path.ts'
import { NotAvailable } from '../checkout/not-available.tsx'

export type ProductActionProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'block' | 'aria-describedby' | 'className'
> & {
  product: Pick<Product, 'id' | 'isSubscription' | 'fileName' | 'bundle'>
  /** The visitor already has access to the product. */
  owned: boolean
}

/** The main action on a product: open it, buy it or subscribe to it. */
export function ProductAction({ product, owned, ...buttonProps }: ProductActionProps) {
  if (owned) {
    return (
      <Button asChild {...buttonProps}>
        <AppLink to="/dashboard?tab=products">Open</AppLink>
      </Button>
    )
  }
  if (!isForSale(product)) {
    const { variant: _, ...place } = buttonProps
    return <NotAvailable size="md" block={false} {...place} />
  }
  return (
    <BuyButton productId={product.id} purchaseType={purchaseTypeOf(product)} {...buttonProps}>
      {product.isSubscription ? 'Subscribe' : 'Buy Now'}
    </BuyButton>
  )
}
