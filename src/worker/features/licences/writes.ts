import { and, eq, type SQL, sql } from 'drizzle-orm'
import { BUNDLED_MAX } from '#shared/catalogue/terms.ts'
import type { Db, OutboxWrite, Write } from '../../db/client.ts'
import { activations, licences } from '../../db/schema/access.ts'
import { REFRESH } from '../notifications/message-rules.ts'
import { enqueueFrom, enqueueUserMessagesOnce } from '../notifications/writes.ts'
import {
  type Caller,
  isV6,
  KEY_BYTES,
  ONE_TIME_DEVICES,
  SEEN_MS,
  SUBSCRIPTION_DEVICES,
  writeKey,
} from './rules.ts'

const newKey = () => writeKey(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))

/** Syncs the licences of a payment with its grants: each is issued, revoked and restored with its grant. */
export const syncLicence = (db: Db, paymentId: number, now: number): Write[] => [
  issueLicences(
    db,
    sql`(select g.id from user_scripts g where g.payment_id = ${paymentId})`,
    BUNDLED_MAX,
    now,
  ),
  // A later payment of a subscription has no grant of its own, so the subscription's grant counts.
  syncLicences(
    db,
    sql`(select g.id from user_scripts g where g.payment_id = ${paymentId} or g.subscription_id =
      (select p.subscription_id from payments p where p.id = ${paymentId}))`,
    now,
  ),
]

/** Issues the licence of a grant, in the batch of the grant or later. An existing licence does not change. */
export const issueLicence = (db: Db, grantId: number | SQL, now: number) =>
  issueLicences(db, sql`(${grantId})`, 1, now)

/** As above for several grants, at most `most`. `grants` is an SQL list of ids. */
const issueLicences = (db: Db, grants: SQL, most: number, now: number) => {
  const keys = JSON.stringify(Array.from({ length: most }, newKey))
  return db
    .insert(licences)
    .select(
      sql`select null, g.id, json_extract(${keys}, '$[' || (row_number() over (order by g.id) - 1) || ']'),
        case when g.subscription_id is null and s.is_subscription = 0
          then ${ONE_TIME_DEVICES} else ${SUBSCRIPTION_DEVICES} end,
        g.subscription_id is null and s.is_subscription = 0, ${now}, null
        from user_scripts g join scripts s on s.id = g.script_id where g.id in ${grants}`,
    )
    .onConflictDoNothing({ target: licences.grantId })
}

/** Revokes licences of inactive grants, and restores licences of active grants. `grants` is an SQL list of ids. */
export const syncLicences = (db: Db, grants: SQL, now: number) => {
  const isActive = sql`(select g.is_active from user_scripts g where g.id = licences.grant_id)`
  return db
    .update(licences)
    .set({ revokedAt: sql`case when ${isActive} then null else ${now} end` })
    .where(sql`${licences.grantId} in ${grants} and (licences.revoked_at is null) <> ${isActive}`)
}

const apart = (network: string) => sql`(o.ip <> ${network} and (instr(o.ip, ':') > 0) = ${isV6(network)})`

/**
 * Registers a device at the lowest free place, if there is one. With a one-time licence, no other device may be
 * registered at a different address. One statement counts and inserts: of two requests for the last place one fails.
 * Returns no row where nothing was registered.
 */
export const registerDevice = (
  db: Db,
  licence: { id: number; licenceKey: string },
  { deviceId, network }: Caller,
  now: number,
) => {
  const others = sql`from activations o where o.licence_id = ${licence.id}`
  const freeSlot = sql`(select min(place.n) from (select 1 as n union all select o.slot + 1 ${others}) place
    where place.n <= l.device_limit and not exists (select 1 ${others} and o.slot = place.n))`
  return db
    .insert(activations)
    .select(
      sql`select null, l.id, ${deviceId}, ${network}, ${freeSlot}, ${now}, ${now} from licences l
        where l.id = ${licence.id} and l.licence_key = ${licence.licenceKey} and l.revoked_at is null
        and ${freeSlot} is not null
        and (l.same_ip_only = 0 or not exists (select 1 ${others} and ${apart(network)}))`,
    )
    .onConflictDoNothing()
    .returning({ id: activations.id })
}

