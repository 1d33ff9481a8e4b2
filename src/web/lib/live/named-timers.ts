export type Clock = {
  setTimeout: (run: () => void, ms: number) => number
  clearTimeout: (timer: number) => void
  /** Milliseconds. */
  now: () => number
}

/** One timer per name. Setting a name again replaces its timer. */
export class NamedTimers<Name extends string> {
  readonly #clock: Clock
  readonly #running = new Map<Name, { timer: number; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  has(name: Name): boolean {
    return this.#running.has(name)
  }

  set(name: Name, ms: number, run: () => void): void {
    this.cancel(name)
    const timer = this.#clock.setTimeout(() => {
      this.#running.delete(name)
      run()
    }, ms)
    this.#running.set(name, { timer, at: this.#clock.now() + ms })
  }

  /** As `set`, unless the timer of this name runs out earlier. */
  setEarlier(name: Name, ms: number, run: () => void): void {
    const running = this.#running.get(name)
    if (!running || running.at > this.#clock.now() + ms) this.set(name, ms, run)
  }

  cancel(...names: Name[]): void {
    for (const name of names) {
      const running = this.#running.get(name)
      if (running) this.#clock.clearTimeout(running.timer)
      this.#running.delete(name)
    }
  }
}
