import { useQuery } from '@tanstack/react-query'
import type { MyProduct } from '../../../worker/features/access/contract.ts'
import { myProductsQuery } from '../access/queries.ts'
import { useCurrentUser } from '../accounts/queries.ts'

const NOTHING: readonly MyProduct[] = []

/** What the visitor may open; nothing for who is not logged in, and until it is known. */
export function useHeldProducts(): readonly MyProduct[] {
  const user = useCurrentUser()
  const { data } = useQuery({ ...myProductsQuery(), enabled: Boolean(user) })
  return (user && data) || NOTHING
}
