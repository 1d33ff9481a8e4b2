import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'

/** The link from a detail back to its list. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <div>
    <Button asChild variant="ghost" size="sm" className="-ml-3">
      <AppLink to={to}>
        <ArrowLeft aria-hidden="true" />
        {children}
      </AppLink>
    </Button>
  </div>
)
