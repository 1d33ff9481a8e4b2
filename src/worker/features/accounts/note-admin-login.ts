import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { sha256Hex } from '../../core/tokens.ts'
import type { Write } from '../../db/client.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, downloadNetwork } from '../../http/client-ip.ts'
import { selectStaff } from '../staff/find-staff.ts'
import { enqueueNoticeWhere } from '../staff/writes.ts'
import { nameDevice } from './device-rules.ts'

/**
 * The notice of an admin's login with a browser and network that this account has not logged in with before, for the
 * batch of its session. The key of the mail remembers them, so that no device is reported twice. None for a customer.
 */
export async function noteAdminLogin(c: Context<AppEnv>, user: CurrentUser): Promise<Write[]> {
  if (user.staffRole === null) return []
  const [db, at] = [c.get('db'), Date.now()]
  const device = nameDevice(c.req.header('user-agent') ?? null)
  const place = await sha256Hex(`${downloadNetwork(c) ?? 'local'}|${device}`)
  return enqueueNoticeWhere(
    db,
    { staff: await selectStaff(db, at), supportEmail: c.get('config').supportEmail },
    { event: 'login', by: user.username, about: user.username, detail: device, ip: clientIp(c), at },
    { occasion: `login:${user.id}:${place.slice(0, 32)}`, which: sql`1` },
  )
}
