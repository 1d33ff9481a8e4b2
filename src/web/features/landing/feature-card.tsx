import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../ui/cn.ts'
import { Card, CardTitle } from '../../ui/layout/card.tsx'

export type FeatureCardProps = {
  Icon: LucideIcon
  title: string
  text: string
  /** Takes half the row and shows `children`. */
  wide?: boolean
  children?: ReactNode
}

export function FeatureCard({ Icon, title, text, wide, children }: FeatureCardProps) {
  return (
    <li className={cn('flex min-w-0', wide ? 'sm:col-span-2 lg:col-span-6' : 'lg:col-span-3')}>
      <Card className="w-full min-w-0 overflow-hidden">
        <div className={cn('flex-1 p-5', wide && 'sm:p-7')}>
          <Icon aria-hidden="true" className="size-5 text-subtle" />
          <CardTitle className={cn('mt-4', wide && 'text-lg')}>{title}</CardTitle>
          <p className={cn('mt-1.5 text-muted text-sm', wide && 'max-w-copy sm:text-base')}>{text}</p>
        </div>
        {children}
      </Card>
    </li>
  )
}
