import { memo } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { useReaderPlace } from '../../lib/use-reader-place.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Price } from '../../ui/data/price.tsx'
import { ProductCover } from '../../ui/data/product-cover.tsx'
import { Card, CardTitle } from '../../ui/layout/card.tsx'
import { bundleLine } from './bundles/bundle-labels.ts'
import { kindOf } from './kind-of.ts'
import { LANGUAGE_NAMES } from './language-names.ts'
import { NetworkMark } from './network-mark.tsx'
import { networkNames } from './network-names.ts'
import { ProductAction } from './product-action.tsx'
import { ProductLink } from './product-link.tsx'

export type ProductTileProps = {
  product: Product
  owned: boolean
  /** Above the fold: its image is loaded at once. */
  priority?: boolean
}

/**
 * A script in the catalogue: a card, and on phones a row. The whole of it links to its page; the button has its own
 * action. A list that is narrowed does not render it again.
 */
export const ProductTile = memo(({ product, owned, priority }: ProductTileProps) => {
  useReaderPlace()
  const { id, slug, name, description, imageUrl, price, isSubscription } = product
  return (
    <li className="flex min-w-0">
      <Card className="group relative w-full min-w-0 overflow-hidden transition-[border-color] focus-within:border-line-strong hover:border-line-strong max-sm:flex-row max-sm:gap-4 max-sm:p-4">
        <ProductCover
          slug={slug}
          name={name}
          imageUrl={imageUrl}
          priority={priority}
          className="max-sm:w-20 max-sm:shrink-0 max-sm:self-start max-sm:rounded-md sm:rounded-none"
        />
        <div className="flex min-w-0 flex-1 flex-col sm:p-5">
          <div className="flex items-center justify-between gap-3 max-sm:hidden">
            <Badge>{kindOf(product)}</Badge>
            <p className="truncate font-mono text-subtle text-xs">{versionOf(product)}</p>
          </div>
          <CardTitle id={`product-${id}`} className="sm:mt-3 sm:text-lg">
            <ProductLink
              slug={slug}
              className="wrap-anywhere rounded-sm decoration-line-strong underline-offset-4 after:absolute after:inset-0 after:rounded-xl group-hover:underline"
            >
              {name}
            </ProductLink>
          </CardTitle>
          <p className="mt-1 line-clamp-2 text-muted text-sm sm:line-clamp-3">{description}</p>
          <TileFacts product={product} />
          <div className="mt-auto flex items-end justify-between gap-3">
            <Price
              usd={price}
              per={isSubscription ? 'month' : undefined}
              size="lg"
              className="leading-10 max-sm:*:text-lg"
            />
            <ProductAction
              product={product}
              owned={owned}
              aria-describedby={`product-${id}`}
              className="relative"
            />
          </div>
        </div>
      </Card>
    </li>
  )
})

/** Networks and language, or what a bundle contains. Its line is kept free where a product names none. */
function TileFacts({ product }: { product: Product }) {
  const { chains, language } = product
  const networks = networkNames(chains)
  const [first] = networks
  return (
    <p className="mt-2 mb-3 flex min-h-5.5 min-w-0 items-center gap-1.5 text-fg text-sm sm:mt-3 sm:mb-5">
      {bundleLine(product)}
      {first ? (
        <>
          <NetworkMark name={first} className="size-4" />
          <span className="truncate">
            {networks.length > 2 ? `${first} + ${networks.length - 1}` : networks.join(', ')}
          </span>
        </>
      ) : null}
      {first && language ? <span aria-hidden="true">·</span> : null}
      {language ? <span className="shrink-0">{LANGUAGE_NAMES[language]}</span> : null}
    </p>
  )
}

const versionOf = ({ fileVersion, releasedAt }: Product) =>
  fileVersion && releasedAt ? `v${fileVersion} · ${formatDay(releasedAt)}` : null
