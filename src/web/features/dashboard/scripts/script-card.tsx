import type { MyProduct } from '#shared/access/contract.ts'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { Card, CardTitle } from '../../../ui/layout/card.tsx'
import { bundleLine } from '../../catalogue/bundles/bundle-labels.ts'
import { fileFacts } from '../../catalogue/file-facts.ts'
import { kindOf } from '../../catalogue/kind-of.ts'
import { BuyLink } from '../buy-link.tsx'
import { DownloadButton } from '../download-button.tsx'

export type ScriptCardProps = {
  product: Product
  /** The product as the user has it; undefined without access. */
  owned: MyProduct | undefined
  /** False until the user's products are known, so that no product is offered that the user already has. */
  mayBuy: boolean
  /** Premium, where it can be bought: it includes every script. */
  premium: Product | undefined
}

/** A product of the catalogue. The whole card links to its page. */
export function ScriptCard({ product, owned, ...offer }: ScriptCardProps) {
  const { slug, name, description, imageUrl } = product
  return (
    <li className="flex min-w-0">
      <Card className="group relative w-full min-w-0 p-5 transition-colors hover:border-line-strong">
        <div className="flex items-start gap-4">
          <ProductCover slug={slug} name={name} imageUrl={imageUrl} className="w-24 shrink-0" />
          <div className="min-w-0">
            <CardTitle as="h2" className="break-words">
              <AppLink
                to={`/products/${slug}`}
                className="rounded-sm underline-offset-4 after:absolute after:inset-0 after:rounded-xl group-hover:underline"
              >
                {name}
              </AppLink>
            </CardTitle>
            <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
              <Badge>{kindOf(product)}</Badge>
              {owned ? (
                <Badge tone="success" dot>
                  Available
                </Badge>
              ) : null}
            </div>
          </div>
        </div>
        <p className="mt-4 mb-5 line-clamp-3 text-muted text-sm">{description}</p>
        <div className="mt-auto flex min-h-10 flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
          {owned ? <Owned product={owned} /> : <Offer product={product} {...offer} />}
        </div>
      </Card>
    </li>
  )
}

const Owned = ({ product }: { product: MyProduct }) => (
  <>
    <p className="font-mono text-subtle text-xs">{fileFacts({ ...product, releasedAt: null }).join(' · ')}</p>
    <div className="relative">
      <DownloadButton product={product} label="Download" />
    </div>
  </>
)

/** A script can be bought, or comes with a subscription to Premium. */
const Offer = ({ product, mayBuy, premium }: Omit<ScriptCardProps, 'owned'>) => (
  <>
    <span>
      <Price usd={product.price} per={product.isSubscription ? 'month' : undefined} />
      {product.bundle ? <span className="block text-muted text-xs">{bundleLine(product)}</span> : null}
    </span>
    {mayBuy ? (
      <div className="relative flex flex-wrap justify-end gap-2">
        {premium && product.tier === 'script' && !product.bundle && !product.isSubscription ? (
          <BuyLink product={premium} including={product} variant="ghost" />
        ) : null}
        <BuyLink product={product} />
      </div>
    ) : null}
  </>
)
