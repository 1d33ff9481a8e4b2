import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock until the end of this test. Limits that refill with time then count calls only, independent of the
 * machine's speed.
 */
export function stopClock(at = Date.now()): void {
  vi.setSystemTime(at)
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
