import { CircleHelp, KeyRound, OctagonX, PackageCheck, PackageX } from 'lucide-react'
import { formatMoment } from '#shared/core/format-day.ts'
import type { LogEntry, LoggedEntry } from '#shared/log/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { cn } from '../../ui/cn.ts'
import { Copyable } from '../../ui/data/copyable.tsx'
import { EntrySentence } from './entry-sentence.tsx'
import { hashIn, readEntry } from './read-entry.ts'

const LOOKS = {
  publish: { Icon: PackageCheck, className: 'bg-success-soft text-success' },
  yank: { Icon: PackageX, className: 'bg-warning-soft text-warning' },
  recall: { Icon: OctagonX, className: 'bg-danger-soft text-danger' },
  key: { Icon: KeyRound, className: 'bg-info-soft text-info' },
  unknown: { Icon: CircleHelp, className: 'bg-surface-2 text-muted' },
} as const

function lookOf(entry: LogEntry | null) {
  if (entry === null) return LOOKS.unknown
  const { type } = entry
  return type === 'publish' || type === 'yank' || type === 'recall' ? LOOKS[type] : LOOKS.key
}

export function EntryList({ entries }: { entries: readonly LoggedEntry[] }) {
  return (
    <ol className="divide-y divide-line">
      {entries.map((logged) => (
        <EntryRow key={logged.index} logged={logged} />
      ))}
    </ol>
  )
}

function EntryRow({ logged: { index, text } }: { logged: LoggedEntry }) {
  const entry = readEntry(text)
  const { Icon, className } = lookOf(entry)
  const sha256 = hashIn(entry)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 py-5 first:pt-0">
      <span aria-hidden="true" className={cn('grid size-10 place-items-center rounded-lg', className)}>
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="max-w-copy break-words text-fg">
          <EntrySentence entry={entry} />
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
          <AppLink
            to={`/log/entry/${index}`}
            className="inline-flex min-h-6 items-center rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            Entry {index}
          </AppLink>
          {entry ? <time dateTime={entry.at}>{formatMoment(entry.at)}</time> : null}
          {sha256 ? (
            <span className="flex items-center gap-2 font-mono text-xs">
              SHA-256{' '}
              <Copyable label={`SHA-256 of entry ${index}`} value={sha256} ends={6} className="text-xs" />
            </span>
          ) : null}
          {entry && 'fingerprint' in entry ? (
            <span className="flex min-w-0 items-center gap-2 text-xs">
              Key{' '}
              <Copyable
                label={`fingerprint of entry ${index}`}
                value={entry.fingerprint}
                ends={12}
                className="text-xs"
              />
            </span>
          ) : null}
        </p>
      </div>
    </li>
  )
}
