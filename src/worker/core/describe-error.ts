/** Message and causes, without stack and without values: fit for a log. */
export function describeError(error: unknown): string {
  const parts: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    parts.push(`${cause.name}: ${cause.message}`)
  return parts.length > 0 ? parts.join(' ← ').slice(0, 1000) : String(error).slice(0, 1000)
}
