import { useId } from 'react'
import { consentText, PRESENT_CONSENT } from '#shared/payments/consent-rules.ts'
import { NativeCheckbox } from '../../../ui/forms/native-checkbox.tsx'
import { GuaranteeStays } from './guarantee-stays.tsx'

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
      <NativeCheckbox
        id={CONSENT_ID}
        className="scroll-mb-56"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={missing || undefined}
        {...(missing && { 'aria-describedby': errorId })}
        label={consentText(PRESENT_CONSENT)}
      />
      {missing ? (
        <p id={errorId} role="alert" className="pl-8 text-danger text-sm">
          Please tick this to get the file right after paying.
        </p>
      ) : null}
      <GuaranteeStays />
    </div>
  )
}
