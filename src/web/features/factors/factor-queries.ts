import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { factorRoutes } from '../../../worker/features/factors/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { createPasskey } from './passkeys.ts'

const FACTORS = '/api/user/factors'
const client = hc<typeof factorRoutes>(FACTORS, { fetch: apiFetch })

/** The second factors of the signed-in user. */
export const factorsQuery = () =>
  queryOptions({
    queryKey: [FACTORS],
    queryFn: async () => (await bodyOf(await client.index.$get())).data,
  })

/** The browser creates a passkey, and the shop stores it. @throws PasskeyError */
export async function addPasskey(name: string) {
  const { data } = await bodyOf(await client.passkeys.options.$post())
  const response = await createPasskey(data)
  return bodyOf(await client.passkeys.$post({ json: { name, response } }))
}

const param = (id: number) => ({ param: { id: String(id) } })

export const renamePasskey = async ({ id, name }: { id: number; name: string }) =>
  bodyOf(await client.passkeys[':id'].$put({ ...param(id), json: { name } }))
export const removePasskey = async (id: number) => bodyOf(await client.passkeys[':id'].$delete(param(id)))
/** A new secret, which replaces an earlier one that was not confirmed. */
export const setUpApp = async () => bodyOf(await client.app.$post())
export const confirmApp = async (code: string) => bodyOf(await client.app.confirm.$post({ json: { code } }))
export const removeApp = async () => bodyOf(await client.app.$delete())
export const renewCodes = async () => bodyOf(await client['recovery-codes'].$post())
