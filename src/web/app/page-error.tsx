import { MissingCode } from '../lib/lazy-code.ts'
import { useLocation, useNavigate } from '../lib/router/router-context.ts'
import { useWhenOnline } from '../lib/use-when-online.ts'
import { Button } from '../ui/button.tsx'
import { CodeError } from '../ui/feedback/code-error.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Container } from '../ui/layout/container.tsx'

/** Shown instead of a page that threw an error. */
export function PageError({ error }: { error: unknown }) {
  if (error instanceof MissingCode) return <PageNotLoaded error={error} />
  return (
    <Container className="min-h-[calc(100dvh-4rem)] py-section">
      <h1 className="sr-only">Page not available</h1>
      <ErrorState
        title="This page could not be shown"
        text="Something went wrong. Reload the page. Your purchases and payments are not affected."
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
  // Navigating to the current location loads the page’s code again.
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
      {/* A full page load, because the broken state may still be in memory. */}
      <a href="/">Return to Homepage</a>
    </Button>
  )
}
