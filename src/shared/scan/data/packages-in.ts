import type { Found } from '../scan-code.ts'

type Package = Omit<Found, 'path'>

/** Where the package managers of the two languages load from, unless a file says otherwise. */
const REGISTRIES =
  /^https?:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|files\.pythonhosted\.org|pypi\.org)\//
/** A package that is not loaded by its name from the registry. */
const FROM_ELSEWHERE = /^(?:[\w+.-]+:|\.{0,2}\/|~\/|[\w.-]+\/[\w.-]+(?:#|$))/
const VERSION = /^(?:npm:|workspace:|catalog:|link:)/

/** The packages that a file tells a package manager to install, and where it loads them from. */
export function packagesIn(path: string, text: string): Package[] {
  const name = path.split('/').at(-1) ?? ''
  if (/^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/i.test(name)) return inRequirements(text)
  if (name === 'package.json') return inPackageJson(text)
  if (name === 'pyproject.toml') return inPyproject(text)
  if (/^(?:package-lock|npm-shrinkwrap)\.json$|\.lock$/.test(name)) return inLock(text)
  return []
}

/** `from elsewhere` is code that nobody has seen: it is declared like other code that is not in the archive. */
const elsewhere = (value: string, at: number): Package => ({
  kind: 'loads-code',
  value: value.slice(0, 200),
  at,
})
const needed = (value: string, at: number): Package => ({ kind: 'dependencies', value, at })

function inRequirements(text: string): Package[] {
  const found: Package[] = []
  let at = 0
  for (const line of text.split('\n')) {
    const written = line.trim()
    const name = /^[A-Za-z0-9][\w.-]*/.exec(written)?.[0]
    if (/^-|:\/\/|\s@\s/.test(written)) found.push(elsewhere(written, at))
    if (name) found.push(needed(name, at))
    at += line.length + 1
  }
  return found
}

function inPackageJson(text: string): Package[] {
  const parsed = parse(text)
  if (parsed === null) return []
  return Object.entries(parsed).flatMap(([list, value]) => {
    if (!/dependencies$/i.test(list) || typeof value !== 'object' || value === null) return []
    // The place of the list: a search for each name would read the file again for each.
    const at = Math.max(0, text.indexOf(`"${list}"`))
    // Packages that only the publisher needs are installed too, by `npm install`.
    return Object.entries(value).flatMap(([name, version]): Package[] => {
      return typeof version === 'string' && (FROM_ELSEWHERE.test(version) || VERSION.test(version))
        ? [needed(name, at), elsewhere(version, at)]
        : [needed(name, at)]
    })
  })
}

function parse(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

/** The items of each `dependencies = […]`, and of each table of dependencies. */
function inPyproject(text: string): Package[] {
  const found: Package[] = []
  let at = 0
  let isTable = false
  let isList = false
  for (const line of text.split('\n')) {
    const written = line.trim()
    if (written.startsWith('[') && !isList) isTable = /dependenc|^\[dependency-groups\]/.test(written)
    const begins =
      /^(?:[\w-]*dependencies|requires)\s*=\s*\[/.test(written) || (isTable && /=\s*\[/.test(written))
    if (begins) isList = true
    if (isList) {
      for (const [, item = ''] of written.matchAll(/["']([^"']+)["']/g)) {
        const name = /^[A-Za-z0-9][\w.-]*/.exec(item)?.[0]
        if (name) found.push(needed(name, at))
        if (/:\/\/|\s@\s/.test(item)) found.push(elsewhere(item, at))
      }
    } else if (isTable) {
      const name = /^["']?([A-Za-z0-9][\w.-]*)["']?\s*=/.exec(written)?.[1]
      if (name && name !== 'python') found.push(needed(name, at))
      if (/\b(?:git|url|path)\s*=/.test(written)) found.push(elsewhere(written, at))
    }
    if (isList && /\]\s*,?\s*(?:#.*)?$/.test(written)) isList = false
    at += line.length + 1
  }
  return found
}

function inLock(text: string): Package[] {
  const found: Package[] = []
  for (const url of text.matchAll(/\b(?:git\+)?(?:https?|ssh|git|file):[^\s"'<>)]{1,300}/g))
    if (!REGISTRIES.test(url[0]) && isSource(text, url.index)) found.push(elsewhere(url[0], url.index))
  return found
}

/** Locks also name the pages of packages, such as for donations: those are not loaded. */
const isSource = (text: string, at: number): boolean =>
  /(?:resolved|url|version|tarball|registry|resolution|git|source)["']?\s*[:=]?\s*\{?\s*(?:[\w-]+\s*[:=]\s*)?["']?$/.test(
    text.slice(Math.max(0, at - 60), at),
  ) && !/funding["']?\s*:\s*\{[^}]{0,80}$/.test(text.slice(Math.max(0, at - 120), at))
