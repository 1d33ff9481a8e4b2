import { useEffect } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { checkoutPath, purchaseTypeOf } from '../checkout-path.ts'

export type CryptoErrorProps = {
  message: string
  /** Null if the product is unknown or has no file. Payment by card is not offered then. */
  product: Pick<Product, 'id' | 'isSubscription'> | null
}

/** The reason why there is no crypto charge, and the other way to pay. */
export function CryptoError({ message, product }: CryptoErrorProps) {
  useEffect(() => {
    toast({ title: 'Checkout Error', description: message, tone: 'destructive' })
  }, [message])
  return (
    <Container width="prose" className="py-section">
      <h1 className="sr-only">Crypto checkout</h1>
      <ErrorState
        title="The crypto checkout could not be opened"
        text={`${message}${/[.!?]$/.test(message) ? '' : '.'} Nothing was charged.`}
        action={
          <>
            {product === null ? null : (
              <Button asChild variant="primary">
                <AppLink to={checkoutPath({ productId: product.id, purchaseType: purchaseTypeOf(product) })}>
                  Pay by card instead
                </AppLink>
              </Button>
            )}
            <Button asChild>
              <AppLink to="/products">Back to Products</AppLink>
            </Button>
          </>
        }
      />
    </Container>
  )
}
