import type { AuditEntry } from '#shared/audit/contract.ts'
import { toIso } from '#shared/core/time.ts'
import type { EntryRow } from './store.ts'

export const toEntry = ({ entry: { actorId, createdAt, ...entry }, username }: EntryRow): AuditEntry => ({
  ...entry,
  actor: actorId === null ? null : { id: actorId, username },
  createdAt: toIso(createdAt),
})
