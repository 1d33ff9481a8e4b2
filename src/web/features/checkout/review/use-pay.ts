import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatUsd } from '../../../lib/format-usd.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { currentUserQuery } from '../../accounts/queries.ts'
import { createPayment, openPaymentsQuery } from '../../payments/queries.ts'
import { purchaseTypeOf } from '../checkout-path.ts'
import { newClientPaymentId } from '../client-payment-id.ts'
import { type Refusal, readRefusal } from './refusal.ts'
import type { CouponBoxState } from './use-coupon.ts'

export type Order = { product: Product; user: CurrentUser; referralCode: string | null }

/** Opens the provider's page for this order, and says why when it cannot. */
export function usePay(
  { product, user, referralCode }: Order,
  coupon: Pick<CouponBoxState, 'offer' | 'applyAgain' | 'refuse'>,
) {
  const { offer } = coupon
  const queryClient = useQueryClient()
  const attempt = useRef({ id: '', of: '' })
  const [newPrice, setNewPrice] = useState<number | null>(null)
  /** The new price from the server, shown as long as it is the button's. */
  const [changedTo, setChangedTo] = useState<number | null>(null)
  const [owned, setOwned] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const fullPrice = newPrice ?? product.price
  const price = offer?.finalAmount ?? fullPrice

  /** One id per visit; the server would resume the old order where the address or the price is another. */
  function clientPaymentId(email: string): string {
    const of = `${product.id} ${price} ${offer?.coupon.id ?? ''} ${email}`
    if (attempt.current.of !== of) attempt.current = { id: newClientPaymentId(Date.now()), of }
    return attempt.current.id
  }

  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: async (email: string) => {
      const { url } = await createPayment({
        productId: product.id,
        provider: 'stripe',
        email,
        clientPaymentId: clientPaymentId(email),
        purchaseType: purchaseTypeOf(product),
        referralCode,
        userId: user.id,
        finalAmount: price,
        ...(offer && { discountAmount: offer.discountAmount, couponId: offer.coupon.id }),
      })
      if (!/^https?:\/\//.test(url)) throw new Error('Invalid response from server')
      window.location.assign(url)
    },
    onError: (error) => act(readRefusal(error)),
  })

  function act(refusal: Refusal) {
    setOwned(refusal.kind === 'owned' ? refusal.message : null)
    setFailed(failureOf(refusal))
    if (refusal.kind === 'owned') queryClient.invalidateQueries({ queryKey: ['/api/my-products'] })
    switch (refusal.kind) {
      case 'price':
        setNewPrice(refusal.fullPrice)
        setChangedTo(refusal.amount)
        coupon.applyAgain()
        queryClient.invalidateQueries({ queryKey: ['/api/products'] })
        return
      case 'coupon':
        setNewPrice(refusal.fullPrice)
        coupon.refuse(refusal.message)
        return
      case 'signed-out':
        // The page around sees it and leads to the login.
        queryClient.setQueryData(currentUserQuery().queryKey, null)
        return
      default:
        // Whatever the server has stored under this id is not what the buyer wants now.
        if (refusal.kind !== 'failed') attempt.current = { id: '', of: '' }
        // A payment that is under way takes the place of the form.
        queryClient.invalidateQueries({ queryKey: openPaymentsQuery().queryKey })
        toast({ title: 'Payment Error', description: refusal.message, tone: 'destructive' })
    }
  }

  // The browser's back button may bring this page back as it was left: busy.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => (event.persisted ? reset() : undefined)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])

  // Busy until the browser has left for the provider's page.
  const priceChanged = changedTo === price
  return { pay: mutate, busy: isPending || isSuccess, price, fullPrice, priceChanged, owned, failed }
}

/** What stays beside the button when its toast is gone. */
function failureOf(refusal: Refusal): string | null {
  switch (refusal.kind) {
    case 'coupon':
      return `${refusal.message} Nothing was charged. Without the coupon it costs ${formatUsd(refusal.fullPrice)}.`
    case 'failed':
    case 'stale':
      return refusal.message
    default:
      return null
  }
}
