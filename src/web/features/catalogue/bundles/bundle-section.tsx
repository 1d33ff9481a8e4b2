import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { bundleSaving, sumOfSingles } from '#shared/catalogue/rules.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { DetailSection } from '../product/detail-section.tsx'
import { RecordedRun } from '../product/recorded-run.tsx'
import { scriptCount } from './bundle-labels.ts'

type Bundle = NonNullable<ProductDetail['bundle']>

/** What a bundle contains, each script with its page and its own price, and what the bundle saves. */
export function BundleSection({ product, bundle }: { product: ProductDetail; bundle: Bundle }) {
  const saving = bundleSaving(product)
  return (
    <DetailSection title="What is in it" aside={scriptCount(bundle)}>
      <ul className="divide-y divide-line border-line border-y">
        {bundle.products.map(({ id, slug, name, price, isForSale }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 py-3">
            <span className="min-w-0">
              <AppLink
                to={`/products/${slug}`}
                className="wrap-anywhere rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
              >
                {name}
              </AppLink>
              {isForSale ? null : (
                <span className="block text-muted text-xs">Not for sale at the moment</span>
              )}
            </span>
            <Price usd={price} size="sm" />
          </li>
        ))}
      </ul>
      <dl className="mt-4 flex flex-col gap-1.5 text-sm">
        <Sum term="Each bought alone" usd={sumOfSingles(bundle)} />
        <Sum term="The bundle" usd={product.price} />
        {saving > 0 ? <Sum term="You save" usd={saving} /> : null}
      </dl>
      <p className="mt-4 max-w-copy text-muted text-sm">
        Each script has its own file, licence key and updates, as if you had bought it alone.
      </p>
    </DetailSection>
  )
}

/** A recorded run of each script of a bundle that has one. */
export const BundleRuns = ({ bundle, runs }: { bundle: Bundle } & Pick<ProductDetail, 'runs'>) =>
  runs.map(({ productId, version, run }) => (
    <RecordedRun
      key={productId}
      run={run}
      version={version}
      of={bundle.products.find(({ id }) => id === productId)?.name}
    />
  ))

const Sum = ({ term, usd }: { term: string; usd: number }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-muted">{term}</dt>
    <dd>
      <Price usd={usd} size="sm" />
    </dd>
  </div>
)
