import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { MessageState } from '#shared/contact/contract.ts'
import type { contactManagement } from '../../../worker/features/contact/manage-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

/** The query key of the inbox, and its path. */
export const INBOX = '/api/secure-management/contact-messages'

const inbox = hc<typeof contactManagement>(INBOX, { fetch: apiFetch })

/** Messages, newest first; with `q`, those from addresses that begin with it, by address. */
export const messagesQuery = (state: MessageState, q: string) =>
  infiniteQueryOptions({
    queryKey: [INBOX, { state, q }],
    staleTime: 0,
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await inbox.index.$get({ query: { state, limit: '25', cursor, q: q || undefined } })),
  })

const ON_ITS_WAY = new Set(['queued', 'sending', 'retrying'])

/** One message, refetched every 2 seconds until its answer is sent or undeliverable. */
export const messageQuery = (id: number) =>
  queryOptions({
    queryKey: [INBOX, id],
    staleTime: 0,
    queryFn: async () => (await bodyOf(await inbox[':id'].$get({ param: { id: String(id) } }))).data,
    refetchInterval: ({ state }) => (ON_ITS_WAY.has(state.data?.delivery ?? '') ? 2000 : false),
  })

export const answerMessage = async ({ id, answer }: { id: number; answer: string }) =>
  bodyOf(await inbox[':id'].answer.$post({ param: { id: String(id) }, json: { answer } }))

export const closeMessage = async (id: number) =>
  bodyOf(await inbox[':id'].close.$post({ param: { id: String(id) } }))

export const reopenMessage = async (id: number) =>
  bodyOf(await inbox[':id'].reopen.$post({ param: { id: String(id) } }))
