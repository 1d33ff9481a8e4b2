import { PRESENT_CONSENT } from '#shared/payments/consent-rules.ts'
import { refuse } from '../refusals.ts'

type Ticked = { deliveryConsent?: string | null | undefined }

/** @throws Problem 409 (consent-changed): the buyer ticked another text than the present one */
export function refuseOldConsent({ deliveryConsent }: Ticked): void {
  if (deliveryConsent == null || deliveryConsent === PRESENT_CONSENT) return
  throw refuse(
    'consent-changed',
    'The text about your right of withdrawal has changed. Please load the page again and read it.',
    { version: PRESENT_CONSENT },
  )
}

/** The columns of an order's consent. An order without it is accepted, and keeps its right of withdrawal. */
export const consentOf = ({ deliveryConsent }: Ticked, now: number) =>
  deliveryConsent == null
    ? { consentVersion: null, consentAt: null }
    : { consentVersion: deliveryConsent, consentAt: now }
