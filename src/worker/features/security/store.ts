import { and, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import type { SecurityKind } from '#shared/core/security-kinds.ts'
import { DAY } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/admin.ts'
import { securityEvents } from '../../db/schema/factors.ts'
import { before, type Moment } from '../../http/moment-paging.ts'
import { ADMIN_ABSOLUTE_MS, ADMIN_IDLE_MS } from '../../http/session-limits.ts'
import { HANDLE_LENGTH, type SessionCursor } from '../accounts/session-handle-rules.ts'
import { type EventData, SENSITIVE_ACTIONS } from './rules.ts'

type Page<Cursor> = { limit: number; cursor?: Cursor | undefined }

const all = sql`(json_extract(data, '$.count') + json_extract(data, '$.others'))`

/** The refusals of each kind in a day and in a week. At most `MAX_ROWS_PER_HOUR` rows of each kind and hour are read. */
export const countByKind = (db: Db, now: number) =>
  db
    .select({
      kind: sql<SecurityKind>`${securityEvents.kind}`,
      day: sql<number>`sum(case when created_at >= ${now - DAY} then ${all} else 0 end)`,
      week: sql<number>`sum(${all})`,
      lastAt: sql<number>`max(coalesce(json_extract(data, '$.lastAt'), created_at))`,
    })
    .from(securityEvents)
    .where(gte(securityEvents.createdAt, now - 7 * DAY))
    // The + excludes the index by kind: the whole table would be read in its order.
    .groupBy(sql`+${securityEvents.kind}`)

/** Newest first, with the account's name; one row more than `limit`. */
export const listEvents = (
  db: Db,
  { limit, cursor }: Page<Moment>,
  { kind }: { kind?: SecurityKind | undefined },
) =>
  db
    .select({
      id: securityEvents.id,
      kind: sql<SecurityKind>`${securityEvents.kind}`,
      userId: securityEvents.userId,
      username: users.username,
      network: securityEvents.network,
      requestId: securityEvents.requestId,
      data: sql<string>`${securityEvents.data}`.mapWith((text): EventData => JSON.parse(text)),
      createdAt: securityEvents.createdAt,
    })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(
      and(
        kind && eq(securityEvents.kind, kind),
        before(securityEvents.createdAt, securityEvents.id, cursor),
        gt(securityEvents.createdAt, 0),
      ),
    )
    .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
    .limit(limit + 1)

/** Repeats the condition of the partial index `users_admins`. */
const isStaff = and(sql`${users.isAdmin} = 1`, gt(users.createdAt, 0))

const handle = sql`substr(${sessions.sid}, 1, ${HANDLE_LENGTH})`

/** The sessions of the staff that an admin's limits leave open, newest login first; one row more than `limit`. */
export const listStaffSessions = (db: Db, { limit, cursor }: Page<SessionCursor>, now: number) =>
  db
    .select({
      sid: sessions.sid,
      userId: users.id,
      username: users.username,
      role: users.staffRole,
      sess: sessions.sess,
      factor: sessions.factor,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(
      and(
        isStaff,
        // The + excludes the indexes by time: the staff is few, and everybody has sessions.
        sql`+${sessions.expire} > ${now}`,
        sql`+${sessions.lastSeenAt} > ${now - ADMIN_IDLE_MS}`,
        gt(sessions.createdAt, now - ADMIN_ABSOLUTE_MS),
        cursor &&
          or(
            lt(sessions.createdAt, cursor.createdAt),
            and(eq(sessions.createdAt, cursor.createdAt), lt(handle, cursor.handle)),
          ),
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.sid))
    .limit(limit + 1)

/** The staff with their second factors, newest account first; one row more than `limit`. */
export const listStaffFactors = (db: Db, { limit, cursor }: Page<Moment>) =>
  db
    .select({
      id: users.id,
      username: users.username,
      role: users.staffRole,
      createdAt: users.createdAt,
      passkeys: sql<number>`(select count(*) from passkeys p where p.user_id = users.id)`,
      apps: sql<number>`(select count(*) from authenticator_apps a
        where a.user_id = users.id and a.confirmed_at is not null)`,
      codesLeft: sql<number>`(select count(*) from recovery_codes r where r.user_id = users.id and r.used_at is null)`,
    })
    .from(users)
    .where(and(isStaff, before(users.createdAt, users.id, cursor)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit + 1)

/**
 * The newest sensitive entries of the audit log; one row more than `limit`. Each action has its own search by the index,
 * so that rare ones cost no reading of the whole log.
 */
export const listActs = (db: Db, { limit, cursor }: Page<number>) =>
  db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      subject: auditLog.subject,
      actorId: auditLog.actorId,
      username: users.username,
      via: auditLog.via,
      ip: auditLog.ip,
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      sql`${auditLog.id} in (select newest.id from json_each(${JSON.stringify(SENSITIVE_ACTIONS)})
        join audit_log newest on newest.id in (select one.id from audit_log one where one.action = json_each.value
          and one.id < ${cursor ?? Number.MAX_SAFE_INTEGER} order by one.id desc limit ${limit + 1}))`,
    )
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
