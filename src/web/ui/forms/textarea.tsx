import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { controlStyles } from './control-styles.ts'
import { useFieldWiring } from './field-context.ts'

export type TextareaProps = ComponentProps<'textarea'>

/** Grows with its text in browsers that support `field-sizing`. */
export function Textarea({ className, required, rows = 4, ...props }: TextareaProps) {
  const wiring = useFieldWiring({ ...props, required })
  return (
    <textarea
      rows={rows}
      {...props}
      {...wiring}
      required={required}
      className={cn(
        controlStyles,
        'field-sizing-content wrap-anywhere read-only:border-line-strong read-only:bg-surface-2 max-h-96 min-h-24 py-2 leading-6',
        className,
      )}
    />
  )
}
