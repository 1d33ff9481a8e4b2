import type { Location } from './location.ts'

const STORED_AS = 'scroll-positions'

/** Entries that the app did not create share a key, so they are told apart by their address. */
const keyOf = ({ key, pathname, hash }: Location) => (key === 'default' ? pathname + hash : key)

/** How far each entry of this tab's history was scrolled, in pixels. They survive a reload. */
export class ScrollPositions {
  readonly #positions: Record<string, number> = stored()

  of(location: Location): number | undefined {
    return this.#positions[keyOf(location)]
  }

  note(location: Location): void {
    this.#positions[keyOf(location)] = window.scrollY
  }

  store(): void {
    try {
      sessionStorage.setItem(STORED_AS, JSON.stringify(this.#positions))
    } catch {
      // The browser may refuse storage. A reload then begins at the top.
    }
  }
}

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
