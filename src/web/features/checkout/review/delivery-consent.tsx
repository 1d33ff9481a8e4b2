import { useId } from 'react'
import { consentText, PRESENT_CONSENT } from '#shared/payments/consent-rules.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TEXT_LINK } from '../../../ui/link-styles.ts'

export type DeliveryConsentProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The buyer tried to pay without the tick. */
  missing: boolean
}

/** The id by which a form moves the focus to the tick that is missing. */
export const CONSENT_ID = 'delivery-consent'

/** The request for the file at once, by which a buyer of a download gives up the right of withdrawal. Never ticked in advance. */
export function DeliveryConsent({ checked, onChange, missing }: DeliveryConsentProps) {
  const errorId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox
        id={CONSENT_ID}
        className="scroll-mb-56"
        checked={checked}
        onCheckedChange={(value) => onChange(value === true)}
        aria-invalid={missing || undefined}
        {...(missing && { 'aria-describedby': errorId })}
        label={consentText(PRESENT_CONSENT)}
      />
      {missing ? (
        <p id={errorId} role="alert" className="pl-8 text-danger text-sm">
          Please tick this to get the file right after paying.
        </p>
      ) : null}
      <p className="pl-8 text-muted text-xs">
        The 7-day money-back guarantee stays.{' '}
        <AppLink to="/withdraw" className={TEXT_LINK}>
          About withdrawing
        </AppLink>
      </p>
    </div>
  )
}
