type Page = { nextCursor: string | number | null }

/** How a list of the back office goes on: each page says where the next one begins. For `infiniteQueryOptions`. */
export const listPages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: Page) => (nextCursor === null ? undefined : String(nextCursor)),
}
