import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { IssueLink } from '#shared/emergency/contract.ts'
import type { Deliver, Run } from '#shared/recovery/contract.ts'
import type { emergencyManagement } from '../../../worker/features/emergency/manage-routes.ts'
import type { deliveryRoutes } from '../../../worker/features/recovery/delivery-routes.ts'
import type { recoveryRoutes } from '../../../worker/features/recovery/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

const recovery = hc<typeof recoveryRoutes>('/api/recovery', { fetch: apiFetch })
const delivery = hc<typeof deliveryRoutes>('/api/secure-management/recovery', { fetch: apiFetch })
const emergency = hc<typeof emergencyManagement>('/api/secure-management/emergency-links', {
  fetch: apiFetch,
})

export const PENDING = '/api/recovery/pending-payments'
export const RUNS = '/api/recovery/runs'
export const FINDINGS = '/api/recovery/findings'
export const EMERGENCY_LINKS = '/api/secure-management/emergency-links'

/** Payments that are not final, newest first, page by page. Each page has the total count. */
export const pendingPaymentsQuery = () =>
  infiniteQueryOptions({
    queryKey: [PENDING],
    ...listPages,
    queryFn: async ({ pageParam: cursor }) => {
      const body = await bodyOf(await recovery['pending-payments'].$get({ query: { limit: '20', cursor } }))
      const { pendingPayments, pendingCount } = body.data
      return { data: pendingPayments, pendingCount, nextCursor: body.nextCursor }
    },
  })

/** Runs one page of the recovery. The next page begins at `nextCursor`. */
export const runRecovery = async (cursor: number | null) =>
  bodyOf(await recovery['run-recovery'].$post({ json: { cursor } }))

type Decision = {
  id: number
  /** Whether the payment is completed, or closed without access. */
  act: 'complete' | 'close'
  confirm: boolean
  revision?: number | undefined
}

export const decidePayment = async ({ id, act, ...json }: Decision) =>
  bodyOf(await recovery[`${act}-payment`][':id'].$post({ param: { id: String(id) }, json }))

export const deliverProduct = async (json: Deliver) =>
  bodyOf(await delivery['deliver-product'].$post({ json }))

export const resendEmail = async ({
  userId,
  productId,
  email,
}: Record<'userId' | 'productId' | 'email', string>) =>
  bodyOf(
    await delivery['resend-email'][':userId'][':productId'].$post({
      param: { userId, productId },
      json: { email },
    }),
  )

/** After this time, a run without an end counts as stopped. */
const UNDER_WAY_MS = 10 * 60_000
export const isRunning = ({ startedAt, finishedAt }: Run): boolean =>
  finishedAt === null && Date.parse(startedAt) > Date.now() - UNDER_WAY_MS

/** The latest reconciliations, refetched every 2 seconds while one is running. */
export const runsQuery = () =>
  infiniteQueryOptions({
    queryKey: [RUNS],
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await recovery.runs.$get({ query: { limit: '5', cursor } })),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isRunning)) ? 2000 : false,
  })

export const startRun = async (days: number) => bodyOf(await recovery.reconcile.$post({ json: { days } }))

/** Findings, newest first: the open ones, or all. */
export const findingsQuery = (onlyOpen: boolean) =>
  infiniteQueryOptions({
    queryKey: [FINDINGS, onlyOpen],
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(
        await recovery.findings.$get({ query: { limit: '20', open: onlyOpen ? 'true' : 'false', cursor } }),
      ),
  })

export const repairFinding = async ({ id, done }: { id: number; done: boolean }) =>
  bodyOf(await recovery.findings[':id'].repair.$post({ param: { id: String(id) }, json: { done } }))

export const emergencyLinksQuery = () =>
  infiniteQueryOptions({
    queryKey: [EMERGENCY_LINKS],
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await emergency.index.$get({ query: { limit: '20', cursor } })),
  })

export const issueEmergencyLink = async (json: IssueLink) => bodyOf(await emergency.index.$post({ json }))

export const revokeEmergencyLink = async (id: number) =>
  bodyOf(await emergency[':id'].revoke.$post({ param: { id: String(id) } }))
