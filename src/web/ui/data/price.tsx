import { formatUsd } from '#shared/core/money.ts'
import { cn } from '../cn.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

const sizes = {
  sm: 'text-sm',
  md: 'text-base',
  lg: 'text-2xl tracking-tight',
  xl: 'text-4xl tracking-tighter',
}

export type PriceProps = {
  /** In dollars, not cents. */
  usd: number
  /** Adds "/month" or "/year". */
  per?: 'month' | 'year'
  /** The price before a discount, struck through. */
  wasUsd?: number
  size?: keyof typeof sizes
  className?: string
}

export function Price({ usd, per, wasUsd, size = 'md', className }: PriceProps) {
  return (
    <span className={cn('inline-flex items-baseline gap-2 whitespace-nowrap tabular-nums', className)}>
      {wasUsd !== undefined && wasUsd !== usd ? (
        <s className="font-normal text-sm text-subtle">
          <VisuallyHidden>was </VisuallyHidden>
          {formatUsd(wasUsd)}
        </s>
      ) : null}
      <span className={cn('font-medium text-fg', sizes[size])}>
        {formatUsd(usd)}
        {per ? <span className="font-normal text-muted text-sm tracking-normal">/{per}</span> : null}
      </span>
    </span>
  )
}
