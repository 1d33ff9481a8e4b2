import { Popover as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export const Popover = Radix.Root
export const PopoverTrigger = Radix.Trigger
export const PopoverClose = Radix.Close

/** 20rem wide by default. Needs an `aria-label` or `aria-labelledby`. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={8}
        collisionPadding={8}
        className={cn(
          'z-50 w-80 max-w-[calc(100vw-1rem)] rounded-xl border border-line-strong bg-surface p-4 text-sm shadow-overlay outline-none',
          'origin-(--radix-popover-content-transform-origin)',
          'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  )
}
