import { Problem } from '../../core/problem.ts'
import { toIsoOrNull } from '../../core/time.ts'
import type { Db } from '../../db/client.ts'
import type { LicenceAnswer, LicenceCall, LicenceRefusal } from './contract.ts'
import { findByKey } from './find-by-key.ts'
import { decideUse, refusalMessages, type UseDecision } from './rules.ts'
import { selectDevicesOf } from './store.ts'
import { devicesKey, enqueueNewDevice, registerDevice, touchDevice } from './writes.ts'

/** Another device may take the place, or the key be renewed, between the look and the write. */
const TRIES = 3

/**
 * A script asks whether it may run here. `activate` gives a device that is new a place; `check` only looks. Answers
 * also the outbox keys of the messages to the customer's screens.
 * @throws Problem 403 with the reason
 */
export async function useLicence(
  db: Db,
  call: LicenceCall,
  network: string,
  input: 'activate' | 'check',
  now: number,
): Promise<{ answer: LicenceAnswer; outboxKeys: string[] }> {
  const caller = { deviceId: call.deviceId, network }
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { licence, holding, devices, productId } = await findByKey(db, call.licenceKey, call.product)
    if (!licence) throw refusal('unknown-licence')
    const decision = decideUse(licence, holding, productId, devices, caller, input, now)
    if (decision.do === 'refuse') throw refusal(decision.reason)
    const known = { ...licence, licenceKey: call.licenceKey }
    const used = await write(db, known, caller, decision.do, now)
    if (used === null) continue
    const isNews = decision.do === 'register' && licence.userId !== null
    return {
      answer: describe(decision.standing, licence.deviceLimit, used),
      outboxKeys: isNews ? [devicesKey(licence.id, call.deviceId, now)] : [],
    }
  }
  throw new Problem(503, 'The devices of this licence are changing. Please try again.', {
    retryAfterSeconds: 1,
  })
}

/** How many devices there are then; null where somebody was faster. */
async function write(
  db: Db,
  licence: { id: number; licenceKey: string; userId: number | null },
  caller: { deviceId: string; network: string },
  step: 'register' | 'refresh',
  now: number,
): Promise<number | null> {
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
  const [placed, devices] =
    userId === null
      ? await db.batch([register, listed])
      : await db.batch([register, listed, enqueueNewDevice(db, { licenceId, userId, ...caller }, now)])
  return placed.length > 0 ? devices.length : null
}

type Granted = Exclude<UseDecision, { do: 'refuse' }>

const describe = (
  { status, validUntil }: Granted['standing'],
  deviceLimit: number,
  devicesUsed: number,
): LicenceAnswer => ({ status, deviceLimit, devicesUsed, validUntil: toIsoOrNull(validUntil) })

export const refusal = (reason: LicenceRefusal) =>
  new Problem(403, refusalMessages[reason], { data: { reason } })
