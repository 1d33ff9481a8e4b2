import type { ReactNode } from 'react'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'

/** A link inside a list; a long name in it breaks instead of widening its column. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild variant="link" className="max-w-full shrink justify-start whitespace-normal text-left">
      <AppLink to={to}>
        <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
      </AppLink>
    </Button>
  )
}
