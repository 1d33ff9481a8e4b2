/** The finding about code that is nested or linked so deeply that its reading ends. Other errors are thrown again. */
export function tooDeep(path: string, error: unknown) {
  if (!(error instanceof RangeError)) throw error
  return [{ kind: 'not-scanned' as const, value: 'Code that is nested or linked too deeply', path, at: 0 }]
}
