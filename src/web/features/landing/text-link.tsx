import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'

/** A text link to more, below a section's content. */
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
