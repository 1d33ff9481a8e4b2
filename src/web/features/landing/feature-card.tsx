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
    <li
      className={cn(
        'flex min-w-0 max-sm:w-[72%] max-sm:shrink-0 max-sm:snap-start',
        wide ? 'sm:col-span-2 lg:col-span-6' : 'lg:col-span-3',
      )}
    >
      <Card className="w-full min-w-0 overflow-hidden">
        <div className={cn('flex-1 p-3.5 sm:p-5', wide && 'sm:p-7')}>
          <Icon aria-hidden="true" className="size-5 shrink-0 text-subtle" />
          <div className="min-w-0">
            <CardTitle className={cn('mt-2 text-sm sm:mt-4 sm:text-base', wide && 'sm:text-lg')}>
              {title}
            </CardTitle>
            <p
              className={cn(
                'mt-1 text-[0.8125rem] text-muted sm:mt-1.5 sm:text-sm',
                wide && 'max-w-copy sm:text-base',
              )}
            >
              {text}
            </p>
          </div>
        </div>
        {children}
      </Card>
    </li>
  )
}
