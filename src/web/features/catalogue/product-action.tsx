import type { Product } from '../../../worker/features/catalogue/contract.ts'
import { AppLink } from '../../app/app-link.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { BuyButton } from '../checkout/buy-button.tsx'
import { purchaseTypeOf } from '../checkout/checkout-path.ts'
import { NotOutYet } from '../checkout/not-out-yet.tsx'

export type ProductActionProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'block' | 'aria-describedby' | 'className'
> & {
  product: Pick<Product, 'id' | 'isSubscription' | 'fileName'>
  /** The visitor may open it already. */
  held: boolean
}

/** The one thing to do with a product: open it, buy it or subscribe to it. */
export function ProductAction({ product, held, ...look }: ProductActionProps) {
  if (held) {
    return (
      <Button asChild {...look}>
        <AppLink to="/dashboard?tab=products">Open</AppLink>
      </Button>
    )
  }
  if (product.fileName === null) {
    const { variant: _, ...place } = look
    return <NotOutYet size="md" block={false} {...place} />
  }
  return (
    <BuyButton productId={product.id} purchaseType={purchaseTypeOf(product)} {...look}>
      {product.isSubscription ? 'Subscribe' : 'Buy Now'}
    </BuyButton>
  )
}
