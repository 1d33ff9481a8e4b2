import { queryOptions, useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CurrentUser, Login, Register } from '../../../worker/features/accounts/contract.ts'
import type { accountRoutes } from '../../../worker/features/accounts/routes.ts'
import { ApiError, apiFetch, bodyOf } from '../../app/api.ts'

const client = hc<typeof accountRoutes>('/api/auth', { fetch: apiFetch })

/** Set and cleared by the server beside the session's own cookie, which no script can read. */
const mayBeSignedIn = () => /(?:^|; )signed_in=1/.test(document.cookie)

/** Null where nobody is logged in: nothing says so, or the server's 401 does. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['/api/auth/me'],
    queryFn: async (): Promise<CurrentUser | null> => {
      if (!mayBeSignedIn()) return null
      try {
        return (await bodyOf(await client.me.$get())).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
  })

/** `undefined` while it is not known yet, `null` when signed out. */
export function useCurrentUser(): CurrentUser | null | undefined {
  return useQuery(currentUserQuery()).data
}

export const logIn = async (json: Login) => bodyOf(await client.login.$post({ json }))
export const register = async (json: Register) => bodyOf(await client.register.$post({ json }))
export const logOut = async () => bodyOf(await client.logout.$post())
