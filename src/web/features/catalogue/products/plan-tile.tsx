import { Check } from 'lucide-react'
import { memo } from 'react'
import type { Product } from '#shared/catalogue/contract.ts'
import { PREMIUM_ID } from '#shared/core/plan-ids.ts'
import { cn } from '../../../ui/cn.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Price } from '../../../ui/data/price.tsx'
import { Card, CardTitle } from '../../../ui/layout/card.tsx'
import { ProductAction } from '../product-action.tsx'
import { ProductLink } from '../product-link.tsx'
import { TrialTerms } from '../trial-terms.tsx'

/** A plan in the catalogue. It includes all scripts below it. */
export const PlanTile = memo(({ product, owned }: { product: Product; owned: boolean }) => {
  const { id, slug, name, description, features, price, isSubscription } = product
  const popular = id === PREMIUM_ID
  return (
    <li className="flex min-w-0 max-md:w-[85%] max-md:shrink-0 max-md:snap-start max-md:only:w-full">
      <Card
        className={cn(
          'group relative w-full min-w-0 p-5 transition-[border-color] sm:p-6',
          popular ? 'border-fg' : 'focus-within:border-line-strong hover:border-line-strong',
        )}
      >
        {popular ? (
          <Badge tone="solid" className="absolute -top-2.75 right-5 sm:right-6">
            Most Popular
          </Badge>
        ) : null}
        <div className="flex min-h-7 items-center">
          <CardTitle id={`product-${id}`} className="text-xl">
            <ProductLink
              slug={slug}
              className="rounded-sm decoration-line-strong underline-offset-4 after:absolute after:inset-0 after:rounded-xl group-hover:underline"
            >
              {name}
            </ProductLink>
          </CardTitle>
        </div>
        <p className="mt-1 text-muted text-sm">{description}</p>
        <TrialTerms product={product} className="mt-2" />
        <ul className="mt-4 hidden gap-x-5 gap-y-1.5 text-fg text-sm sm:grid lg:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} className="flex gap-2">
              <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-success" />
              {feature}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-wrap pt-6 items-center justify-between gap-3">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <Price usd={price} size="lg" />
            <span className="text-muted text-sm">{isSubscription ? 'per month' : 'one-time'}</span>
          </p>
          <ProductAction
            product={product}
            owned={owned}
            variant={popular && !owned ? 'primary' : 'secondary'}
            aria-describedby={`product-${id}`}
            className="relative"
          />
        </div>
      </Card>
    </li>
  )
})
