/** The maximum number of attempts for a webhook. */
export const maxAttempts = 20

/** Milliseconds until the next attempt, by the attempts made: 1 s, 2 s, 4 s, 8 s … at most 60 s; null: give up. */
export function retryDelayMs(attemptsMade: number): number | null {
  if (attemptsMade >= maxAttempts) return null
  return Math.min(1_000 * 2 ** Math.max(attemptsMade - 1, 0), 60_000)
}
