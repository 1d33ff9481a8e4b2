import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('flex flex-col rounded-xl border border-line bg-surface shadow-raised', className)}
      {...props}
    />
  )
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-card-header=""
      className={cn('flex flex-col gap-1 px-5 pt-5 sm:px-6 sm:pt-6', className)}
      {...props}
    />
  )
}

export type CardTitleProps = ComponentProps<'h3'> & { as?: 'h1' | 'h2' | 'h3' | 'h4' }

export function CardTitle({ as: Heading = 'h3', className, ...props }: CardTitleProps) {
  return <Heading className={cn('font-semibold text-base text-fg tracking-tight', className)} {...props} />
}

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return <p className={cn('text-muted text-sm', className)} {...props} />
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex-1 p-5 sm:p-6 [[data-card-header]+&]:pt-4', className)} {...props} />
}

export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('flex flex-wrap items-center gap-3 border-line border-t px-5 py-4 sm:px-6', className)}
      {...props}
    />
  )
}
