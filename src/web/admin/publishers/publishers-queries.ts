import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { AddKey } from '#shared/publishers/contract.ts'
import type { publisherManagement } from '../../../worker/features/publishers/manage-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

export const KEYS = '/api/secure-management/publisher-keys'

const keys = hc<typeof publisherManagement>(KEYS, { fetch: apiFetch })

export const publisherKeysQuery = infiniteQueryOptions({
  queryKey: [KEYS],
  ...listPages,
  queryFn: async () => bodyOf(await keys.index.$get()),
})

export const addKey = async (json: AddKey) => bodyOf(await keys.index.$post({ json }))

export type KeyVerb = 'confirm' | 'remove' | 'keep'

export const actOnKey = async (id: number, verb: KeyVerb, json: { currentPassword: string }) =>
  bodyOf(await keys[':id'][verb].$post({ param: { id: String(id) }, json }))
