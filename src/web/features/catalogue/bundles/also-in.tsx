import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { bundleLine } from './bundle-labels.ts'

/** The bundles that contain the script, with what they cost; nothing where there is none. */
export function AlsoIn({ bundles }: Pick<ProductDetail, 'bundles'>) {
  if (bundles.length === 0) return null
  return (
    <ul className="mt-5 flex flex-col gap-2 border-line border-t pt-4 text-muted text-sm">
      {bundles.map((bundle) => (
        <li key={bundle.id} className="flex items-baseline justify-between gap-4">
          <span className="min-w-0">
            Also in{' '}
            <AppLink
              to={`/products/${bundle.slug}`}
              className="wrap-anywhere rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
              {bundle.name}
            </AppLink>
            <span className="block text-xs">{bundleLine(bundle)}</span>
          </span>
          <Price usd={bundle.price} size="sm" />
        </li>
      ))}
    </ul>
  )
}
