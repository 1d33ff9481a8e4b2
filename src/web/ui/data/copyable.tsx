import { Check, Copy, X } from 'lucide-react'
import { cn } from '../cn.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { useCopy } from './use-copy.ts'

export type CopyableProps = {
  value: string
  /** The name of the value, for the accessible name: "order id". */
  label: string
  /** The text shown instead of the whole value. */
  display?: string
  /** The number of characters shown at both ends: 0x3f9a…c41d. */
  ends?: number
  className?: string
}

/** An id, hash, key or address that is copied on click. */
export function Copyable({ value, label, display, ends, className }: CopyableProps) {
  const [state, copy] = useCopy()
  const short =
    display ?? (ends && value.length > ends * 2 + 1 ? `${value.slice(0, ends)}…${value.slice(-ends)}` : value)
  const Icon = state === 'copied' ? Check : state === 'failed' ? X : Copy
  return (
    <>
      <button
        type="button"
        title={short === value ? undefined : value}
        onClick={() => copy(value)}
        className={cn(
          '-mx-1.5 inline-flex min-h-6 max-w-[calc(100%+0.75rem)] items-center gap-1.5 rounded-sm px-1.5 font-mono text-[0.8125rem] text-fg transition-colors hover:bg-hover',
          className,
        )}
      >
        <VisuallyHidden>{`Copy ${label} `}</VisuallyHidden>
        <span className="truncate">{short}</span>
        <Icon
          aria-hidden="true"
          className={cn('size-3.5 shrink-0 text-subtle', state === 'copied' && 'text-success')}
        />
      </button>
      <VisuallyHidden role="status">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying was refused' : ''}
      </VisuallyHidden>
    </>
  )
}
