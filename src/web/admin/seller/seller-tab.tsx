import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { SellerForm } from './seller-form.tsx'
import { sellerQuery } from './seller-queries.ts'

/** The person or company that sells here. */
export default function SellerTab() {
  const { data, error, isFetching, refetch } = useQuery(sellerQuery)
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h2">Seller</CardTitle>
        <CardDescription className="max-w-copy">
          Who sells here. Shown in the footer of every page, on About and in the terms, at the end of every
          email, and on receipts and invoices. A change does not alter invoices that were issued before.
        </CardDescription>
      </CardHeader>
      <CardBody>
        {data ? (
          <SellerForm key={data.revision} setting={data} />
        ) : error ? (
          <ErrorState
            bare
            title="The seller could not be loaded"
            text={reasonOf(error, 'An unexpected error occurred')}
            onRetry={() => refetch()}
            retrying={isFetching}
          />
        ) : (
          <div className="grid gap-4">
            <VisuallyHidden role="status">Loading the seller</VisuallyHidden>
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-16 rounded-lg" />
            ))}
          </div>
        )}
      </CardBody>
    </Card>
  )
}
