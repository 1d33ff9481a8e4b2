import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser'
import { hc } from 'hono/client'
import {
  type Assertion,
  FACTOR_PROBLEMS,
  type FactorMethod,
  type FactorsView,
} from '#shared/factors/contract.ts'
import type { factorLoginRoutes } from '../../../worker/features/factors/login-routes.ts'
import type { factorRoutes } from '../../../worker/features/factors/routes.ts'
import { ApiError, apiFetch, bodyOf } from '../../lib/api.ts'

const login = hc<typeof factorLoginRoutes>('/api/auth', { fetch: apiFetch })
const factors = hc<typeof factorRoutes>('/api/user/factors', { fetch: apiFetch })

/** The methods of the signed-in account's second factors. None where they cannot be read: the server names them later. */
export async function findMethods(): Promise<FactorMethod[]> {
  try {
    return methodsOf((await bodyOf(await factors.index.$get())).data)
  } catch {
    return []
  }
}

const methodsOf = ({ passkeys, app, recoveryCodes }: FactorsView): FactorMethod[] => [
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(app ? (['app'] as const) : []),
  ...(recoveryCodes.left > 0 ? (['recovery_code'] as const) : []),
]

type Given = { password: string; code?: string; recoveryCode?: string }

export const confirmWithPassword = async (json: Given) => bodyOf(await login.reauthenticate.$post({ json }))

export async function confirmWithPasskey() {
  const { data } = await bodyOf(await login.reauthenticate.options.$post())
  const optionsJSON = data as PublicKeyCredentialRequestOptionsJSON
  // The contract describes the same JSON, without the fields that the shop ignores.
  const passkey = (await startAuthentication({ optionsJSON })) as Assertion
  return bodyOf(await login.reauthenticate.$post({ json: { passkey } }))
}

/** The methods of a refusal that asks for a second factor; null for any other error. */
export function methodsAskedBy(error: unknown): FactorMethod[] | null {
  const data = (error instanceof ApiError ? error.data : null) as {
    code?: unknown
    methods?: FactorMethod[]
  } | null
  return data?.code === FACTOR_PROBLEMS.codeRequired ? (data.methods ?? []) : null
}
