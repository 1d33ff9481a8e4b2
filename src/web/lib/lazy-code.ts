import type { ComponentType } from 'react'

/** A separate chunk of code could not be loaded. */
export class MissingCode extends Error {
  override readonly name = 'MissingCode'
  constructor(cause: unknown) {
    super('The code of this part of the shop did not arrive', { cause })
  }
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
    this.#loading ??= this.#load().then(
      (module) => {
        this.module = module
        return module
      },
      (cause: unknown) => {
        this.#loading = undefined
        throw new MissingCode(cause)
      },
    )
    return this.#loading
  }

  /** Loads the module ahead, on hover or focus. A failure is ignored here, because `fetch` reports it. */
  preload = (): void => {
    this.fetch().catch(() => undefined)
  }
}

export type LazyComponent = LazyCode<{ default: ComponentType }>
