import { cn } from '../cn.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

const sizes = { sm: 'size-4', md: 'size-5', lg: 'size-8' }

export type SpinnerProps = {
  size?: keyof typeof sizes
  /** The text for screen readers. Omit it if a text beside the spinner already says it. */
  label?: string
  className?: string
}

export function Spinner({ size = 'md', label, className }: SpinnerProps) {
  return (
    <span className={cn('inline-flex', className)} role={label ? 'status' : undefined}>
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn('animate-spin', sizes[size])}>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </span>
  )
}
