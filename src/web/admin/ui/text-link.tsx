import type { ReactNode } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { cn } from '../../ui/cn.ts'

export type TextLinkProps = { to: string; children: ReactNode; className?: string }

/** A text link inside the back office. A long name wraps instead of widening its column. */
export const TextLink = ({ to, children, className }: TextLinkProps) => (
  <AppLink
    to={to}
    className={cn(
      'rounded-sm text-fg underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-current',
      className,
    )}
  >
    {children}
  </AppLink>
)
