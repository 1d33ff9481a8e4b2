import type { Product } from '#shared/catalogue/contract.ts'
import { categoryOf } from '#shared/catalogue/rules.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Price } from '../../ui/data/price.tsx'
import { ProductCover } from '../../ui/data/product-cover.tsx'
import { Card, CardTitle } from '../../ui/layout/card.tsx'
import { ProductAction } from './product-action.tsx'
import { ProductLink } from './product-link.tsx'

export type ProductTileProps = {
  product: Product
  owned: boolean
  /** Above the fold: its image is loaded at once. */
  priority?: boolean
}

/** A script in the catalogue. The whole card links to its page; the button has its own action. */
export function ProductTile({ product, owned, priority }: ProductTileProps) {
  const { id, slug, name, description, features, imageUrl, price, isSubscription } = product
  return (
    <li className="flex min-w-0">
      <Card className="group relative w-full min-w-0 overflow-hidden transition-[border-color] focus-within:border-line-strong hover:border-line-strong">
        <ProductCover
          slug={slug}
          name={name}
          imageUrl={imageUrl}
          priority={priority}
          className="rounded-none"
        />
        <div className="flex flex-1 flex-col p-5">
          <div className="flex items-center justify-between gap-3">
            <Badge>{categoryOf(features)}</Badge>
            <p className="truncate font-mono text-subtle text-xs">{versionOf(product)}</p>
          </div>
          <CardTitle id={`product-${id}`} className="mt-3 text-lg">
            <ProductLink
              slug={slug}
              className="wrap-anywhere rounded-sm decoration-line-strong underline-offset-4 after:absolute after:inset-0 after:rounded-xl group-hover:underline"
            >
              {name}
            </ProductLink>
          </CardTitle>
          <p className="mt-1 mb-5 line-clamp-3 text-muted text-sm">{description}</p>
          <div className="mt-auto flex items-end justify-between gap-3">
            <Price usd={price} per={isSubscription ? 'month' : undefined} size="lg" className="leading-10" />
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
}

const versionOf = ({ fileVersion, releasedAt }: Product) =>
  fileVersion && releasedAt ? `v${fileVersion} · ${formatDay(releasedAt)}` : null
