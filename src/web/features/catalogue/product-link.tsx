import { useQueryClient } from '@tanstack/react-query'
import { AppLink, type AppLinkProps } from '../../lib/app-link.tsx'
import { productQuery } from './queries.ts'

export type ProductLinkProps = Omit<AppLinkProps, 'to'> & { slug: string }

/** A link to a product's page. The product is prefetched on hover, focus or touch. */
export function ProductLink({ slug, ...props }: ProductLinkProps) {
  const queryClient = useQueryClient()
  const prepare = () => queryClient.prefetchQuery(productQuery(slug))
  return <AppLink to={`/products/${slug}`} onPointerEnter={prepare} onFocus={prepare} {...props} />
}
