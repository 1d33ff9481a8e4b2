import { useQueryClient } from '@tanstack/react-query'
import { useHydrated } from './use-hydrated.ts'

/** The query key of the shop's address in a document. */
export const SHOP_ORIGIN = ['shopOrigin'] as const

/** The shop's scheme and host, as the server knows them: programs are given this address. Empty until it is known. */
export function useShopOrigin(): string {
  const queryClient = useQueryClient()
  const hydrated = useHydrated()
  return queryClient.getQueryData<string>(SHOP_ORIGIN) ?? (hydrated ? location.origin : '')
}
