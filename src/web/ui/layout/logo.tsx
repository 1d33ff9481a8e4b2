import { BRAND } from '../../lib/brand.ts'
import { cn } from '../cn.ts'

/** The mark without the name: a W. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="3.6"
      strokeLinecap="round"
      aria-hidden="true"
      className={cn('size-6', className)}
    >
      <path d="M3.2 5.2 7.9 18.8M11.3 5.2 16 18.8" stroke="currentColor" />
      <path d="M20.8 5.2 18.9 10.9" stroke="var(--accent)" />
    </svg>
  )
}

export type LogoProps = {
  /** Hides the name below a width of 26rem. */ compact?: boolean
  className?: string
}

export function Logo({ compact, className }: LogoProps) {
  return (
    <span className={cn('inline-flex items-center gap-2 text-fg', className)}>
      <LogoMark />
      <span className={cn('font-semibold text-[1.0625rem] tracking-[-0.025em]', compact && 'max-xs:sr-only')}>
        {BRAND}
      </span>
    </span>
  )
}
