import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { PublisherKey } from '#shared/publishers/contract.ts'
import type { Db } from '../../db/client.ts'
import { mayConfirm, stateOf } from './rules.ts'
import { listKeys } from './store.ts'

/** All publishers' keys, as this admin sees them. One round trip. */
export async function listPublisherKeys(db: Db, viewerId: number, now: number): Promise<PublisherKey[]> {
  const { keys, admins } = await listKeys(db)
  return keys.map(({ key, addedByName, removedByName }) => ({
    id: key.id,
    name: key.name,
    publicKey: key.publicKey,
    fingerprint: key.fingerprint,
    state: stateOf(key, now),
    addedBy: addedByName,
    addedAt: toIso(key.addedAt),
    activeFrom: toIso(key.activeFrom),
    removedBy: removedByName,
    activeUntil: toIsoOrNull(key.activeUntil),
    mayConfirm: mayConfirm(key, viewerId, admins, now),
  }))
}
