import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { billingCountryQuery } from '../../payments/queries.ts'
import { CountrySelect } from '../../seller/country-select.tsx'
import { useCountryTaxes } from '../../seller/use-country-taxes.ts'
import { useRenewPrepaid } from './use-renew-prepaid.ts'

export type RenewDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  subscription: Subscription
}

/** Shows the price and the start of another month before the provider's page opens. */
export function RenewDialog({ open, onOpenChange, subscription }: RenewDialogProps) {
  const asksCountry = useCountryTaxes() !== null
  const { data: kept = null } = useQuery({ ...billingCountryQuery(), enabled: open && asksCountry })
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const country = chosen ?? kept
  const { renew, busy } = useRenewPrepaid(subscription.id, country, () => onOpenChange(false))
  const { product, endsAt } = subscription
  const isRunning = endsAt !== null && Date.parse(endsAt) > Date.now()
  const begins =
    isRunning && endsAt !== null
      ? `The new month begins where your paid time ends, on ${formatDay(endsAt)}, so you lose no days by renewing now.`
      : 'The new month begins when your payment arrives.'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="primary"
      title={`Add a month of ${product.name}?`}
      description={`${formatUsd(product.price)}, paid in cryptocurrency on the provider's page. ${begins}`}
      confirmLabel="Continue to payment"
      cancelLabel="Not now"
      busy={busy}
      onConfirm={() => (asksCountry && !country ? setMissing(true) : renew())}
    >
      {asksCountry ? (
        <Field
          label="Billing country"
          required
          error={missing && !country ? 'Choose your country' : undefined}
          hint="The tax in the price depends on it. The total stays the same."
        >
          <CountrySelect value={country ?? ''} onChange={(event) => setChosen(event.target.value)} />
        </Field>
      ) : null}
    </ConfirmDialog>
  )
}
