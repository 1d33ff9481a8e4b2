import { type ReactNode, useState } from 'react'
import { LoadMore } from './load-more.tsx'

/** A multiple of two and of three, so that full pages end with a full row. */
const PAGE = 24

type TileListProps<Item> = {
  /** Another one begins the list again, at its first tiles. */
  of: string
  items: readonly Item[]
  /** It has the key of its item. */
  tile: (item: Item, index: number) => ReactNode
}

/** Tiles in up to three columns, 24 at first. */
export function TileList<Item>({ of, items, tile }: TileListProps<Item>) {
  const [opened, setOpened] = useState({ of, pages: 1 })
  const pages = opened.of === of ? opened.pages : 1
  const shown = items.slice(0, pages * PAGE)
  return (
    <>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{shown.map(tile)}</ul>
      {shown.length < items.length ? (
        <div className="mt-8">
          <LoadMore onLoad={() => setOpened({ of, pages: pages + 1 })} />
        </div>
      ) : null}
    </>
  )
}
