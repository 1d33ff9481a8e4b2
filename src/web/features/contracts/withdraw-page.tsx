import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../lib/app-link.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { TEXT_LINK } from '../../ui/link-styles.ts'
import { currentUserQuery } from '../accounts/queries.ts'
import { ContractList } from './contract-list.tsx'
import { ContractsSkeleton } from './contracts-skeleton.tsx'
import { GuestForm } from './guest-form.tsx'

/** Where a contract is withdrawn from: by its owner from a list, by anyone else with the number of the order. */
export default function WithdrawPage() {
  const user = useQuery(currentUserQuery())
  return (
    <Container width="prose" className="pt-10 pb-section sm:pt-14">
      <h1 className="font-semibold text-3xl text-fg sm:text-4xl">Withdraw from a contract</h1>
      <p className="mt-3 text-muted">
        Within 14 days of paying you can withdraw from a purchase or a subscription without giving a reason.
        We refund all that you paid for it, and its access ends. You get a receipt by email at once.
      </p>
      <p className="mt-3 text-muted">
        If you asked for a file right away, the right ends once its download begins. Our{' '}
        <AppLink to="/refund-policy" className={TEXT_LINK}>
          7-day money-back guarantee
        </AppLink>{' '}
        stays.
      </p>
      <div className="mt-8">
        {user.isError ? (
          <ErrorState
            title="This page could not be loaded"
            text="Please check your connection and try again."
            onRetry={user.refetch}
            retrying={user.isFetching}
          />
        ) : user.isPending ? (
          <ContractsSkeleton />
        ) : user.data ? (
          <ContractList username={user.data.username} />
        ) : (
          <GuestForm />
        )}
      </div>
    </Container>
  )
}
