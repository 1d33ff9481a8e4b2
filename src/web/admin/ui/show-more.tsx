import { Button } from '../../ui/button.tsx'
import { CardFooter } from '../../ui/layout/card.tsx'

type ShowMoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** The footer of a paged list's card: a button for the next page, while there is one. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: ShowMoreProps) {
  if (!hasNextPage) return null
  return (
    <CardFooter className="py-2">
      <Button
        variant="ghost"
        size="sm"
        busy={isFetchingNextPage}
        onClick={() => fetchNextPage()}
        className="-ml-3"
      >
        Show more
      </Button>
    </CardFooter>
  )
}
