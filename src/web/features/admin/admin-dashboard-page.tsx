import { MailCheck, TicketPercent } from 'lucide-react'
import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'

export default function AdminDashboardPage() {
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="font-semibold text-3xl text-fg">Admin</h1>
          <p className="mt-1 text-muted">What the shop owes its customers, and tools to try it out.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <AppLink to="/test-email">
              <MailCheck aria-hidden="true" />
              Test email
            </AppLink>
          </Button>
          <Button asChild>
            <AppLink to="/test-coupon">
              <TicketPercent aria-hidden="true" />
              Test coupon
            </AppLink>
          </Button>
        </div>
      </div>
      <DeliveriesCard />
    </Container>
  )
}
