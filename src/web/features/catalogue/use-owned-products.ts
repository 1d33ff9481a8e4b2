import { useQuery } from '@tanstack/react-query'
import type { MyProduct } from '#shared/access/contract.ts'
import { myProductsQuery } from '../access/queries.ts'
import { useCurrentUser } from '../accounts/queries.ts'

const NOTHING: readonly MyProduct[] = []

/** The products that the user has access to. Empty for visitors, and until known. */
export function useOwnedProducts(): readonly MyProduct[] {
  const user = useCurrentUser()
  const { data } = useQuery({ ...myProductsQuery(), enabled: Boolean(user) })
  return (user && data) || NOTHING
}
