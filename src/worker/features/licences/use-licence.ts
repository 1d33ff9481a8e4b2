import { toIsoOrNull } from '#shared/core/time.ts'
import type { LicenceAnswer, LicenceCall, LicenceRefusal } from '#shared/licences/contract.ts'
import { Problem } from '../../core/problem.ts'
import { enqueuedBy, statementsOf } from '../../db/client.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { dispatchEnqueued } from '../notifications/dispatch-outbox.ts'
import { findByKey } from './find-by-key.ts'
import { issueLease } from './issue-lease.ts'
import { decideUse, refusalMessages, type UseDecision } from './rules.ts'
import { selectDevicesOf } from './store.ts'
import { enqueueNewDevice, registerDevice, touchDevice } from './writes.ts'

/** Maximum attempts when another device took the place, or the key was renewed, between read and write. */
const MAX_ATTEMPTS = 3

type Deps = Pick<ShopDeps, 'env' | 'db' | 'later' | 'config'>

/**
 * A script asks whether it may run on this device. `activate` registers a new device; `check` never does.
 * @throws Problem 403 with the reason; 503 where the devices keep changing
 */
export async function useLicence(
  deps: Deps,
  call: LicenceCall,
  network: string,
  input: 'activate' | 'check',
  now: number,
): Promise<LicenceAnswer> {
  const { db } = deps
  const caller = { deviceId: call.deviceId, network }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { licence, ownedGrant, devices, product } = await findByKey(db, call.licenceKey, call.product)
    if (!licence || !product) throw refusal('unknown-licence')
    const decision = decideUse(licence, ownedGrant, product.id, devices, caller, input, now)
    if (decision.do === 'refuse') throw refusal(decision.reason)
    const known = { ...licence, licenceKey: call.licenceKey }
    const used = await write(deps, known, caller, decision.do, now)
    if (used === null) continue
    const lease = await issueLease(deps.config, licence.id, product, call.deviceId, now)
    return { ...describe(decision.state, licence.deviceLimit, used), lease }
  }
  throw new Problem(503, 'The devices of this licence are changing. Please try again.', {
    retryAfterSeconds: 1,
  })
}

/** Returns the number of devices after the write; null where another request was faster. */
async function write(
  deps: Deps,
  licence: { id: number; licenceKey: string; userId: number | null },
  caller: { deviceId: string; network: string },
  step: 'register' | 'refresh',
  now: number,
): Promise<number | null> {
  const { db } = deps
  const { id: licenceId, userId } = licence
  if (step === 'refresh') {
    const [touched, devices] = await db.batch([
      touchDevice(db, licenceId, caller, now),
      selectDevicesOf(db, licenceId),
    ])
    return touched.length > 0 ? devices.length : null
  }
  const register = registerDevice(db, licence, caller, now)
  const listed = selectDevicesOf(db, licenceId)
  const news = userId === null ? [] : [enqueueNewDevice(db, { licenceId, userId, ...caller }, now)]
  const [placed, devices, ...enqueued] = await db.batch([register, listed, ...statementsOf(news)])
  await dispatchEnqueued(deps, enqueuedBy(news, enqueued), now)
  return placed.length > 0 ? devices.length : null
}

type Granted = Exclude<UseDecision, { do: 'refuse' }>

const describe = (
  { status, validUntil }: Granted['state'],
  deviceLimit: number,
  devicesUsed: number,
): Omit<LicenceAnswer, 'lease'> => ({ status, deviceLimit, devicesUsed, validUntil: toIsoOrNull(validUntil) })

export const refusal = (reason: LicenceRefusal) =>
  new Problem(403, refusalMessages[reason], {
    data: { reason },
    ...(reason === 'unknown-licence' && { event: { kind: 'key_wrong', detail: 'licence key' } }),
  })
