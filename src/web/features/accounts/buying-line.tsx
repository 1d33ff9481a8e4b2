import { useQuery, useQueryClient } from '@tanstack/react-query'
import { waitingProductOf } from '#shared/catalogue/shown-rules.ts'
import { Price } from '../../ui/data/price.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ProductLink } from '../catalogue/product-link.tsx'
import { productQuery, waitingProductQuery } from '../catalogue/queries.ts'

/**
 * Names the product that the visitor is about to buy, and links to its page, which sells it without an account.
 * Reserves its lines while loading, and is empty on an error.
 */
export function BuyingLine({ productId }: { productId: string }) {
  const queryClient = useQueryClient()
  // The document may be older than a new price: it waited for the visitor's first touch.
  const { data, isLoadingError } = useQuery({
    ...waitingProductQuery(productId),
    initialData: () => {
      const known = queryClient.getQueryData(productQuery(productId).queryKey)
      return known && waitingProductOf(known)
    },
  })
  if (isLoadingError) return null
  return (
    <div className="mt-1.5 min-h-12 text-muted text-sm">
      {data ? (
        <>
          <p className="flex min-h-6 items-center gap-2">
            <span className="min-w-0 truncate">
              To buy <span className="font-medium text-fg">{data.name}</span>
            </span>
            <Price usd={data.price} per={data.isSubscription ? 'month' : undefined} size="sm" />
          </p>
          {data.isForSale ? (
            <ProductLink
              slug={data.slug}
              className="rounded-sm underline decoration-line-strong underline-offset-4 hover:text-fg"
            >
              {data.isSubscription ? 'Subscribe' : 'Buy'} without an account
            </ProductLink>
          ) : null}
        </>
      ) : (
        <Skeleton className="mt-1 h-4 w-56" />
      )}
    </div>
  )
}
