import { Container } from '../ui/container.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { reasonOf } from './api.ts'

export type AccountErrorProps = { error: unknown; retrying: boolean; onRetry: () => unknown }

/** In place of a page that waits to know who is here. */
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
