import { useQuery } from '@tanstack/react-query'
import { ApiError, reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useParams } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { productQuery } from '../queries.ts'
import { ProductDetail } from './detail.tsx'
import { ProductSkeleton } from './skeleton.tsx'

export default function ProductPage() {
  const { slug = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(productQuery(slug))
  // The key resets the page's state when another product is opened.
  if (data) return <ProductDetail key={data.id} product={data} />
  if (!error) return <ProductSkeleton />
  if (error instanceof ApiError && error.status === 404) return <NoSuchScript />
  return (
    <Container className="min-h-[calc(100dvh-4rem)] py-section">
      <h1 className="sr-only">Script not available</h1>
      <ErrorState
        title="This script could not be loaded"
        text={reasonOf(error, 'The shop did not answer. Try again in a moment.')}
        onRetry={refetch}
        retrying={isFetching}
        action={
          <Button asChild variant="ghost">
            <AppLink to="/products">See all scripts</AppLink>
          </Button>
        }
      />
    </Container>
  )
}

function NoSuchScript() {
  return (
    <Container className="flex min-h-[60dvh] flex-col items-start py-section">
      <p className="font-mono text-subtle text-sm">404</p>
      <h1 className="mt-2 font-semibold text-3xl text-fg sm:text-4xl">There is no such script</h1>
      <p className="mt-4 max-w-prose text-lg text-muted">
        It may no longer be sold, or there is a typo in the address. Your purchases stay in your dashboard.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <AppLink to="/products">See all scripts</AppLink>
        </Button>
        <Button asChild>
          <AppLink to="/dashboard?tab=products">Go to dashboard</AppLink>
        </Button>
      </div>
    </Container>
  )
}
