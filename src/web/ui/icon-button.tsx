import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'
import { LateTooltip } from './overlays/late-tooltip.tsx'

const squares = { sm: 'size-8', md: 'size-10', lg: 'size-12' }

export type IconButtonProps = Omit<
  ButtonProps,
  'children' | 'aria-label' | 'asChild' | 'block' | 'busyText'
> & {
  /** The accessible name, also shown as the tooltip. */
  label: string
  icon: ReactNode
  /** Another tooltip text, or `false` for none. */
  tooltip?: string | false
}

export function IconButton({
  label,
  icon,
  tooltip,
  size,
  variant = 'ghost',
  className,
  ...props
}: IconButtonProps) {
  const button = (
    <Button
      aria-label={label}
      variant={variant}
      size={size}
      className={cn('px-0', squares[size ?? 'md'], className)}
      {...props}
    >
      {icon}
    </Button>
  )
  if (tooltip === false) return button
  return <LateTooltip content={tooltip ?? label}>{button}</LateTooltip>
}
