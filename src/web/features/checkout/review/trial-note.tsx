import type { ReactNode } from 'react'
import type { Trial } from '#shared/payments/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { freeDays } from '../../catalogue/trial-line.ts'
import type { PayMethod } from './pay-method.ts'

export type TrialNoteProps = { trial: Trial; method: PayMethod; hasCoupon: boolean }

/** Why the order does not begin with the product's free days; nothing where it does. */
export function TrialNote(props: TrialNoteProps) {
  const text = reasonFor(props)
  return text === null ? null : (
    <p role="status" className="rounded-lg bg-info-soft p-3 text-fg text-sm">
      {text}
    </p>
  )
}

function reasonFor({ trial: { days, refusal }, method, hasCoupon }: TrialNoteProps): ReactNode {
  if (refusal === 'used')
    return 'You have had free days in this shop before, so the subscription begins with its first month.'
  if (refusal === 'unconfirmed')
    return (
      <>
        To begin with {freeDays(days)}, confirm your email address first: open the link in our email, or
        request a new one in{' '}
        <AppLink
          to="/dashboard?tab=profile"
          className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          your profile
        </AppLink>
        . Or pay for the first month now.
      </>
    )
  if (method === 'crypto')
    return `The ${freeDays(days)} are for cards. With crypto you pay for one month in advance now.`
  if (hasCoupon)
    return `The coupon replaces the ${freeDays(days)}: the first month is charged today, at the reduced price. Remove the coupon to begin with the free days.`
  return null
}
