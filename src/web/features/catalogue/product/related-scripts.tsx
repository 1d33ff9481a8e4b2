import { useQuery } from '@tanstack/react-query'
import type { MyProduct } from '#shared/access/contract.ts'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useParams } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { isOwned } from '../bundles/bundle-labels.ts'
import { ProductTile } from '../product-tile.tsx'
import { besideQuery } from '../queries.ts'

export type RelatedScriptsProps = { product: ProductDetail; mine: readonly MyProduct[] }

/** Related scripts. If the list fails to load, nothing is shown, because it is only an addition to the page. */
export function RelatedScripts({ product, mine }: RelatedScriptsProps) {
  const { slug = '' } = useParams()
  const { data = [] } = useQuery(besideQuery(slug))
  const owned = new Set(mine.map(({ id }) => id))
  const related = data.filter(({ tier }) => tier === 'script')
  if (related.length === 0) return null
  return (
    <section aria-labelledby="related" className="mt-16 border-line border-t pt-10">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h2 id="related" className="font-semibold text-2xl text-fg">
          {product.tier === 'script' ? 'Related scripts' : 'Some of the scripts it includes'}
        </h2>
        <Button asChild>
          <AppLink to="/products">All scripts</AppLink>
        </Button>
      </div>
      <ul className="grid gap-6 sm:grid-cols-2 sm:max-lg:*:nth-3:hidden lg:grid-cols-3">
        {related.map((other) => (
          <ProductTile key={other.id} product={other} owned={isOwned(other, owned)} />
        ))}
      </ul>
    </section>
  )
}
