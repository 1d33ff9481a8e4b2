import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { subscriptionsQuery } from '../../subscriptions/queries.ts'
import { subscriptionState } from '../../subscriptions/subscription-state.ts'
import { useBillingPortal } from '../subscriptions/use-billing-portal.ts'

/** A notice on the overview: a subscription's payment failed, the end of its access, and the next step. */
export function FailedPaymentNotice() {
  const { data } = useQuery(subscriptionsQuery())
  const { open, busy } = useBillingPortal()
  const failed = data?.find(({ status }) => status === 'past_due' || status === 'unpaid')
  if (!failed) return null
  const { badge, note } = subscriptionState(failed, Date.now())
  return (
    <section
      aria-label="Payment failed"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl bg-danger-soft p-4 sm:p-5 lg:col-span-3"
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
        <div className="min-w-0">
          <p className="font-medium text-fg">
            {failed.product.name}: {badge.label}
          </p>
          <p className="mt-0.5 text-fg text-sm">{note}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="primary" busy={busy} onClick={open}>
          Update card
        </Button>
        <Button asChild size="sm">
          <Link to="?tab=subscriptions" preventScrollReset>
            My Subscriptions
          </Link>
        </Button>
      </div>
    </section>
  )
}
