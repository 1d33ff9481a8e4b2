import { type LogEntry, logEntrySchema } from '#shared/log/contract.ts'

/** The entry in a text of the log; null where this page does not know its form. */
export function readEntry(text: string): LogEntry | null {
  try {
    return logEntrySchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The file that an entry is about. */
export const hashIn = (entry: LogEntry | null): string | null =>
  entry && 'sha256' in entry ? entry.sha256 : null
