import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { Upgrade } from '#shared/payments/contract.ts'
import { NativeCheckbox } from '../../../ui/forms/native-checkbox.tsx'

export type UpgradeChoiceProps = {
  upgrade: Upgrade
  checked: boolean
  onChange: (checked: boolean) => void
  disabled: boolean
}

/** The credit for unused Premium and what it means, for the buyer to tick. */
export const UpgradeChoice = ({ upgrade, checked, onChange, disabled }: UpgradeChoiceProps) => (
  <div className="mb-8 rounded-lg border border-line p-4">
    <NativeCheckbox
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      label={`Upgrade from Premium: credit ${formatUsd(upgrade.credit)} and end Premium`}
      hint={`${upgrade.unusedDays} of your ${upgrade.periodDays} paid days are unused. ${
        upgrade.renews ? 'Premium will not renew, and ends on' : 'Premium ends on'
      } ${formatDay(upgrade.premiumEndsAt)}. Lifetime includes everything in it, and costs ${formatUsd(upgrade.total)} now. The credit cannot be used together with a coupon.`}
    />
  </div>
)
