import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

export type TooltipProps = {
  content: ReactNode
  /** One focusable element that accepts a ref. */
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
}

/** Opens after 700 ms. Has its own provider, so that a page without tooltips loads none of this code. */
export function Tooltip({ content, children, side = 'top', className }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={700}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className={cn(
              'z-70 max-w-72 rounded-sm bg-fg px-2.5 py-1.5 font-medium text-bg text-xs shadow-overlay',
              'data-[state=closed]:animate-fade-out data-[state=delayed-open]:animate-fade-in',
              className,
            )}
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
