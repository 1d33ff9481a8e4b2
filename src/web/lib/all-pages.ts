type Page<Item> = { data: Item[]; nextCursor: number | null }

/** Far beyond what anybody has; a server that always names a next page does not hang the browser. */
const MOST_PAGES = 50

/** Every item of a paged list, page after page. */
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
