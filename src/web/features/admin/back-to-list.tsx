import { ArrowLeft } from 'lucide-react'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'

export function BackToList({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild variant="ghost" size="sm" className="mb-4 -ml-3">
      <AppLink to={to}>
        <ArrowLeft aria-hidden="true" />
        {children}
      </AppLink>
    </Button>
  )
}
