import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { IncidentReportChange } from '#shared/recalls/contract.ts'
import type { recallManagement } from '../../../worker/features/recalls/manage-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const RECALLS_PATH = '/api/secure-management/recalls'
const client = hc<typeof recallManagement>(RECALLS_PATH, { fetch: apiFetch })

/** While the page is open: mails are sent, and people confirm. */
const REFETCH_MS = 10_000

export const withdrawalQuery = (id: number) =>
  queryOptions({
    queryKey: [RECALLS_PATH, id],
    // Never cached: mails and confirmations change it at any moment.
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    queryFn: async () => (await bodyOf(await client[':id'].$get({ param: param(id) }))).data,
  })

export const peopleQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [RECALLS_PATH, id, 'people'],
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await client[':id'].people.$get({ param: param(id), query: { cursor } })),
  })

export const saveReport = async ({ id, ...json }: IncidentReportChange & { id: number }) =>
  bodyOf(await client[':id'].report.$put({ param: param(id), json }))

export const markDone = async ({ id, ...json }: { id: number; clock: string; note: string }) =>
  bodyOf(await client[':id'].report.done.$post({ param: param(id), json }))

export const undoDone = async ({ id, clock }: { id: number; clock: string }) =>
  bodyOf(await client[':id'].report.undo.$post({ param: param(id), json: { clock } }))

const param = (id: number) => ({ id: String(id) })
