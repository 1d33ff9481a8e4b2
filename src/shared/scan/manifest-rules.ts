import type { Risk } from '#shared/scan/contract.ts'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { ANY, type FindingKind, KEY_USES, LISTED_KINDS } from '#shared/scan/terms.ts'

/** Whether a manifest declares what the scan found. */
export function declares(manifest: Manifest, kind: FindingKind, value: string): boolean {
  switch (kind) {
    case 'keys':
      return manifest.keys === 'signs-locally' || manifest.keys === 'needs-key'
    case 'network':
      return value === ANY
        ? manifest.network.includes(ANY)
        : manifest.network.some((host) => host !== ANY && coversHost(host.toLowerCase(), value.toLowerCase()))
    case 'reads':
    case 'writes':
    case 'subprocesses':
      return value === ANY
        ? manifest[kind].includes(ANY)
        : manifest[kind].some((pattern) => pattern !== ANY && coversPath(pattern, value))
    case 'environment':
    case 'addresses':
      return manifest[kind].some((one) => one.toLowerCase() === value.toLowerCase())
    case 'dependencies':
      return manifest.dependencies.some((one) => packageName(one) === packageName(value))
    case 'evaluates-code':
    case 'loads-code':
    case 'native-code':
    case 'indirect-access':
      return manifest.dynamicCode.includes(value)
    default:
      return false
  }
}

const coversHost = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : pattern === host

/**
 * `*` stands for any characters but `/`. No regular expression is made of it: one with many stars takes time that grows
 * with a power of their number.
 */
function coversPath(written: string, path: string): boolean {
  const pattern = written.replace(/^(?:\.\/)+/, '')
  let [at, place] = [0, 0]
  let [star, taken] = [-1, 0]
  while (place < path.length) {
    if (pattern[at] === '*') {
      star = at++
      taken = place
    } else if (pattern[at] === path[place]) {
      at++
      place++
    } else if (star >= 0 && path[taken] !== '/') {
      // The last star takes one character more.
      at = star + 1
      place = ++taken
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}

/** `requests>=2.31` and `Requests` are one package, as are `eth-account` and `eth_account`. */
const packageName = (text: string): string =>
  (/^(@?[^<>=!~;[\s@]+)/.exec(text)?.[1] ?? text).toLowerCase().replaceAll('_', '-')

/**
 * What a manifest declares beyond the one before: items of its lists, and a higher use of keys. Without one before, only
 * dynamic code counts: whatever such code does, no scan can find.
 */
export function riskierThan(before: Manifest | null, now: Manifest): Risk[] {
  const dynamic = now.dynamicCode
    .filter((value) => !before?.dynamicCode.includes(value))
    .map((value): Risk => ({ kind: 'dynamic-code', value }))
  if (before === null) return dynamic
  const added = LISTED_KINDS.flatMap((kind) =>
    now[kind]
      .filter((value) => !before[kind].some((one) => one.toLowerCase() === value.toLowerCase()))
      .map((value): Risk => ({ kind, value })),
  )
  return KEY_USES.indexOf(now.keys) > KEY_USES.indexOf(before.keys)
    ? [...dynamic, ...added, { kind: 'keys', value: now.keys }]
    : [...dynamic, ...added]
}
