import { toIso } from '#shared/core/time.ts'
import type {
  SecurityCount,
  SecurityEventView,
  SensitiveAct,
  StaffFactors,
  StaffSession,
} from '#shared/security/contract.ts'
import { nameDevice } from '../accounts/device-rules.ts'
import { handleOf } from '../accounts/session-handle-rules.ts'
import type { countByKind, listActs, listEvents, listStaffFactors, listStaffSessions } from './store.ts'

type RowOf<List extends (...args: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<List>>[number]

export const toCount = ({ lastAt, ...count }: RowOf<typeof countByKind>): SecurityCount => ({
  ...count,
  lastAt: toIso(lastAt),
})

export const toEvent = ({
  userId,
  username,
  data,
  createdAt,
  ...event
}: RowOf<typeof listEvents>): SecurityEventView => ({
  ...event,
  user: userId === null ? null : { id: userId, username },
  name: data.name ?? null,
  count: data.count,
  others: data.others,
  detail: data.detail ?? null,
  route: data.route ?? null,
  firstAt: toIso(createdAt),
  lastAt: toIso(data.lastAt ?? createdAt),
})

export const toStaffSession =
  (ownId: string) =>
  ({
    sid,
    userId,
    username,
    role,
    sess,
    createdAt,
    lastSeenAt,
    factor,
  }: RowOf<typeof listStaffSessions>): StaffSession => ({
    id: handleOf(sid),
    user: { id: userId, username, role },
    device: nameDevice(sess.userAgent),
    ip: sess.ip,
    createdAt: toIso(createdAt),
    lastSeenAt: toIso(lastSeenAt),
    factor,
    current: sid === ownId,
  })

export const toStaffFactors = ({
  createdAt: _,
  apps,
  ...member
}: RowOf<typeof listStaffFactors>): StaffFactors => ({ ...member, app: apps > 0 })

export const toAct = ({ actorId, username, createdAt, ...act }: RowOf<typeof listActs>): SensitiveAct => ({
  ...act,
  actor: actorId === null ? null : { id: actorId, username },
  createdAt: toIso(createdAt),
})
