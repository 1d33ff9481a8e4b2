import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { ProductCover } from '../../../ui/data/product-cover.tsx'
import { scriptCount } from '../bundles/bundle-labels.ts'
import { fileFacts } from '../file-facts.ts'
import { kindOf } from '../kind-of.ts'
import { KeyFacts } from './key-facts.tsx'

export function ProductHeader({ product }: { product: ProductDetail }) {
  const { slug, name, description, imageUrl } = product
  // The day of the release is one of the key facts.
  const facts = product.bundle ? [scriptCount(product.bundle)] : fileFacts({ ...product, releasedAt: null })
  return (
    <div className="flex flex-col gap-6 sm:flex-row sm:gap-8">
      <ProductCover
        slug={slug}
        name={name}
        imageUrl={imageUrl}
        priority
        className="rounded-xl max-sm:aspect-5/2 sm:w-56 sm:shrink-0 sm:self-start"
      />
      <div className="min-w-0">
        <Badge>{kindOf(product)}</Badge>
        <h1 className="mt-3 wrap-anywhere font-semibold text-3xl text-fg sm:text-4xl">{name}</h1>
        <p className="mt-2 min-h-4.5 font-mono text-subtle text-xs">{facts.join(' · ')}</p>
        <p className="mt-4 max-w-copy whitespace-pre-line text-base text-muted sm:text-lg">{description}</p>
        {product.bundle ? null : <KeyFacts product={product} />}
      </div>
    </div>
  )
}
