import { Slot } from 'radix-ui'
import { useEffect, useState } from 'react'
import { LazyCode, whenCalm } from '../../lib/lazy-code.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import type { TooltipProps } from './tooltip.tsx'

// Loaded later, because a tooltip needs an interaction. Without this code, the label still names the element.
const tooltipCode = new LazyCode(() => import('./tooltip.tsx'))

/**
 * Gives an element its tooltip once the code has loaded, but not while the element has the pointer or the focus: the
 * tooltip replaces the element, which would lose the focus and a press that has begun.
 */
export function LateTooltip({ content, children }: Pick<TooltipProps, 'content' | 'children'>) {
  const { module, fetch } = useLazyCode(tooltipCode)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // Once per element: after a failure, the next one that mounts tries again.
  useEffect(() => {
    whenCalm().then(fetch)
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
