import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export type LabelProps = ComponentProps<'label'>

/** A double click does not select its text. Without Radix, whose label does no more and is four times as large. */
export function Label({ className, onMouseDown, ...props }: LabelProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller names the control
    <label
      onMouseDown={(event) => {
        onMouseDown?.(event)
        if (event.detail > 1) event.preventDefault()
      }}
      className={cn('font-medium text-fg text-sm', className)}
      {...props}
    />
  )
}
