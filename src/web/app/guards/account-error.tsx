import { reasonOf } from '../../lib/api.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Container } from '../../ui/layout/container.tsx'

export type AccountErrorProps = { error: unknown; retrying: boolean; onRetry: () => unknown }

/** Shown instead of a page that needs the account, if the account could not be loaded. */
export function AccountError({ error, retrying, onRetry }: AccountErrorProps) {
  return (
    <Container className="min-h-[calc(100dvh-4rem)] py-section">
      <h1 className="sr-only">Account not available</h1>
      <ErrorState
        title="Your account could not be loaded"
        text={reasonOf(error, 'The shop did not answer. Try again in a moment.')}
        onRetry={onRetry}
        retrying={retrying}
      />
    </Container>
  )
}
