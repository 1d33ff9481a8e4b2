import type { LicenceCall } from '#shared/licences/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import type { Env } from '../../providers/env.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { findByKey } from './find-by-key.ts'
import { limitReleases } from './limits.ts'
import { findDevice, findOwn } from './store.ts'
import { refusal } from './use-licence.ts'
import { deleteDevice, enqueueDeviceRemoved } from './writes.ts'

/**
 * The customer releases a device's place.
 * @throws Problem 404, 429 where too many were released
 */
export async function releaseDevice(
  env: Env,
  db: Db,
  userId: number,
  { id, deviceId }: { id: number; deviceId: number },
): Promise<void> {
  const licence = await findOwn(db, userId, id)
  const device = licence && (await findDevice(db, id, deviceId))
  if (!device) throw new Problem(404, 'There is no such device.')
  await limitReleases(env, id)
  await deleteDevice(db, id, device.id)
}

/**
 * A script releases its own place, even where the licence has ended. Safe to repeat. The customer's screens are
 * refreshed.
 * @throws Problem 403 for an unknown key, 429 where too many were released
 */
export async function deactivateDevice(
  deps: Pick<ShopDeps, 'env' | 'db' | 'later'>,
  { licenceKey, deviceId, product }: LicenceCall,
  now: number,
): Promise<void> {
  const { env, db } = deps
  const { licence, devices } = await findByKey(db, licenceKey, product)
  if (!licence) throw refusal('unknown-licence')
  const device = devices.find((one) => one.deviceId === deviceId)
  if (!device) return
  await limitReleases(env, licence.id)
  const { userId } = licence
  const gone = deleteDevice(db, licence.id, device.id)
  const removed =
    userId === null ? [] : [enqueueDeviceRemoved(db, { licenceId: licence.id, deviceId, userId }, now)]
  await commitAndDispatch(deps, [gone, ...removed], now)
}
