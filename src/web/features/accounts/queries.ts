import { queryOptions, useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type {
  ChangePassword,
  CurrentUser,
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
  UpdateProfile,
  VerifyEmail,
} from '#shared/accounts/contract.ts'
import type { accountRoutes } from '../../../worker/features/accounts/routes.ts'
import type { userRoutes } from '../../../worker/features/accounts/user-routes.ts'
import { ApiError, apiFetch, bodyOf } from '../../lib/api.ts'
import { forgetDrafts } from '../../lib/session-drafts.ts'

const client = hc<typeof accountRoutes>('/api/auth', { fetch: apiFetch })
const user = hc<typeof userRoutes>('/api/user', { fetch: apiFetch })

/** Reads the hint cookie that the server sets and clears together with the session cookie, which no script can read. */
export const mayBeSignedIn = () => /(?:^|; )(?:__Host-)?signed_in=1/.test(document.cookie)

const isEnded = (error: unknown) => error instanceof ApiError && error.status === 401

/** A session that gets a new token refuses a call that was under way with the old one. A second call has the new one. */
const askForUser = () =>
  client.me.$get().catch((error: unknown) => {
    if (isEnded(error)) return client.me.$get()
    throw error
  })

/** The signed-in user. Null without the hint cookie, or after two 401 from the server. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['/api/auth/me'],
    queryFn: async (): Promise<CurrentUser | null> => {
      if (!mayBeSignedIn()) return null
      try {
        return (await bodyOf(await askForUser())).data
      } catch (error) {
        if (!isEnded(error)) throw error
        forgetDrafts()
        return null
      }
    },
  })

/** `undefined` until known, `null` when signed out. */
export function useCurrentUser(): CurrentUser | null | undefined {
  return useQuery(currentUserQuery()).data
}

/** The signed-in user, or for an account with a second factor the choices to complete the login. */
export const logIn = async (json: Login) => bodyOf(await client.login.$post({ json }))
export const register = async (json: Register) => bodyOf(await client.register.$post({ json }))
export const logOut = async () => bodyOf(await client.logout.$post())

export const askForReset = async (json: ForgotPassword) =>
  bodyOf(await client['forgot-password'].$post({ json }))
export const resetPassword = async (json: ResetPassword) =>
  bodyOf(await client['reset-password'].$post({ json }))
export const sendConfirmation = async () => bodyOf(await client['resend-verification'].$post())

export const verifyEmail = async (json: VerifyEmail) => bodyOf(await client['verify-email'].$post({ json }))

/** Uses a confirmation link. The request is idempotent, so a query may send it. */
export const verifyEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/auth/verify-email', token],
    queryFn: () => verifyEmail({ token }),
  })

export const profileQuery = () =>
  queryOptions({
    queryKey: ['/api/user/profile'],
    queryFn: async () => (await bodyOf(await user.profile.$get())).data,
  })

/** The account's sessions, newest login first. The limit is higher than the number of any user's devices. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['/api/user/sessions'],
    queryFn: async () => (await bodyOf(await user.sessions.$get({ query: { limit: '100' } }))).data,
  })

export const updateProfile = async (json: UpdateProfile) => bodyOf(await user.profile.$put({ json }))
export const keepEmail = async () => bodyOf(await user['pending-email'].$delete())
export const changePassword = async (json: ChangePassword) => bodyOf(await user.password.$put({ json }))
export const endOtherSessions = async () => bodyOf(await user.sessions.$delete())
export const endSession = async (id: string) => bodyOf(await user.sessions[':id'].$delete({ param: { id } }))
