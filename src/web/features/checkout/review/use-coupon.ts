import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import type { CouponOffer } from '#shared/coupons/contract.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { validateCoupon } from '../../coupons/queries.ts'
import { type CouponAnswer, readCouponAnswer, readCouponFailure } from './coupon-answer.ts'
import { takeCoupon } from './pending-coupon.ts'

export type CouponBoxState = ReturnType<typeof useCoupon>

/**
 * The state of the coupon box: none, validating, applied or refused. A code stored before a login is applied
 * automatically.
 */
export function useCoupon(product: Pick<Product, 'id' | 'price'>, onSignedOut: (code: string) => void) {
  const [code, setCode] = useState('')
  const [offer, setOffer] = useState<CouponOffer | null>(null)
  const [error, setError] = useState<string | null>(null)

  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: string) =>
      validateCoupon({ code: wanted, scriptId: product.id, amount: product.price }),
    onSuccess: (body, wanted) => take(readCouponAnswer(body), wanted),
    onError: (cause, wanted) => take(readCouponFailure(cause), wanted),
  })

  function take(answer: CouponAnswer, wanted: string) {
    if (answer.kind === 'signed-out') return onSignedOut(wanted)
    setOffer(answer.kind === 'offer' ? answer.offer : null)
    setError(answer.kind === 'refused' ? answer.message : null)
    if (answer.kind === 'refused') {
      toast({ title: answer.title, description: answer.message, tone: 'destructive' })
    }
  }

  /** To be called when the checkout finds that the coupon does not apply any more. */
  const refuse = (message: string) => take({ kind: 'refused', title: 'Invalid coupon', message }, code)

  /** Validates the coupon again after a price change, because its discount depends on the price. */
  function applyAgain() {
    if (offer) mutate(offer.coupon.code)
  }

  function type(text: string) {
    setCode(text.toUpperCase())
    setError(null)
  }

  function clear() {
    setCode('')
    setOffer(null)
    setError(null)
  }

  function apply(wanted = code.trim()) {
    if (wanted !== '') mutate(wanted)
  }

  const applyPending = useEffectEvent(() => {
    const pending = takeCoupon()
    if (pending === null) return
    type(pending)
    apply(pending)
  })
  useEffect(() => applyPending(), [])

  return {
    code,
    offer,
    error,
    validating: isPending,
    type,
    apply: () => apply(),
    applyAgain,
    refuse,
    clear,
  }
}
