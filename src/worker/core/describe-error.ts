/**
 * Name and message of an error and its causes, safe for a log or a table: no stack and no query parameters. (drizzle
 * puts all parameters of a failed query into its message, password hashes included.)
 */
export function describeError(error: unknown): string {
  const parts: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    parts.push(`${cause.name}: ${withoutValues(cause.message)}`)
  }
  return (parts.length > 0 ? parts.join(' ← ') : withoutValues(String(error))).slice(0, 1000)
}

const withoutValues = (message: string) =>
  message.startsWith('Failed query:')
    ? `Failed query: ${message.slice('Failed query:'.length).trim().split(/\s+/, 3).join(' ')} …`
    : message
