import { useQuery } from '@tanstack/react-query'
import type { MyProduct } from '#shared/access/contract.ts'
import { myProductsQuery } from '../access/queries.ts'
import { useCurrentUser } from '../accounts/queries.ts'

const NOTHING: readonly MyProduct[] = []

/** What the visitor may open; empty for visitors, and until it is known. */
export function useOwnedProducts(): readonly MyProduct[] {
  const user = useCurrentUser()
  const { data } = useQuery({ ...myProductsQuery(), enabled: Boolean(user) })
  return (user && data) || NOTHING
}
