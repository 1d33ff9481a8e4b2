import { formatMoment } from '#shared/core/format-day.ts'
import type { LogEntry, LoggedEntry } from '#shared/log/contract.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Copyable } from '../../ui/data/copyable.tsx'
import type { DataListRow } from '../../ui/data/data-list.tsx'

const hashRow = (term: string, value: string): DataListRow => ({
  term,
  value: <Copyable label={term} value={value} ends={12} />,
})

/** The facts of an entry. The text of a kind that this page does not know is shown below them. */
export function factsOf({ leaf }: LoggedEntry, entry: LogEntry | null): DataListRow[] {
  const time = entry
    ? [{ term: 'Time', value: <time dateTime={entry.at}>{formatMoment(entry.at)}</time> }]
    : []
  return [...time, ...(entry ? rowsOf(entry) : []), hashRow('Leaf hash', leaf)]
}

function rowsOf(entry: LogEntry): DataListRow[] {
  switch (entry.type) {
    case 'publish':
      return [
        hashRow('SHA-256', entry.sha256),
        { term: 'Size', value: formatBytes(entry.size) },
        ...(entry.channel === 'beta'
          ? [{ term: 'Channel', value: 'Beta: offered only to owners who chose beta versions' }]
          : []),
        ...(entry.manifest === null ? [] : [hashRow('SHA-256 of windfall.json', entry.manifest)]),
        hashRow('Signed with key', entry.key),
      ]
    case 'yank':
      return [hashRow('SHA-256', entry.sha256)]
    case 'recall':
      return [hashRow('SHA-256', entry.sha256), { term: 'What to do', value: entry.advice }]
    case 'key-add':
      return [hashRow('Key', entry.fingerprint), hashRow('Public key', entry.key)]
    default:
      return [hashRow('Key', entry.fingerprint)]
  }
}
