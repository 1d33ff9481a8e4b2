import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatUsd } from '#shared/core/money.ts'
import { offerIn } from '#shared/core/turnstile-offer.ts'
import type { Trial, Upgrade } from '#shared/payments/contract.ts'
import { ApiError } from '../../../lib/api.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { currentUserQuery } from '../../accounts/queries.ts'
import { createPayment, openPaymentsQuery, trialQuery, upgradeQuery } from '../../payments/queries.ts'
import { purchaseTypeOf } from '../checkout-path.ts'
import { newClientPaymentId } from '../client-payment-id.ts'
import { type Refusal, readRefusal } from './refusal.ts'
import type { CouponBoxState } from './use-coupon.ts'

export type Order = { product: Product; user: CurrentUser; referralCode: string | null }

type Attempt = {
  email: string
  /** The version of the ticked text; null where none is asked for. */
  deliveryConsent: string | null
  /** One reminder by mail, where the order is not finished. */
  remind?: boolean | undefined
  turnstileToken?: string
}

/** Opens the provider's page for this order, or shows the reason of a failure. */
export function usePay(
  { product, user, referralCode }: Order,
  coupon: Pick<CouponBoxState, 'offer' | 'applyAgain' | 'refuse'>,
  /** The credit for unused Premium, where the buyer ticked it. */
  upgrade: Upgrade | null,
  /** The free days with which the order begins. */
  trial: Trial | null,
  /** The product's price that the buyer saw before the checkout. */
  shownPrice: number | undefined,
) {
  const { offer } = coupon
  const queryClient = useQueryClient()
  const attempt = useRef({ id: '', of: '' })
  /** The order may change between a script and its bundle, which have prices of their own. */
  const [newPrice, setNewPrice] = useState<{ of: number; usd: number } | null>(null)
  /** The new price from the server, shown as long as it equals the button's price. */
  const [changedTo, setChangedTo] = useState<number | null>(null)
  const [owned, setOwned] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const fullPrice = newPrice?.of === product.id ? newPrice.usd : product.price
  const price = trial ? 0 : (offer?.finalAmount ?? upgrade?.total ?? fullPrice)

  /**
   * One id per order. A changed email, price or coupon gets a new id, because the server resumes the order of a known
   * id.
   */
  function clientPaymentId(email: string): string {
    const of = `${product.id} ${price} ${offer?.coupon.id ?? ''} ${upgrade !== null} ${trial !== null} ${email}`
    if (attempt.current.of !== of) attempt.current = { id: newClientPaymentId(Date.now()), of }
    return attempt.current.id
  }

  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: async ({ email, remind, deliveryConsent, turnstileToken }: Attempt) => {
      const { url } = await createPayment({
        productId: product.id,
        provider: 'stripe',
        email,
        clientPaymentId: clientPaymentId(email),
        purchaseType: purchaseTypeOf(product),
        referralCode,
        userId: user.id,
        finalAmount: price,
        deliveryConsent,
        ...(product.bundle && { bundledIds: product.bundle.products.map(({ id }) => id) }),
        ...(upgrade && { upgrade: true }),
        ...(trial && { trial: true }),
        ...((price > 0 || trial) && { remind }),
        ...(turnstileToken && { turnstileToken }),
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
        setNewPrice({ of: product.id, usd: refusal.fullPrice })
        setChangedTo(refusal.amount)
        coupon.applyAgain()
        queryClient.invalidateQueries({ queryKey: ['/api/products'] })
        queryClient.invalidateQueries({ queryKey: upgradeQuery().queryKey })
        return
      case 'coupon':
        setNewPrice({ of: product.id, usd: refusal.fullPrice })
        coupon.refuse(refusal.message)
        return
      case 'trial':
        setNewPrice({ of: product.id, usd: refusal.fullPrice })
        setChangedTo(refusal.fullPrice)
        queryClient.invalidateQueries({ queryKey: ['/api/products'] })
        queryClient.invalidateQueries({ queryKey: trialQuery(product.id).queryKey })
        return
      case 'signed-out':
        // The surrounding page redirects to the login.
        queryClient.setQueryData(currentUserQuery().queryKey, null)
        return
      default:
        // The next attempt gets a new id, because the order under the old id does not match any more.
        if (refusal.kind !== 'failed') attempt.current = { id: '', of: '' }
        if (refusal.kind === 'contents') queryClient.invalidateQueries({ queryKey: ['/api/products'] })
        // An open payment replaces the form.
        queryClient.invalidateQueries({ queryKey: openPaymentsQuery().queryKey })
        toast({ title: 'Payment Error', description: refusal.message, tone: 'destructive' })
    }
  }

  // The back button may restore this page from the back/forward cache, still busy.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => (event.persisted ? reset() : undefined)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])

  // Busy until the browser has left for the provider's page.
  const hasNewPrice = shownPrice !== undefined && shownPrice !== product.price
  return {
    pay: mutate,
    busy: isPending || isSuccess,
    price,
    fullPrice,
    /** The new price (USD) to show; null: it has not changed. */
    changedPrice: changedTo === price ? price : hasNewPrice ? product.price : null,
    owned,
    failed,
    /** Solving it passes the limit that refused the last attempt. */
    challenge: error instanceof ApiError ? offerIn(error.data) : null,
  }
}

/** No money moves before the provider's page. Says so where the message does not. */
const withOutcome = (message: string) =>
  /charged/i.test(message) ? message : `${message} Nothing was charged. You can try again.`

/** The message that stays beside the button after the toast has closed. */
function failureOf(refusal: Refusal): string | null {
  switch (refusal.kind) {
    case 'coupon':
      return `${refusal.message} Nothing was charged. Without the coupon it costs ${formatUsd(refusal.fullPrice)}.`
    case 'trial':
      return `${refusal.message} Nothing was charged.`
    case 'failed':
      return withOutcome(refusal.message)
    case 'stale':
    case 'contents':
      return refusal.message
    default:
      return null
  }
}
