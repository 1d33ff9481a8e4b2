import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import type { CouponOffer } from '#shared/coupons/contract.ts'
import { readCouponCode } from '#shared/coupons/coupon-code.ts'
import { LazyCode } from '../../../lib/lazy-code.ts'
import { useSearchParams } from '../../../lib/router/router-context.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { couponFor, forgetCoupon, type KeptCoupon, keepCoupon } from '../../coupons/coupon-memory.ts'
import { discountLabel } from '../../coupons/discount-label.ts'
import { validateCoupon } from '../../coupons/queries.ts'
import type { CouponAnswer } from './coupon-answer.ts'

// Loaded with the first code: it brings zod.
const answers = new LazyCode(() => import('./coupon-answer.ts'))

export type CouponBoxState = ReturnType<typeof useCoupon>

/**
 * The state of the coupon box: none, validating, applied or refused. The code in the address or of this tab (entered
 * here before, or from a link) is tried automatically.
 */
export function useCoupon(product: Pick<Product, 'id' | 'price'>, onSignedOut: (code: string) => void) {
  const [query, setQuery] = useSearchParams()
  const [kept] = useState(() => linked(query) ?? couponFor(product.id))
  const [code, setCode] = useState(kept?.code ?? '')
  const [offer, setOffer] = useState<CouponOffer | null>(null)
  const [isRefused, setRefused] = useState(false)
  /** The kept code has no answer yet: the page is not shown before, so that the price does not move. */
  const [restoring, setRestoring] = useState(kept !== null)

  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: string) => {
      const asked = validateCoupon({ code: wanted, scriptId: product.id, amount: product.price })
      // A refusal may come before the code does.
      asked.catch(() => undefined)
      const { readCouponAnswer, readCouponFailure } = await answers.fetch()
      return asked.then(readCouponAnswer, readCouponFailure)
    },
    onSuccess: take,
    onError: (_, wanted) => take(UNREAD, wanted),
    onSettled: () => setRestoring(false),
  })

  function take(answer: CouponAnswer, wanted: string) {
    if (answer.kind === 'signed-out') return onSignedOut(wanted)
    setOffer(answer.kind === 'offer' ? answer.offer : null)
    setRefused(answer.kind === 'refused')
    if (answer.kind === 'offer') return applied(answer.offer.coupon)
    if (answer.ended) drop()
    toast({ title: answer.title, description: answer.message, tone: 'destructive' })
  }

  function applied(coupon: CouponOffer['coupon']) {
    const before = couponFor(product.id)
    const known = before?.code === coupon.code ? before : null
    keepCoupon({
      code: coupon.code,
      productId: known ? known.productId : product.id,
      appliedTo: product.id,
    })
    if (query.has('coupon')) removeFromAddress()
    // Not again after a reload or a return from the payment page.
    if (known?.appliedTo === product.id) return
    toast({ title: 'Coupon applied to purchase', description: `${coupon.code}: ${discountLabel(coupon)}` })
  }

  function drop() {
    forgetCoupon()
    if (query.has('coupon')) removeFromAddress()
  }

  /** The tab keeps the code. In the address it would replace another one that the buyer enters. */
  function removeFromAddress() {
    setQuery(
      (now) => {
        now.delete('coupon')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  /** To be called when the checkout finds that the coupon does not apply any more. */
  const refuse = (message: string) =>
    take({ kind: 'refused', title: 'Invalid coupon', message, ended: true }, code)

  /** Validates the coupon again after a price change, because its discount depends on the price. */
  function applyAgain() {
    if (offer) mutate(offer.coupon.code)
  }

  function type(text: string) {
    setCode(text.toUpperCase())
    setRefused(false)
  }

  function clear() {
    setCode('')
    setOffer(null)
    setRefused(false)
    drop()
  }

  function apply(wanted = code.trim()) {
    if (wanted !== '') mutate(wanted)
  }

  const applyKept = useEffectEvent(() => apply(kept?.code ?? ''))
  useEffect(() => applyKept(), [])

  return {
    code,
    offer,
    isRefused,
    restoring,
    validating: isPending,
    type,
    apply: () => apply(),
    applyAgain,
    refuse,
    clear,
  }
}

/** The answer could not be read, because its code did not load. */
const UNREAD: CouponAnswer = {
  kind: 'refused',
  title: 'Error applying coupon',
  message: 'Failed to apply coupon',
}

/** The code in the checkout's own address. It replaces the one that the tab had. */
function linked(query: URLSearchParams): KeptCoupon | null {
  const code = readCouponCode(query.get('coupon'))
  return code === null ? null : { code, productId: null, appliedTo: null }
}
