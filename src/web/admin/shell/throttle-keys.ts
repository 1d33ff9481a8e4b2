import type { NamedTimers } from '../../lib/live/named-timers.ts'

/** Collects keys and passes them on together: the first at once, then at most every `pauseMs` milliseconds. */
export function throttleKeys(
  timers: NamedTimers<'keys'>,
  pauseMs: number,
  hand: (keys: ReadonlySet<string>) => void,
): (keys: readonly string[]) => void {
  let waiting = new Set<string>()
  const flush = () => {
    if (waiting.size === 0) return
    const keys = waiting
    waiting = new Set()
    timers.set('keys', pauseMs, flush)
    hand(keys)
  }
  return (keys) => {
    for (const key of keys) waiting.add(key)
    if (!timers.has('keys')) flush()
  }
}
