import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { forgetDrafts } from '../../lib/session-drafts.ts'
import { currentUserQuery } from './queries.ts'

export const LOG_OUT = ['log-out']

/** The query keys whose data are the same for all users. */
const PUBLIC_KEYS = new Set<unknown>([
  '/api/auth/me',
  '/api/products',
  '/api/releases',
  '/api/log',
  '/api/payment/links',
  '/api/payment/methods',
  '/api/shop',
])

/** Sets another user, or none, and removes the previous user's data from the cache and their drafts from the tab. */
export async function becomeUser(client: QueryClient, user: CurrentUser | null): Promise<void> {
  await client.cancelQueries()
  client.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.has(queryKey[0]) })
  client.setQueryData(currentUserQuery().queryKey, user)
  if (user === null) forgetDrafts()
}

/**
 * Refetches the signed-in user, because the session may have ended elsewhere. If the server is unreachable, nothing
 * changes. Returns whether this browser is still signed in as the same user, by a newer session.
 */
export async function recheckUser(client: QueryClient): Promise<boolean> {
  // A logout or lockdown on this page ends the session too, and handles what follows itself.
  if (client.isMutating({ mutationKey: LOG_OUT })) return false
  try {
    const { queryKey } = currentUserQuery()
    const before = client.getQueryData(queryKey)
    const user = await client.fetchQuery({ ...currentUserQuery(), staleTime: 0 })
    // A changed role changes the visible data too.
    const isSame = user?.id === before?.id && user?.staffRole === before?.staffRole
    if (!isSame) await becomeUser(client, user)
    return isSame && user !== null
  } catch {
    // The signed-in user stays until the server answers.
    return false
  }
}
