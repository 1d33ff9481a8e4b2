import type { ReactNode } from 'react'
import { formatMoment } from '#shared/core/format-day.ts'
import type { LogEntry } from '#shared/log/contract.ts'
import { ProductLink } from '../catalogue/product-link.tsx'

const LINK = 'rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current'

/** What an entry says, as a sentence. Null: this page does not know its form. */
export function EntrySentence({ entry }: { entry: LogEntry | null }): ReactNode {
  if (entry === null) return 'An entry of a kind that this page does not know.'
  switch (entry.type) {
    case 'publish':
      return (
        <>
          <Release entry={entry} /> was published
          {entry.channel === 'beta' ? ' as a beta version.' : '.'}
        </>
      )
    case 'yank':
      return (
        <>
          <Release entry={entry} /> was withdrawn{entry.reason ? `: ${entry.reason}` : '.'}
        </>
      )
    case 'recall':
      return (
        <>
          <Release entry={entry} /> was recalled. Do not run it. {entry.reason}
        </>
      )
    case 'key-add':
      return `The publisher key “${entry.name}” was added. It may sign releases from ${formatMoment(entry.activeFrom)}, or earlier if another owner confirms it.`
    case 'key-confirm':
      return entry.change === 'add'
        ? 'Another owner confirmed a new publisher key. It may sign releases at once.'
        : 'Another owner confirmed the removal of a publisher key. It may sign no more releases.'
    case 'key-remove':
      return `A publisher key was removed. It may sign releases until ${formatMoment(entry.activeUntil)}, or less long if another owner confirms the removal.`
    case 'key-keep':
      return 'The removal of a publisher key was cancelled. It may still sign releases.'
  }
}

function Release({
  entry: { product, version },
}: {
  entry: Extract<LogEntry, { type: 'publish' | 'yank' | 'recall' }>
}) {
  return (
    <>
      <ProductLink slug={product.slug} className={LINK}>
        {product.slug}
      </ProductLink>{' '}
      version {version}
    </>
  )
}
