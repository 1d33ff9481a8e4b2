import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Licence } from '#shared/licences/contract.ts'
import type { AccountBatch } from '../../db/account-batch.ts'
import type { Db } from '../../db/client.ts'
import { toPage } from '../../http/paging.ts'
import { selectOwnedGrants } from '../access/find-access.ts'
import { statusOf } from './rules.ts'
import { type DeviceRow, ownGrants, selectOwn, selectOwnDevices } from './store.ts'

const SUFFIX = 6

/** A page of the account's own licences with their devices, newest first. One round trip. */
export async function listLicences(
  db: Db,
  batch: AccountBatch,
  page: { limit: number; cursor?: number | undefined },
  now: number,
): Promise<{ rows: Licence[]; nextCursor: number | null }> {
  const { results } = await batch(
    (userId) =>
      [
        selectOwn(db, userId, page),
        selectOwnedGrants(db, ownGrants(userId, page)),
        selectOwnDevices(db, userId, page),
      ] as const,
  )
  const [rows, ownedGrants, devices] = results
  const views = rows.flatMap(({ licence, product }): Licence[] => {
    const ownedGrant = ownedGrants.find(({ grantId }) => grantId === licence.grantId)
    if (!ownedGrant) return []
    const { status, validUntil } = statusOf(licence, ownedGrant, now)
    return [
      {
        id: licence.id,
        licenceKey: licence.licenceKey,
        status,
        validUntil: toIsoOrNull(validUntil),
        product,
        deviceLimit: licence.deviceLimit,
        sameNetwork: licence.sameIpOnly,
        devices: devices.filter(({ licenceId }) => licenceId === licence.id).map(toDevice),
        createdAt: toIso(licence.createdAt),
      },
    ]
  })
  return toPage(views, page.limit)
}

const toDevice = (device: DeviceRow) => ({
  id: device.id,
  suffix: device.deviceId.slice(-SUFFIX),
  network: device.ip,
  firstSeenAt: toIso(device.activatedAt),
  lastSeenAt: toIso(device.lastSeenAt),
})
