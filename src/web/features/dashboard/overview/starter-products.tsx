import { useQuery } from '@tanstack/react-query'
import type { Product } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { CardFooter } from '../../../ui/layout/card.tsx'
import { productsQuery } from '../../catalogue/queries.ts'
import { openPaymentsQuery } from '../../payments/queries.ts'
import { BuyLink } from '../buy-link.tsx'
import { ProductRowsSkeleton } from '../rows-skeleton.tsx'
import { TabLink } from '../tab-link.tsx'
import { UnconfirmedHint } from '../unconfirmed-hint.tsx'

const SHOWN = 3
const starters = (products: Product[]) =>
  products.filter((product) => product.tier === 'script' && isForSale(product)).slice(0, SHOWN)

/** Product suggestions for an account without products. */
export function StarterProducts() {
  const { data, isPending } = useQuery({ ...productsQuery(), select: starters })
  // An open payment above has the primary action.
  const isPaying = (useQuery(openPaymentsQuery()).data?.length ?? 0) > 0
  return (
    <>
      <div className="border-line border-t px-5 py-5 sm:px-6">
        <p className="font-medium text-fg">No products available.</p>
        <p className="mt-1 max-w-copy text-muted text-sm">
          Pick a script below: pay once, keep the file, and get three months of its updates. Premium includes
          every script while it is active.
        </p>
        <UnconfirmedHint className="mt-3" />
      </div>
      {isPending ? <ProductRowsSkeleton /> : null}
      {data && data.length > 0 ? (
        <ul className="divide-y divide-line border-line border-t">
          {data.map((product) => (
            <Row key={product.id} product={product} />
          ))}
        </ul>
      ) : null}
      <CardFooter>
        <Button asChild variant={isPaying ? 'secondary' : 'primary'}>
          <TabLink tab="scripts">Browse all scripts</TabLink>
        </Button>
        <Button asChild variant="ghost">
          <AppLink to="/pricing">See the plans</AppLink>
        </Button>
      </CardFooter>
    </>
  )
}

function Row({ product }: { product: Product }) {
  const { slug, name, description, imageUrl, price, isSubscription } = product
  return (
    <li className="flex items-center gap-4 px-5 py-4 sm:px-6">
      <ProductCover
        slug={slug}
        name={name}
        imageUrl={imageUrl}
        className="w-16 shrink-0 rounded-md sm:w-20"
      />
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 font-medium text-fg text-sm">
          <AppLink to={`/products/${slug}`} className="rounded-sm underline-offset-4 hover:underline">
            {name}
          </AppLink>
        </h3>
        <p className="mt-0.5 hidden truncate text-muted text-xs sm:block">{description}</p>
        <Price usd={price} per={isSubscription ? 'month' : undefined} size="sm" className="sm:hidden" />
      </div>
      <Price
        usd={price}
        per={isSubscription ? 'month' : undefined}
        size="sm"
        className="hidden sm:inline-flex"
      />
      <BuyLink product={product} size="sm" />
    </li>
  )
}
