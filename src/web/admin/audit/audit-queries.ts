import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { auditRoutes } from '../../../worker/features/audit/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const audit = hc<typeof auditRoutes>('/api/secure-management/audit', { fetch: apiFetch })

/** One of them at most: the server reads each by an index of its own. */
export type AuditQuery = { actor?: string; action?: string; subject?: string }

/** The audit log, newest first, page by page; what was done meanwhile is there when it is opened again. */
export const auditQuery = (filter: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ['/api/secure-management/audit', filter],
    staleTime: 0,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await audit.index.$get({ query: { ...filter, limit: '50', cursor } })),
  })
