type Page = { nextCursor: string | number | null }

/** The paging of all lists of the back office: each page has the cursor of the next. For `infiniteQueryOptions`. */
export const listPages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: Page) => (nextCursor === null ? undefined : String(nextCursor)),
}