/** Updates a registered device's address and time, unless another device of a one-time licence is in use elsewhere. */
export const touchDevice = (db: Db, licenceId: number, { deviceId, network }: Caller, now: number) =>
  db
    .update(activations)
    .set({ ip: network, lastSeenAt: now })
    .where(
      and(
        eq(activations.licenceId, licenceId),
        eq(activations.deviceId, deviceId),
        sql`((select l.same_ip_only from licences l where l.id = ${licenceId}) = 0 or not exists (
          select 1 from activations o where o.licence_id = ${licenceId} and o.device_id <> ${deviceId}
          and o.last_seen_at > ${now - SEEN_MS} and ${apart(network)}))`,
      ),
    )
    .returning({ id: activations.id })

export const deleteDevice = (db: Db, licenceId: number, id: number) =>
  db.delete(activations).where(and(eq(activations.licenceId, licenceId), eq(activations.id, id)))

/** Replaces the key and deletes all devices. */
export const renewKey = (db: Db, licenceId: number) => {
  const licenceKey = newKey()
  const writes: Write[] = [
    db.update(licences).set({ licenceKey }).where(eq(licences.id, licenceId)),
    db.delete(activations).where(eq(activations.licenceId, licenceId)),
  ]
  return { licenceKey, writes }
}

/**
 * Replaces the keys of all licences of an account and deletes their devices. `ids`: those licences, as read. Where the
 * account got another one since, the batch is refused (`refusedBy`: `licences.licence_key`).
 */
export const renewKeysOf = (db: Db, userId: number, ids: readonly number[]): Write[] => {
  const keys = JSON.stringify(Object.fromEntries(ids.map((id) => [id, newKey()])))
  const own = sql`(select l.id from licences l join user_scripts g on g.id = l.grant_id where g.user_id = ${userId})`
  return [
    db
      .update(licences)
      .set({ licenceKey: sql`json_extract(${keys}, '$."' || ${licences.id} || '"')` })
      .where(sql`${licences.id} in ${own}`),
    db.delete(activations).where(sql`${activations.licenceId} in ${own}`),
  ]
}

const devicesKey = (licenceId: number, deviceId: string, now: number) =>
  `devices:${licenceId}:${deviceId}:${now}`

/** Notifies the customer's screens of this device, if it was registered earlier in the batch. */
export const enqueueNewDevice = (
  db: Db,
  { licenceId, deviceId, userId }: { licenceId: number; deviceId: string; userId: number },
  now: number,
): OutboxWrite =>
  enqueueFrom(db, {
    key: devicesKey(licenceId, deviceId, now),
    payload: sql`${JSON.stringify({ userId, messages: [REFRESH] })}`,
    from: sql`activations a where a.licence_id = ${licenceId} and a.device_id = ${deviceId}
      and a.activated_at = ${now}`,
    now,
  })

/** The same where a script released its place. */
export const enqueueDeviceRemoved = (
  db: Db,
  { licenceId, deviceId, userId }: { licenceId: number; deviceId: string; userId: number },
  now: number,
) =>
  enqueueUserMessagesOnce(db, { key: devicesKey(licenceId, deviceId, now), userId, messages: [REFRESH], now })

/**
 * Deletes devices, with their network addresses, of licences of these grants that were revoked, or whose subscription
 * ended, before this moment.
 */
export const forgetDevices = (db: Db, { from, to }: { from: number; to: number }, before: number) =>
  db.delete(activations).where(
    sql`${activations.licenceId} in (select l.id from licences l join user_scripts g on g.id = l.grant_id
      left join subscriptions s on s.id = g.subscription_id
      where l.grant_id between ${from} and ${to}
      and (l.revoked_at < ${before} or s.current_period_end < ${before}))`,
  )
