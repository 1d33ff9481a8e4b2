type Page<Item> = { data: Item[]; nextCursor: number | null }

/** Far more than any user has. The limit ends the loop if a server always returns a next cursor. */
const MOST_PAGES = 50

/** Fetches every item of a paged list. */
export async function allPages<Item>(
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, nextCursor } = await fetchPage(cursor)
    items.push(...data)
    if (nextCursor === null) break
    cursor = String(nextCursor)
  }
  return items
}
