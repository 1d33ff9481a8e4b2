import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { namesOf } from '../../catalogue/bundles/bundle-labels.ts'
import { boughtBefore, type Ownership, type ownershipOf } from '../ownership.ts'

export type OwnershipNoticeProps = {
  ownership: Ownership
  product: Pick<Product, 'name' | 'downloadUrl' | 'fileName' | 'bundle'>
}

/** A notice before the payment for buyers who have a plan. */
export function OwnershipNotice({ ownership, product }: OwnershipNoticeProps) {
  if (ownership.kind === 'in-premium') {
    return (
      <Notice>
        <p>
          Included, with all updates, while you have Premium. Buy{' '}
          {product.bundle
            ? 'these scripts only if you want to keep them'
            : 'this script only if you want to keep it'}{' '}
          after Premium ends.
        </p>
        {product.fileName === null ? null : (
          <p className="mt-1.5">
            <a
              href={product.downloadUrl}
              target="_blank"
              rel="noreferrer"
              download
              aria-label={`Download ${product.name}`}
              className="inline-flex min-h-6 items-center rounded-sm font-medium text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              Download
            </a>
          </p>
        )}
      </Notice>
    )
  }
  if (ownership.kind === 'premium-renews') {
    return (
      <Notice>
        <p>
          Your Premium keeps renewing until you cancel it, even if you buy Lifetime. Cancel it in{' '}
          <AppLink
            to="/dashboard?tab=subscriptions"
            className="rounded-sm font-medium text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            your dashboard
          </AppLink>
          .
        </p>
      </Notice>
    )
  }
  return null
}

export type BundleOwnedNoticeProps = {
  product: Pick<Product, 'bundle'>
  mine: Parameters<typeof ownershipOf>[1]
}

/** Names the scripts of a bundle that the buyer has, and says that the price stays. Nothing where there is none. */
export function BundleOwnedNotice({ product, mine }: BundleOwnedNoticeProps) {
  const owned = boughtBefore(product, mine)
  if (owned.length === 0) return null
  return (
    <Notice>
      <p>
        You already own {namesOf(owned)}. The price of the bundle stays the same; for{' '}
        {owned.length === 1 ? 'this script' : 'these scripts'} you only get another 3 months of updates.
      </p>
    </Notice>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="mb-8 flex gap-2.5 rounded-lg bg-info-soft p-4 text-fg text-sm">
      <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-info" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
