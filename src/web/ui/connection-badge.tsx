import { cn } from './cn.ts'

export type ConnectionState = 'connected' | 'reconnecting' | 'disconnected'

const words: Record<ConnectionState, string> = {
  connected: 'Live',
  reconnecting: 'Reconnecting...',
  disconnected: 'Disconnected',
}

const looks: Record<ConnectionState, { text: string; dot: string }> = {
  connected: { text: 'text-accent', dot: 'bg-accent shadow-[0_0_0_3px_var(--accent-soft)]' },
  reconnecting: { text: 'text-warning', dot: 'animate-pulse bg-warning' },
  disconnected: { text: 'text-muted', dot: 'border-2 border-subtle bg-transparent' },
}

export type ConnectionBadgeProps = {
  state: ConnectionState
  /** Other words, as on the admin feed: { connected: 'Live Updates' }. */
  labels?: Partial<Record<ConnectionState, string>>
  className?: string
}

/** Green only while live. */
export function ConnectionBadge({ state, labels, className }: ConnectionBadgeProps) {
  return (
    <span
      role="status"
      className={cn(
        'inline-flex h-6 items-center gap-2 whitespace-nowrap rounded-full border border-line bg-surface px-2.5 font-medium text-xs',
        looks[state].text,
        className,
      )}
    >
      <span aria-hidden="true" className={cn('size-2 rounded-full', looks[state].dot)} />
      {labels?.[state] ?? words[state]}
    </span>
  )
}
