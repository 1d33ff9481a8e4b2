import { useEffect } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { dismissToast, toast } from '../../../ui/overlays/toast.ts'
import { checkoutPath, purchaseTypeOf } from '../checkout-path.ts'

export type CryptoErrorProps = {
  message: string
  /** The code of the shop's refusal. */
  code?: unknown
  /** Null if the product is unknown or has no file. Payment by card is not offered then. */
  product: Pick<Product, 'id' | 'isSubscription'> | null
}

/** Refusals because of an earlier payment: the buyer must not pay again. */
const PAID_CODES: readonly unknown[] = ['owned', 'confirming', 'in-review', 'stale']

function textOf(message: string, isPaid: boolean): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`
  return isPaid || sentence.includes('Nothing was charged') ? sentence : `${sentence} Nothing was charged.`
}

/** The reason why there is no crypto charge, and the other way to pay. */
export function CryptoError({ message, code, product }: CryptoErrorProps) {
  const isPaid = PAID_CODES.includes(code)
  useEffect(() => {
    const shown = toast({ title: 'Checkout Error', description: message, tone: 'destructive' })
    // A later attempt has succeeded, or the buyer has left.
    return () => dismissToast(shown)
  }, [message])
  return (
    <Container width="prose" className="py-section">
      <h1 className="sr-only">Crypto checkout</h1>
      <ErrorState
        title="The crypto checkout could not be opened"
        text={textOf(message, isPaid)}
        action={
          <>
            {isPaid ? (
              <Button asChild variant="primary">
                <AppLink to="/dashboard?tab=products">Open your products</AppLink>
              </Button>
            ) : product === null ? null : (
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
