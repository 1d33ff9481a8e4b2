import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { sha256Hex } from '../../core/tokens.ts'
import type { Db } from '../../db/client.ts'
import { emailDeliveries } from '../../db/schema/email.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, downloadNetwork } from '../../http/client-ip.ts'
import { selectStaff } from '../staff/find-staff.ts'
import { type Notice, noticeKey, queueNoticeWhere } from '../staff/writes.ts'
import { nameDevice } from './device-rules.ts'

/**
 * The notice of an admin's login with a browser and network that this account has not logged in with before, for the
 * batch of its session. The key of the mail remembers them, so that no device is reported twice. None for a customer.
 */
export async function noteAdminLogin(c: Context<AppEnv>, user: CurrentUser): Promise<Notice> {
  if (user.staffRole === null) return NONE
  const [db, at] = [c.get('db'), Date.now()]
  const device = nameDevice(c.req.header('user-agent') ?? null)
  const place = await sha256Hex(`${downloadNetwork(c) ?? 'local'}|${device}`)
  const occasion = `login:${user.id}:${place.slice(0, 32)}`
  const [staff, known] = await db.batch([selectStaff(db, at), selectDelivery(db, noticeKey(occasion))])
  if (known.length > 0) return NONE
  return queueNoticeWhere(
    db,
    { staff, supportEmail: c.get('config').supportEmail },
    { event: 'login', by: user.username, about: user.username, detail: device, ip: clientIp(c), at },
    { occasion, which: sql`1` },
  )
}

const NONE: Notice = { writes: [], keys: [] }

const selectDelivery = (db: Db, key: string) =>
  db.select({ id: emailDeliveries.id }).from(emailDeliveries).where(eq(emailDeliveries.key, key))
