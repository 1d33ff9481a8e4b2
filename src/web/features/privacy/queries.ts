import { hc } from 'hono/client'
import type { OwnPassword } from '#shared/accounts/contract.ts'
import type { privacyRoutes } from '../../../worker/features/privacy/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const client = hc<typeof privacyRoutes>('/api/user', { fetch: apiFetch })

export const deleteAccount = async (json: OwnPassword) => bodyOf(await client.account.$delete({ json }))

/** The data export, and the name of its file. */
export async function exportData(json: OwnPassword): Promise<{ file: Blob; name: string }> {
  const response = await client.export.$post({ json })
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { file: await response.blob(), name: name ?? 'windfall-data.json' }
}
