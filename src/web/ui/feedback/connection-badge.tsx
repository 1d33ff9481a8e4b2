import { cn } from '../cn.ts'

/** `connecting` is the first attempt: no connection was lost, so the badge is empty. */
export type ConnectionState = 'connecting' | 'connected' | 'reconnecting' | 'disconnected'

const LABELS: Record<Exclude<ConnectionState, 'connecting'>, string> = {
  connected: 'Live',
  reconnecting: 'Reconnecting...',
  disconnected: 'Disconnected',
}

const STATES: Record<Exclude<ConnectionState, 'connecting'>, { text: string; dot: string }> = {
  connected: { text: 'text-accent', dot: 'bg-accent shadow-[0_0_0_3px_var(--accent-soft)]' },
  reconnecting: { text: 'text-warning', dot: 'animate-pulse bg-warning' },
  disconnected: { text: 'text-muted', dot: 'border-2 border-subtle bg-transparent' },
}

export type ConnectionBadgeProps = {
  state: ConnectionState
  /** Other labels, as on the admin feed: { connected: 'Live Updates' }. */
  labels?: Partial<Record<ConnectionState, string>>
  className?: string
}

/** The state of a connection. Green only while connected. */
export function ConnectionBadge({ state, labels, className }: ConnectionBadgeProps) {
  if (state === 'connecting') return <span role="status" className={cn('h-6', className)} />
  return (
    <span
      role="status"
      className={cn(
        'inline-flex h-6 items-center gap-2 whitespace-nowrap rounded-full border border-line bg-surface px-2.5 font-medium text-xs',
        STATES[state].text,
        className,
      )}
    >
      <span aria-hidden="true" className={cn('size-2 rounded-full', STATES[state].dot)} />
      {labels?.[state] ?? LABELS[state]}
    </span>
  )
}
