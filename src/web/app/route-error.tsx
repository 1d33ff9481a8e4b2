import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Container } from '../ui/container.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { CodeError } from './code-error.tsx'
import { MissingCode } from './missing-code.ts'
import NotFoundPage from './not-found-page.tsx'
import { useWhenOnline } from './use-when-online.ts'

/** Stands where a page broke. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (error instanceof MissingCode) return <PageNotLoaded error={error} />
  return (
    <Container className="min-h-[calc(100dvh-4rem)] py-section">
      <h1 className="sr-only">Page not available</h1>
      <ErrorState
        title="This page could not be shown"
        text="It ran into an error. Reload the page; nothing you bought or paid is affected."
        onRetry={() => window.location.reload()}
        retryLabel="Reload the page"
        action={<ToHomepage />}
      />
    </Container>
  )
}

function PageNotLoaded({ error }: { error: MissingCode }) {
  const location = useLocation()
  const navigate = useNavigate()
  // The router forgets a failed import: going where we are asks for it again.
  const retry = () => navigate(location, { replace: true, state: location.state, preventScrollReset: true })
  useWhenOnline(retry)
  return (
    <Container className="min-h-[calc(100dvh-4rem)] py-section">
      <h1 className="sr-only">Page not available</h1>
      <CodeError error={error} onRetry={retry} action={<ToHomepage />} />
    </Container>
  )
}

function ToHomepage() {
  return (
    <Button asChild variant="ghost">
      {/* A full load: what broke may still be in memory. */}
      <a href="/">Return to Homepage</a>
    </Button>
  )
}
