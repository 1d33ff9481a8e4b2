import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { offerIn } from '#shared/core/turnstile-offer.ts'
import type { GuestOrder } from '#shared/payments/contract.ts'
import { ApiError } from '../../../lib/api.ts'
import { rememberedReferral } from '../../accounts/referral-memory.ts'
import { createGuestOrder } from '../../payments/queries.ts'
import { newClientPaymentId } from '../client-payment-id.ts'
import { keepEmailDraft } from '../review/email-draft.ts'
import { readRefusal } from '../review/refusal.ts'

type Attempt = Pick<
  GuestOrder,
  'email' | 'method' | 'remind' | 'deliveryConsent' | 'billingCountry' | 'turnstileToken'
>

/** Opens the provider's page for this product without an account, or gives the reason of a failure. */
export function useGuestOrder({ id, price, bundle }: Pick<ProductDetail, 'id' | 'price' | 'bundle'>) {
  const queryClient = useQueryClient()
  const attempt = useRef({ id: '', of: '' })

  /** One id per order. After a refusal, or with another address, method or price, the order gets a new one. */
  function clientPaymentId({ email, method, deliveryConsent, billingCountry }: Attempt): string {
    const of = `${id} ${price} ${method} ${deliveryConsent} ${billingCountry} ${email}`
    if (attempt.current.of !== of) attempt.current = { id: newClientPaymentId(Date.now()), of }
    return attempt.current.id
  }

  const { mutate, reset, isPending, isSuccess, error, variables } = useMutation({
    mutationFn: async (order: Attempt) => {
      keepEmailDraft('guest', id, order.email)
      const { url } = await createGuestOrder({
        ...order,
        productId: id,
        clientPaymentId: clientPaymentId(order),
        referralCode: rememberedReferral(),
        finalAmount: price,
        bundledIds: bundle?.products.map((product) => product.id) ?? null,
      })
      if (!/^https?:\/\//.test(url)) throw new Error('Invalid response from server')
      window.location.assign(url)
    },
    onError: (error) => {
      const refusal = readRefusal(error)
      if (refusal.kind !== 'failed') attempt.current = { id: '', of: '' }
      if (refusal.kind === 'price' || refusal.kind === 'contents')
        queryClient.invalidateQueries({ queryKey: ['/api/products'] })
    },
  })

  // The back button may restore this page from the back/forward cache, still busy.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => (event.persisted ? reset() : undefined)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])

  return {
    order: mutate,
    /** The method of the last attempt. */
    method: variables?.method ?? 'card',
    /** Busy until the browser has left for the provider's page. */
    busy: isPending || isSuccess ? (variables?.method ?? null) : null,
    failed: error ? failureOf(error) : null,
    /** Solving it passes the limit that refused the last attempt. */
    challenge: error instanceof ApiError ? offerIn(error.data) : null,
  }
}

function failureOf(error: Error): string {
  const refusal = readRefusal(error)
  if (refusal.kind === 'price') return 'The price has just changed. Please check it and try again.'
  return 'message' in refusal ? refusal.message : 'There was an error initiating the payment.'
}
