import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

export type EmptyStateProps = {
  title: ReactNode
  text?: ReactNode
  /** One useful next step: a Button. */
  action?: ReactNode
  icon?: ReactNode
  /** For use inside a card that has its own border. */
  bare?: boolean
  className?: string
}

export function EmptyState({ title, text, action, icon, bare, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        'flex flex-col items-center px-6 py-10 text-center',
        !bare && 'rounded-xl border border-line-strong border-dashed',
        className,
      )}
    >
      {icon ? (
        <span
          aria-hidden="true"
          className="mb-4 grid size-11 place-items-center rounded-lg border border-line bg-surface-2 text-muted [&_svg]:size-5"
        >
          {icon}
        </span>
      ) : null}
      <p className="font-medium text-fg">{title}</p>
      {text ? <p className="mt-1 max-w-sm text-muted text-sm">{text}</p> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}
