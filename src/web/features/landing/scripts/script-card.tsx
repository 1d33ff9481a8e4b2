import { Check } from 'lucide-react'
import type { Product } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { truncateText } from '../../../lib/truncate-text.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { Card, CardTitle } from '../../../ui/layout/card.tsx'
import { kindOf } from '../../catalogue/kind-of.ts'
import { BuyButton } from '../../checkout/buy-button.tsx'
import { purchaseTypeOf } from '../../checkout/checkout-path.ts'
import { NotAvailable } from '../../checkout/not-available.tsx'

export function ScriptCard({ product }: { product: Product }) {
  const { id, slug, name, description, features, imageUrl, price, isSubscription } = product
  return (
    <li className="flex min-w-0 max-sm:w-[85%] max-sm:shrink-0 max-sm:snap-start">
      <Card className="relative w-full min-w-0 overflow-hidden transition-[border-color] hover:border-line-strong">
        <ProductCover
          slug={slug}
          name={name}
          imageUrl={imageUrl}
          className="rounded-none max-sm:aspect-7/2"
        />
        <div className="flex flex-1 flex-col p-4 sm:p-5">
          <Badge className="self-start">{kindOf(product)}</Badge>
          <CardTitle id={`script-${id}`} className="mt-2 truncate text-lg sm:mt-3">
            {/* The link covers the whole card. The buy button is above it. */}
            <AppLink
              to={`/products/${slug}`}
              className="rounded-sm after:absolute after:inset-0 after:rounded-xl"
            >
              {name}
            </AppLink>
          </CardTitle>
          <p className="mt-1 min-h-15 text-muted text-sm sm:min-h-11">{truncateText(description, 80)}</p>
          <ul className="mt-2 flex flex-col sm:mt-4 sm:min-h-18 gap-1.5 text-[0.8125rem] text-muted leading-5.5">
            {features.slice(0, 2).map((feature) => (
              <li key={feature} className="flex gap-2">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-subtle" />
                <span className="line-clamp-2 min-w-0 break-words">{feature}</span>
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-1 items-end sm:mt-5 justify-between gap-3">
            <Price usd={price} per={isSubscription ? 'month' : undefined} size="lg" className="leading-10" />
            {!isForSale(product) ? (
              <NotAvailable
                size="md"
                block={false}
                aria-describedby={`script-${id}`}
                className="relative z-1"
              />
            ) : (
              <BuyButton
                productId={id}
                purchaseType={purchaseTypeOf(product)}
                aria-describedby={`script-${id}`}
                className="relative z-1"
              >
                Buy Now
              </BuyButton>
            )}
          </div>
        </div>
      </Card>
    </li>
  )
}
