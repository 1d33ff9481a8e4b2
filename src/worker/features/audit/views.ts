import { toIso } from '../../core/time.ts'
import type { AuditEntry } from './contract.ts'
import type { EntryRow } from './store.ts'

export const toEntry = ({ entry: { actorId, createdAt, ...entry }, username }: EntryRow): AuditEntry => ({
  ...entry,
  actor: actorId === null ? null : { id: actorId, username },
  createdAt: toIso(createdAt),
})
