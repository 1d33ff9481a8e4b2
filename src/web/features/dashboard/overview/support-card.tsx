import { LifeBuoy } from 'lucide-react'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SupportLink } from '../../contact/support-link.tsx'

export function SupportCard() {
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-start gap-3.5">
        <LifeBuoy aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
        <div className="min-w-0">
          <h2 className="font-semibold text-base text-fg tracking-tight">Support</h2>
          <p className="mt-1 text-muted text-sm">
            Questions about a file, a payment or your account? A person answers at <SupportLink />.
          </p>
          <Button asChild size="sm" className="mt-4">
            <AppLink to="/#contact">Contact support</AppLink>
          </Button>
        </div>
      </div>
    </Card>
  )
}
