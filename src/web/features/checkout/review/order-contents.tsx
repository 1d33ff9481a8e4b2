import { Check } from 'lucide-react'
import type { Product } from '#shared/catalogue/contract.ts'

/** What the buyer gets, line by line. */
export const OrderContents = ({ product }: { product: Product }) => (
  <div className="mt-6">
    <h3 className="font-medium text-fg text-sm">What you get</h3>
    <ul className="mt-2 flex flex-col gap-1.5 text-muted text-sm">
      {contentsOf(product).map((line) => (
        <li key={line} className="flex gap-2.5">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{line}</span>
        </li>
      ))}
    </ul>
  </div>
)

/** The most features that the summary names; the product's page has all. */
const MOST_FEATURES = 4

function contentsOf({ tier, name, bundle, isSubscription, features }: Product): string[] {
  const devices = isSubscription ? 'Up to 5 devices at once' : '2 devices on the same IP address'
  const plan = { premium: PREMIUM, lifetime: LIFETIME, script: null }[tier]
  if (plan) return [...plan, ...features.slice(0, MOST_FEATURES), devices]
  if (bundle)
    return [
      ...bundle.products.map((product) => `${product.name}: its files, to download and keep`),
      'All updates of the next 3 months, for each script',
      `${devices}, for each script`,
    ]
  const updates = isSubscription ? 'All updates while you subscribe' : 'All updates of the next 3 months'
  return [`The files of ${name}, to download and keep`, ...features.slice(0, MOST_FEATURES), updates, devices]
}

const PREMIUM = ['Every script in the catalogue, while you subscribe', 'Every update of every script']
const LIFETIME = ['Every script in the catalogue, also later ones', 'Every update of every script, for life']
