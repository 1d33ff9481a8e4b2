import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** Once around the app; a tooltip waits 700 ms. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={700}>{children}</Radix.Provider>
}

export type TooltipProps = {
  content: ReactNode
  /** One element that takes a ref and can have the focus. */
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
}

export function Tooltip({ content, children, side = 'top', className }: TooltipProps) {
  return (
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
  )
}
