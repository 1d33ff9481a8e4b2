import { hc } from 'hono/client'
import type { OwnPassword } from '#shared/accounts/contract.ts'
import type { privacyRoutes } from '../../../worker/features/privacy/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof privacyRoutes>('/api/user', { fetch: apiFetch })

/** The path of the data export, which is a native download. */
export const EXPORT_PATH = '/api/user/export'

export const deleteAccount = async (json: OwnPassword) => bodyOf(await client.account.$delete({ json }))
