import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { auditRoutes } from '../../../worker/features/audit/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const audit = hc<typeof auditRoutes>('/api/secure-management/audit', { fetch: apiFetch })

/** At most one filter at a time: the server has one index for each. */
export type AuditQuery = { actor?: string; action?: string; subject?: string }

/** The audit log, newest first, page by page. It is refetched each time it is opened. */
export const auditQuery = (filter: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ['/api/secure-management/audit', filter],
    staleTime: 0,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await audit.index.$get({ query: { ...filter, limit: '50', cursor } })),
  })
