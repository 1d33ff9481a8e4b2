import type { LucideIcon } from 'lucide-react'
import { cn } from '../cn.ts'

export type Fact = { Icon: LucideIcon; title: string; text: string }

/** Short facts, each with its icon. */
export function FactList({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <ul className={cn('grid gap-x-10 gap-y-3 sm:gap-y-5', className)}>
      {facts.map(({ Icon, title, text }) => (
        <li key={title} className="flex gap-3 text-sm">
          <Icon aria-hidden="true" className="mt-px size-5 shrink-0 text-subtle" />
          <div>
            <p className="font-medium text-fg">{title}</p>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
