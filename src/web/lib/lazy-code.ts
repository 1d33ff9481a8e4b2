import type { ComponentType } from 'react'

/** A separate chunk of code could not be loaded. */
export class MissingCode extends Error {
  override readonly name = 'MissingCode'
  constructor(cause: unknown) {
    super('The code of this part of the shop did not arrive', { cause })
  }
}

/** The code whose last load failed. */
const missing = new Set<{ fetch: () => Promise<unknown> }>()

/** The number of loads under way. */
let loading = 0

let isFetching = () => false

/** Sets how to see whether the page's data is still loading. */
export function watchFetching(check: () => boolean): void {
  isFetching = check
}

const CALM_MS = 150
const LONGEST_MS = 5000

/**
 * Resolves once the page's own code and data have loaded, at the latest after five seconds. For code that can wait: tooltips, the
 * bell, the live connection.
 */
export async function whenCalm(): Promise<void> {
  const end = Date.now() + LONGEST_MS
  for (let calm = 0; calm < 2 && Date.now() < end; calm = loading === 0 && !isFetching() ? calm + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, CALM_MS))
}

/** Loads all missing code again. False: some of it still fails. */
export async function fetchMissingCode(): Promise<boolean> {
  const loads = await Promise.allSettled([...missing].map((code) => code.fetch()))
  return loads.every(({ status }) => status === 'fulfilled')
}

/**
 * A module in a separate chunk: a page, a tab, or a panel that only an interaction needs. Loaded once for all callers.
 * After a failure, the next call tries again.
 */
export class LazyCode<Module> {
  readonly #load: () => Promise<Module>
  #loading: Promise<Module> | undefined
  /** Undefined until the module has been loaded. */
  module: Module | undefined

  constructor(load: () => Promise<Module>) {
    this.#load = load
  }

  /** @throws MissingCode */
  fetch(): Promise<Module> {
    this.#loading ??= this.#start()
    return this.#loading
  }

  #start(): Promise<Module> {
    loading += 1
    return this.#load().then(
      (module) => {
        loading -= 1
        this.module = module
        missing.delete(this)
        return module
      },
      (cause: unknown) => {
        loading -= 1
        this.#loading = undefined
        missing.add(this)
        throw new MissingCode(cause)
      },
    )
  }

  /** Loads the module ahead, on hover or focus. A failure is ignored here, because `fetch` reports it. */
  preload = (): void => {
    this.fetch().catch(() => undefined)
  }
}

export type LazyComponent = LazyCode<{ default: ComponentType }>
