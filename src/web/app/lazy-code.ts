import type { ComponentType } from 'react'
import { loadCode } from './missing-code.ts'

/** A part of a page in a chunk of its own. Once it arrived it is at hand without waiting; a failure is not kept. */
export class LazyCode {
  readonly #load: () => Promise<{ default: ComponentType }>
  #arriving: Promise<void> | undefined
  /** The component, once its code is here. */
  Part: ComponentType | undefined

  constructor(load: () => Promise<{ default: ComponentType }>) {
    this.#load = load
  }

  /** @throws MissingCode */
  fetch(): Promise<void> {
    this.#arriving ??= loadCode(this.#load).then(
      (module) => {
        this.Part = module.default
      },
      (error: unknown) => {
        this.#arriving = undefined
        throw error
      },
    )
    return this.#arriving
  }

  /** Ahead of time; a failure waits for the real use to say so. */
  preload = (): void => {
    this.fetch().catch(() => undefined)
  }
}
