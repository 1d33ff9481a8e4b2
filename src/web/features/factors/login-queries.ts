import { hc } from 'hono/client'
import type { SecondFactor } from '#shared/factors/contract.ts'
import type { factorLoginRoutes } from '../../../worker/features/factors/login-routes.ts'
import { ApiError, apiFetch, bodyOf } from '../../lib/api.ts'
import { assertPasskey } from './passkeys.ts'

const client = hc<typeof factorLoginRoutes>('/api/auth', { fetch: apiFetch })

/** Completes a login whose password was right. */
export const completeLogin = async (json: SecondFactor) =>
  bodyOf(await client['second-factor'].$post({ json }))

/** Completes it with a passkey of the account. */
export async function completeWithPasskey(token: string) {
  const { data } = await bodyOf(await client['second-factor'].options.$post({ json: { token } }))
  return completeLogin({ token, passkey: await assertPasskey(data) })
}

/** Logs in with a passkey alone. */
export async function logInWithPasskey() {
  const { data } = await bodyOf(await client.passkey.options.$post())
  return bodyOf(await client.passkey.$post({ json: { passkey: await assertPasskey(data) } }))
}

/** `data.code` of a refusal. */
export const codeOf = (error: unknown): unknown =>
  error instanceof ApiError ? (error.data as { code?: unknown } | undefined)?.code : undefined
