import { Label as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export type LabelProps = ComponentProps<typeof Radix.Root>

export function Label({ className, ...props }: LabelProps) {
  return <Radix.Root className={cn('font-medium text-fg text-sm', className)} {...props} />
}
