import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Container } from '../ui/container.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import NotFoundPage from './not-found-page.tsx'

/** Stands where a page broke. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <Container className="py-section">
      <h1 className="sr-only">Page not available</h1>
      <ErrorState
        title="This page could not be shown"
        text="Its code did not arrive or ran into an error. Reload the page; nothing you bought or paid is affected."
        onRetry={() => window.location.reload()}
        retryLabel="Reload the page"
        action={
          <Button asChild variant="ghost">
            {/* A full load: what broke may still be in memory. */}
            <a href="/">Return to Homepage</a>
          </Button>
        }
      />
    </Container>
  )
}
