import { Slot } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { LazyCode } from '../lib/lazy-code.ts'
import { useLazyCode } from '../lib/use-lazy-code.ts'
import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'
import type { TooltipProps } from './overlays/tooltip.tsx'

const squares = { sm: 'size-8', md: 'size-10', lg: 'size-12' }

// Loaded later, because a tooltip needs an interaction. Without this code, the label still names the button.
const tooltipCode = new LazyCode(() => import('./overlays/tooltip.tsx'))

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
  return <WithTooltip content={tooltip ?? label}>{button}</WithTooltip>
}

/**
 * Gives a button its tooltip once the code has loaded, but not while the button has the pointer or the focus: the
 * tooltip replaces the element, which would lose the focus and a press that has begun.
 */
function WithTooltip({ content, children }: Pick<TooltipProps, 'content' | 'children'>) {
  const { module, fetch } = useLazyCode(tooltipCode)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // Once per button: after a failure, the next button that mounts tries again.
  useEffect(() => {
    fetch()
  }, [fetch])
  if (module && !isPointed && !isFocused) return <module.Tooltip content={content}>{children}</module.Tooltip>
  return (
    <Slot.Root
      onPointerEnter={() => setPointed(true)}
      onPointerDown={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {children}
    </Slot.Root>
  )
}
