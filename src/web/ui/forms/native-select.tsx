import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { controlStyles } from './control-styles.ts'
import { useFieldWiring } from './field-context.ts'

export type NativeSelectProps = ComponentProps<'select'>

/** For long lists, which phones show in a picker of their own, and for forms that work before any script has loaded. */
export function NativeSelect({ className, required, ...props }: NativeSelectProps) {
  const wiring = useFieldWiring({ ...props, required })
  return (
    <div className="relative">
      <select
        {...props}
        {...wiring}
        required={required}
        className={cn(controlStyles, 'h-10 appearance-none pr-9', className)}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-4 text-subtle"
      />
    </div>
  )
}
