/**
 * What D1 says where it cannot answer, as opposed to a statement that it refuses:
 * https://developers.cloudflare.com/d1/observability/debug-d1/ lists the sentences.
 */
const DOWN =
  /network connection lost|D1 DB is overloaded|storage operation exceeded timeout|caused object to be reset|reset because its code was updated|transient issue on remote node|Cannot resolve D1 DB|can't read from request stream|the database did not answer/i

/** Whether the error says that the database could not be asked. What was sent may still have been carried out. */
export function isDatabaseDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (DOWN.test(cause.message)) return true
  }
  return false
}
