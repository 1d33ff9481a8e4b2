import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

/** A grey placeholder. Set its final size with `className`. Hidden from screen readers. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden="true"
      className={cn('h-4 animate-pulse rounded-sm bg-surface-2 ring-1 ring-line ring-inset', className)}
      {...props}
    />
  )
}

const lineWidths = ['w-full', 'w-11/12', 'w-full', 'w-4/5']

/** A placeholder for lines of text. The last one is short. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div className={cn('flex flex-col gap-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cn('h-3', line === lines - 1 ? 'w-3/5' : lineWidths[line % 4])} />
      ))}
    </div>
  )
}
