import { Tag } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { COUPON_CHECKOUT_MINUTES } from '#shared/coupons/lifetime-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { discountLabel } from '../../coupons/discount-label.ts'
import type { CouponBoxState } from './use-coupon.ts'

export type CouponBoxProps = { coupon: CouponBoxState; disabled: boolean }

/** The field for a coupon code. An applied code is locked until it is removed. A toast says why a code is refused. */
export function CouponBox({ coupon, disabled }: CouponBoxProps) {
  const { code, offer, isRefused, validating, type, apply, clear } = coupon
  const said = offer ? `${offer.coupon.code} applied: ${discountLabel(offer.coupon)}` : ''
  const input = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (offer) {
      clear()
      input.current?.focus()
    } else if (!validating) apply()
  }

  return (
    <form onSubmit={submit} noValidate className="border-line border-t py-4">
      <Field
        label="Coupon code"
        hint={said === '' ? null : <span className="text-success">{said}</span>}
        optional={!offer}
      >
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Input
              ref={input}
              start={<Tag aria-hidden="true" />}
              value={code}
              onChange={(event) => type(event.target.value)}
              readOnly={offer !== null || validating}
              aria-invalid={isRefused || undefined}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="done"
              className="w-full font-mono uppercase placeholder:normal-case"
            />
          </div>
          {/* One button for apply and remove, so that the focus stays on it. */}
          <Button
            type="submit"
            busy={validating}
            busyText="Validating"
            disabled={disabled || code.trim() === ''}
            aria-label={offer ? `Remove coupon ${offer.coupon.code}` : undefined}
          >
            {offer ? 'Remove' : 'Apply'}
          </Button>
        </div>
      </Field>
      {offer && offer.finalAmount > 0 && (
        <p className="mt-2 text-muted text-sm">
          The payment page keeps this price for {COUPON_CHECKOUT_MINUTES} minutes.
        </p>
      )}
      <VisuallyHidden role="status">{said && `Coupon ${said}`}</VisuallyHidden>
    </form>
  )
}
