import type { Box } from '../box.ts'
import { releaseHeld } from '../webhooks/events.ts'
import { type Faults, faultsSchema, mergeFaults, noFaults, type Service, spend } from './faults.ts'

/** The active faults. */
export function readFaults(box: Box): Faults {
  const row = box.sql.exec<{ value: string }>("SELECT value FROM settings WHERE name = 'faults'").toArray()[0]
  const stored = faultsSchema.safeParse(row && { ...noFaults, ...JSON.parse(row.value) })
  return stored.success ? stored.data : noFaults
}

function writeFaults(box: Box, faults: Faults): void {
  box.sql.exec("INSERT OR REPLACE INTO settings VALUES ('faults', ?)", JSON.stringify(faults))
}

/** Merges a change. Paused webhooks are sent once the mode is 'deliver'. */
export function changeFaults(box: Box, patch: Partial<Faults>): Faults {
  const next = mergeFaults(readFaults(box), patch)
  writeFaults(box, next)
  if (next.webhooks === 'deliver') releaseHeld(box)
  return next
}

/** Clears all faults. */
export function resetFaults(box: Box): Faults {
  return changeFaults(box, noFaults)
}

/** The mode for the call being served. Counts the call where only the next n calls must fail. */
export function takeFault<One extends Service>(box: Box, service: One): Faults[One] {
  const { mode, rest } = spend(readFaults(box), service)
  writeFaults(box, rest)
  return mode
}

/** The change to the session being paid. It applies once. */
export function takeTamper(box: Box): NonNullable<Faults['tamper']> {
  const faults = readFaults(box)
  if (faults.tamper) writeFaults(box, { ...faults, tamper: null })
  return faults.tamper ?? {}
}
