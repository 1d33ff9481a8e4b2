import { type ReactNode, useState } from 'react'
import { LoadMore } from './load-more.tsx'

/** A multiple of two and of three, so that full pages end with a full row. */
const PAGE = 24

type TileListProps<Item> = { items: readonly Item[]; tile: (item: Item, index: number) => ReactNode }

/** Tiles in up to three columns, 24 at first. `tile` has the key of its item; a `key` of the list begins it again. */
export function TileList<Item>({ items, tile }: TileListProps<Item>) {
  const [pages, setPages] = useState(1)
  const shown = items.slice(0, pages * PAGE)
  return (
    <>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{shown.map(tile)}</ul>
      {shown.length < items.length ? (
        <div className="mt-8">
          <LoadMore onLoad={() => setPages(pages + 1)} />
        </div>
      ) : null}
    </>
  )
}
