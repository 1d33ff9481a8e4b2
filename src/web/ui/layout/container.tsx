import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

const widths = { page: 'max-w-page', wide: 'max-w-wide', prose: 'max-w-copy', narrow: 'max-w-md' }

export type ContainerProps = ComponentProps<'div'> & { width?: keyof typeof widths }

/** Centres its content, with the page's gutter. */
export function Container({ width = 'page', className, ...props }: ContainerProps) {
  return <div className={cn('mx-auto w-full px-gutter', widths[width], className)} {...props} />
}
