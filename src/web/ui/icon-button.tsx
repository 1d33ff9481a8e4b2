import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'
import type { TooltipProps } from './tooltip.tsx'

const squares = { sm: 'size-8', md: 'size-10', lg: 'size-12' }

// Most pages have no tooltip before somebody does something. Without its code the label still names the button.
const Tooltip = lazy<ComponentType<TooltipProps>>(() =>
  import('./tooltip.tsx').then(
    (module) => ({ default: module.Tooltip }),
    () => ({ default: ({ children }: TooltipProps) => children }),
  ),
)

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
  return (
    <Suspense fallback={button}>
      <Tooltip content={tooltip ?? label}>{button}</Tooltip>
    </Suspense>
  )
}
