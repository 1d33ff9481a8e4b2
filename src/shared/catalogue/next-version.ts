/**
 * A version for the next release: the newest version with its second number raised (1.2.0 → 1.3.0), or the
 * specification's 1.0 for the first release. Never one of `taken`, which is sorted newest first.
 */
export function nextVersion(taken: readonly string[]): string {
  const [newest] = taken
  if (newest === undefined) return '1.0'
  const [, major = '1', minor = '0', rest = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?((?:\.\d+)*)/.exec(newest) ?? []
  const known = new Set(taken)
  for (let number = Number(minor) + 1; ; number += 1) {
    const version = `${major}.${number}${rest.replace(/\d+/g, '0')}`
    if (!known.has(version)) return version
  }
}
