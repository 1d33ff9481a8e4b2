import { CircleAlert, CircleCheck } from 'lucide-react'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Price } from '../../../ui/data/price.tsx'

export type CheckoutNoticeProps = {
  /** The reason why the buyer need not pay again. */
  owned: string | null
  /** The reason why the payment page could not be opened. The toast with the same text closes soon. */
  failed: string | null
  /** The current price, if it differs from the price shown first. */
  price: number | null
}

/** The problem that prevented the payment, and the next step. */
export function CheckoutNotice({ owned, failed, price }: CheckoutNoticeProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 text-sm empty:hidden">
      {price === null ? null : (
        <p className="flex gap-2.5 rounded-lg bg-warning-soft p-4 text-warning">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>
            The price has changed to <Price usd={price} size="sm" />. Nothing was charged. Press the button to
            confirm the new price.
          </span>
        </p>
      )}
      {failed === null ? null : (
        <p className="flex gap-2.5 rounded-lg bg-danger-soft p-4 text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>{failed}</span>
        </p>
      )}
      {owned === null ? null : (
        <div className="flex gap-2.5 rounded-lg bg-info-soft p-4 text-info">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <div>
            <p>{owned} You were not charged again.</p>
            <Button asChild variant="link" className="mt-1">
              <AppLink to="/dashboard?tab=products">Open your products</AppLink>
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
