import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { DeliveriesCard } from '../mails/deliveries-card.tsx'
import { AdminLiveProvider } from '../shell/admin-live-provider.tsx'
import { ADMIN_PATH } from '../shell/admin-path.ts'
import { useMay } from '../ui/for-role.tsx'
import { DeliverForm } from './deliver-form.tsx'
import { EmergencyLinksCard } from './emergency-links-card.tsx'
import { FindingsCard } from './findings-card.tsx'
import { PendingPaymentsCard } from './pending-payments-card.tsx'
import { pendingPaymentsQuery } from './recovery-queries.ts'
import { ResendForm } from './resend-form.tsx'
import { RunsCard } from './runs-card.tsx'

/** The tools for helping a customer whose payment, product or mail is stuck. */
export default function RecoveryPage() {
  const may = useMay()
  const manages = may('manager')
  const { data, error, isFetching, refetch } = useInfiniteQuery({
    ...pendingPaymentsQuery(),
    enabled: manages,
  })
  return (
    <AdminLiveProvider tab={null}>
      <Container className="min-h-[calc(100dvh-4rem)] pt-6 pb-section sm:pt-10">
        <Button asChild variant="ghost" size="sm" className="-ml-3">
          <AppLink to={ADMIN_PATH}>
            <ArrowLeft aria-hidden="true" />
            Admin
          </AppLink>
        </Button>
        <h1 className="mt-3 font-semibold text-3xl text-fg">Recovery tools</h1>
        <p className="mt-1 max-w-prose text-muted">
          For payments, products and mails that got stuck. Every change made here is recorded in the audit
          log.
        </p>
        {error && !data ? (
          <ErrorState
            className="mt-8"
            title="Error Loading Recovery Tools"
            text={reasonOf(error, 'An unexpected error occurred')}
            retryLabel="Try Again"
            onRetry={() => refetch()}
            retrying={isFetching}
          />
        ) : (
          <div className="mt-8 flex flex-col gap-6">
            {manages ? <PendingPaymentsCard /> : null}
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <DeliverForm />
              <ResendForm />
            </div>
            {manages ? <RunsCard /> : null}
            {manages ? <FindingsCard /> : null}
            <DeliveriesCard />
            {may('owner') ? <EmergencyLinksCard /> : null}
          </div>
        )}
      </Container>
    </AdminLiveProvider>
  )
}
