import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { currentUserQuery } from './queries.ts'

export const LOG_OUT = ['log-out']

/** The same for everybody. */
const PUBLIC_KEYS = new Set<unknown>(['/api/auth/me', '/api/products', '/api/releases', '/api/payment/links'])

/** Another user, or none: nothing of the one before stays in the cache. */
export async function becomeUser(client: QueryClient, user: CurrentUser | null): Promise<void> {
  await client.cancelQueries()
  client.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.has(queryKey[0]) })
  client.setQueryData(currentUserQuery().queryKey, user)
}

/** Asks the server who is here now: the session may have ended elsewhere. Unreachable means no news. */
export async function recheckUser(client: QueryClient): Promise<void> {
  // Our own logout ends the session too, and sees to the rest itself.
  if (client.isMutating({ mutationKey: LOG_OUT })) return
  try {
    const { queryKey } = currentUserQuery()
    const before = client.getQueryData(queryKey)
    const user = await client.fetchQuery({ ...currentUserQuery(), staleTime: 0 })
    // Another role is another view of the shop.
    if (user?.id !== before?.id || user?.isAdmin !== before?.isAdmin) await becomeUser(client, user)
  } catch {
    // The signed-in user stays until the server answers.
  }
}
