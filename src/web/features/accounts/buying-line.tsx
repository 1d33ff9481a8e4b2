import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '../../lib/format-usd.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { productQuery } from '../catalogue/queries.ts'

/** Names the product that the visitor is about to buy. Reserves its line while loading, and is empty on an error. */
export function BuyingLine({ productId }: { productId: string }) {
  const { data, isError } = useQuery(productQuery(productId))
  if (isError) return null
  return (
    <p className="mt-1.5 flex min-h-6 items-center text-muted text-sm">
      {data ? (
        <>
          <span className="min-w-0 truncate">
            To buy <span className="font-medium text-fg">{data.name}</span>
          </span>
          <span className="shrink-0 whitespace-pre">
            , <span className="font-mono text-fg">{formatUsd(data.price)}</span>
            {data.isSubscription ? '/month' : ''}
          </span>
        </>
      ) : (
        <Skeleton className="h-4 w-56" />
      )}
    </p>
  )
}
