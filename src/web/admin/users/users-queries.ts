import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangeRole, Deactivate, GiveAccess, Page, WriteNote } from '#shared/users/contract.ts'
import type { userActionRoutes } from '../../../worker/features/users/action-routes.ts'
import type { userManagement } from '../../../worker/features/users/routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'
import { listPages } from '../ui/list-pages.ts'

export const USERS = '/api/secure-management/users'

const users = hc<typeof userManagement>(USERS, { fetch: apiFetch })
const actions = hc<typeof userActionRoutes>(USERS, { fetch: apiFetch })
const one = users[':id']
const action = actions[':id']

export type UserFilter = { q?: string; role?: 'admin'; state?: 'deactivated' | 'deleted' }

export const usersQuery = (filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [USERS, filter],
    ...listPages,
    queryFn: async ({ pageParam: cursor }) =>
      bodyOf(await users.index.$get({ query: { ...filter, limit: '25', cursor } })),
  })

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [USERS, id],
    queryFn: async () => (await bodyOf(await one.$get({ param: { id: String(id) } }))).data,
  })

type Asked = { param: { id: string }; query: { limit: string; cursor?: string | undefined } }

/** One list of an account; its first page comes with the account. */
const listOf = <Row>(
  id: number,
  name: string,
  first: Page<Row>,
  read: (asked: Asked) => Promise<Page<Row>>,
) =>
  infiniteQueryOptions({
    queryKey: [USERS, id, name],
    ...listPages,
    queryFn: ({ pageParam: cursor }) => read({ param: { id: String(id) }, query: { limit: '10', cursor } }),
    initialData: { pages: [first], pageParams: [undefined] },
  })

export type UserList<Row> = ReturnType<typeof listOf<Row>>

type Detail = Awaited<ReturnType<NonNullable<ReturnType<typeof userQuery>['queryFn']>>>

export const purchasesOf = ({ account: { id }, purchases }: Detail) =>
  listOf(id, 'purchases', purchases, async (asked) => bodyOf(await one.purchases.$get(asked)))
export const grantsOf = ({ account: { id }, grants }: Detail) =>
  listOf(id, 'grants', grants, async (asked) => bodyOf(await one.grants.$get(asked)))
export const subscriptionsOf = ({ account: { id }, subscriptions }: Detail) =>
  listOf(id, 'subscriptions', subscriptions, async (asked) => bodyOf(await one.subscriptions.$get(asked)))
export const downloadsOf = ({ account: { id }, downloads }: Detail) =>
  listOf(id, 'downloads', downloads, async (asked) => bodyOf(await one.downloads.$get(asked)))
export const mailsOf = ({ account: { id }, mails }: Detail) =>
  listOf(id, 'mails', mails, async (asked) => bodyOf(await one.mails.$get(asked)))
export const commissionsOf = ({ account: { id }, commissions }: Detail) =>
  listOf(id, 'commissions', commissions, async (asked) => bodyOf(await one.commissions.$get(asked)))
export const notesOf = ({ account: { id }, notes }: Detail) =>
  listOf(id, 'notes', notes, async (asked) => bodyOf(await one.notes.$get(asked)))
export const historyOf = ({ account: { id }, history }: Detail) =>
  listOf(id, 'history', history, async (asked) => bodyOf(await one.history.$get(asked)))

const param = (id: number) => ({ param: { id: String(id) } })

export const deactivate = async (id: number, json: Deactivate) =>
  bodyOf(await action.deactivate.$post({ ...param(id), json }))
export const activate = async (id: number) => bodyOf(await action.activate.$post(param(id)))
export const deleteUser = async (id: number) => bodyOf(await action.$delete(param(id)))
export const endUserSessions = async (id: number, session?: string) =>
  bodyOf(await action['end-sessions'].$post({ ...param(id), json: { session } }))
export const removeFactors = async (id: number, json: { reason: string }) =>
  bodyOf(await action['remove-factors'].$post({ ...param(id), json }))
export const resendVerification = async (id: number) =>
  bodyOf(await action['resend-verification'].$post(param(id)))
export const liftDownloadLimits = async (id: number) =>
  bodyOf(await action['lift-download-limits'].$post(param(id)))
export const giveAccess = async (id: number, json: GiveAccess) =>
  bodyOf(await action.grants.$post({ ...param(id), json }))
export const revokeAccess = async (id: number, grantId: number) =>
  bodyOf(await action.grants[':grantId'].$delete({ param: { id: String(id), grantId: String(grantId) } }))
export const promote = async (id: number, json: ChangeRole) =>
  bodyOf(await action.promote.$post({ ...param(id), json }))
export const demote = async (id: number, json: ChangeRole) =>
  bodyOf(await action.demote.$post({ ...param(id), json }))
export const addNote = async (id: number, json: WriteNote) =>
  bodyOf(await action.notes.$post({ ...param(id), json }))
export const deleteNote = async (id: number, noteId: number) =>
  bodyOf(await action.notes[':noteId'].$delete({ param: { id: String(id), noteId: String(noteId) } }))
