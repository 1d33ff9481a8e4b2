import type { ReactNode } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { cn } from '../../ui/cn.ts'
import { TEXT_LINK } from '../../ui/link-styles.ts'

export type TextLinkProps = { to: string; children: ReactNode; className?: string }

/** A text link inside the back office. A long name wraps instead of widening its column. */
export const TextLink = ({ to, children, className }: TextLinkProps) => (
  <AppLink to={to} className={cn(TEXT_LINK, '[overflow-wrap:anywhere]', className)}>
    {children}
  </AppLink>
)
