import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'

/** A quiet way on, below what a section is about. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild variant="link">
      <AppLink to={to}>
        {children}
        <ArrowRight aria-hidden="true" />
      </AppLink>
    </Button>
  )
}
