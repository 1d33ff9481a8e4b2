import { formatUsd } from '#shared/core/money.ts'
import type { FeedItem, FeedKind } from '#shared/feed/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { cn } from '../../ui/cn.ts'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { feedIcons } from './feed-icons.ts'

const COMES = new Set<FeedKind>(['purchase', 'restore'])
const GOES = new Set<FeedKind>(['refund', 'dispute'])

/** One event: its sentence, its time and its amount. */
export function FeedRow({ item }: { item: FeedItem }) {
  const { Icon, ink, label, path } = feedIcons[item.kind]
  return (
    <li className="flex gap-3 px-5 py-2.5 sm:px-6">
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1 text-sm">
        <AppLink
          to={path(item)}
          className="break-words rounded-xs text-fg decoration-line-strong underline-offset-4 hover:underline"
        >
          {label(item)}
        </AppLink>
        <p className="text-subtle text-xs">
          <RelativeTime dense value={item.at} />
        </p>
      </div>
      <Money item={item} />
    </li>
  )
}

function Money({ item: { kind, amount } }: { item: FeedItem }) {
  const comes = COMES.has(kind)
  if (amount === null || !(comes || GOES.has(kind))) return null
  return (
    <span className={cn('font-mono text-sm', comes ? 'text-success' : 'text-muted')}>
      {comes ? '+' : '−'}
      {formatUsd(amount)}
    </span>
  )
}
