import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cn } from '../cn.ts'

export type ErrorStateProps = {
  /** Says what happened. */
  title: ReactNode
  /** Says what to do next. */
  text?: ReactNode
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
  /** Another action beside Retry, such as a link home. */
  action?: ReactNode
  bare?: boolean
  className?: string
}

export function ErrorState({
  title,
  text,
  onRetry,
  retrying,
  action,
  bare,
  className,
  ...props
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-col items-center px-6 py-10 text-center',
        !bare && 'rounded-xl border border-line bg-surface',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="mb-4 grid size-11 place-items-center rounded-lg bg-danger-soft text-danger [&_svg]:size-5"
      >
        <TriangleAlert />
      </span>
      <p className="font-medium text-fg">{title}</p>
      {text ? <p className="mt-1 max-w-md text-muted text-sm">{text}</p> : null}
      {onRetry || action ? (
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          {onRetry ? (
            <Button onClick={onRetry} busy={retrying ?? false}>
              <RotateCw aria-hidden="true" />
              {props.retryLabel ?? 'Retry'}
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
    </div>
  )
}
