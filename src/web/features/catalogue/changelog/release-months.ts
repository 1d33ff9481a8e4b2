import { formatMonth } from '#shared/core/format-day.ts'

export type ReleaseMonth<Entry> = { title: string; entries: Entry[] }

/** Groups releases by their month of publication (UTC). Keeps the order. */
export function releaseMonths<Entry extends { publishedAt: string }>(
  entries: readonly Entry[],
): ReleaseMonth<Entry>[] {
  const months: ReleaseMonth<Entry>[] = []
  for (const entry of entries) {
    const title = formatMonth(entry.publishedAt)
    const last = months.at(-1)
    if (last?.title === title) last.entries.push(entry)
    else months.push({ title, entries: [entry] })
  }
  return months
}
