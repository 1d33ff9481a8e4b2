import { X } from 'lucide-react'
import type { Product } from '#shared/catalogue/contract.ts'
import { bundleSaving } from '#shared/catalogue/rules.ts'
import { formatUsd, toCents, toUsd } from '#shared/core/money.ts'
import { Button } from '../../../ui/button.tsx'
import { NativeCheckbox } from '../../../ui/forms/native-checkbox.tsx'
import { namesOf, scriptCount } from '../../catalogue/bundles/bundle-labels.ts'

export type BundleChoiceProps = {
  /** The script of the order. */
  product: Pick<Product, 'id' | 'name' | 'price'>
  bundle: Product & { bundle: NonNullable<Product['bundle']> }
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
  onDismiss: () => void
}

/** One offer, never ticked beforehand: the bundle in place of the script. Unticked, the order is the script again. */
export function BundleChoice({ product, bundle, checked, disabled, onChange, onDismiss }: BundleChoiceProps) {
  const others = bundle.bundle.products.filter(({ id }) => id !== product.id)
  const saving = bundleSaving(bundle)
  return (
    <div className="mb-8 flex items-start gap-2 rounded-lg border border-line p-4">
      <div className="min-w-0 flex-1">
        <NativeCheckbox
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          label={`Get ${bundle.name} instead: ${scriptCount(bundle.bundle)} for ${formatUsd(bundle.price)} (${difference(bundle.price, product.price)})`}
          hint={`${product.name} with ${namesOf(others)}.${saving > 0 ? ` Each bought alone, they cost ${formatUsd(saving)} more.` : ''}${checked ? ' No coupon can be used with it here.' : ''}`}
        />
      </div>
      {checked ? null : (
        <Button
          variant="ghost"
          size="sm"
          aria-label="Dismiss this offer"
          disabled={disabled}
          onClick={onDismiss}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}

/** "+$20.00". */
function difference(bundle: number, single: number): string {
  const cents = toCents(bundle) - toCents(single)
  return `${cents < 0 ? '−' : '+'}${formatUsd(toUsd(Math.abs(cents)))}`
}
