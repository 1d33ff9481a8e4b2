import { Button } from '../button.tsx'
import { ErrorState } from '../feedback/error-state.tsx'

export type LoadMoreProps = {
  /** The title where the next page could not be loaded. */
  failedTitle?: string
  /** Why it could not be loaded; null: it did not fail. */
  failure?: string | null
  isLoading?: boolean
  onLoad: () => void
}

/** The end of a list that has a next page: loads it, or says why it could not be loaded. */
export function LoadMore({
  failedTitle = 'The next page could not be loaded',
  failure = null,
  isLoading = false,
  onLoad,
}: LoadMoreProps) {
  if (failure !== null)
    return <ErrorState title={failedTitle} text={failure} onRetry={onLoad} retrying={isLoading} />
  return (
    <div className="flex justify-center border-line border-t pt-8">
      <Button busy={isLoading} onClick={onLoad}>
        Load more
      </Button>
    </div>
  )
}
