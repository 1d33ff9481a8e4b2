import { type Finding, MAX_FINDINGS, type Scan } from '#shared/scan/contract.ts'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { FINDING_KINDS, MANIFEST } from '#shared/scan/terms.ts'
import {
  type ArchiveFile,
  decode,
  isCode,
  isJavaScript,
  isOtherProgram,
  isPicture,
  isProse,
  isPython,
  isText,
  isToolSettings,
  isTypeScript,
} from './archive-files.ts'
import { scanData } from './data/data-files.ts'
import { Lines } from './lines-and-pieces.ts'
import { readManifest } from './manifest-contract.ts'
import { declares } from './manifest-rules.ts'
import { readJavaScript } from './read-javascript.ts'
import { readPython } from './read-python.ts'
import { type Found, scanCode } from './scan-code.ts'
import { isData, scanText } from './scan-text.ts'
import { type SourceFile, tooDeep } from './source-file.ts'

/** Raised with every change of the rules: older scans can be repeated then. */
export const SCAN_RULES = 3

const MOST_SOURCE = 2 * 1024 * 1024

/** Scans the files of an archive. Nothing is executed, and no file can make the scan fail. */
export function scanFiles(archive: readonly ArchiveFile[]): Scan {
  const found: Found[] = []
  const sources = new Map<string, string>()
  const code: SourceFile[] = []
  let total = 0
  let manifest: Manifest | null = null
  const add = (kind: Found['kind'], value: string, path: string, at = 0) =>
    found.push({ kind, value, path, at })

  for (const { path, size, bytes } of archive) {
    if (path === MANIFEST) {
      const read = readManifest(decode(bytes) ?? '')
      manifest = read.manifest
      if (read.reason !== null) add('wrong-manifest', read.reason, path)
      continue
    }
    if (isToolSettings(path)) add('runs-by-itself', 'Settings of a tool', path)
    if (isOtherProgram(path)) add('not-scanned', 'A program that the scan does not understand', path)
    else if (isPicture(path)) {
      if (!looksLikePicture(bytes)) add('not-scanned', 'A picture by its name only', path)
    } else if (!isCode(path) && !isText(path)) add('not-scanned', 'A file of an unknown kind', path)
    if (isPicture(path)) continue
    if (bytes.length < size) {
      add('not-scanned', 'A file that is larger than the scan reads', path)
      continue
    }
    const text = decode(bytes)
    if (text === null) {
      if (isCode(path) || isText(path)) add('not-scanned', 'A text that is not in UTF-8', path)
      continue
    }
    sources.set(path, text)
    found.push(...scanText(path, text))
    if (text.startsWith('#!') && !isCode(path))
      add('not-scanned', 'A program that the scan does not understand', path)
    if (!isCode(path)) {
      if (!isProse(path)) found.push(...scanData(path, text))
      continue
    }
    total += size
    if (total > MOST_SOURCE) add('not-scanned', 'More code than the scan reads', path)
    else if (isPython(path) && hasOtherCoding(text))
      add('not-scanned', 'Code that Python reads in another encoding', path)
    else if (hasOpenComments(path, text)) add('not-scanned', 'Comments that do not end', path)
    else if (text.split('\n').some((line) => line.length > LONGEST_PARSED_LINE && !isData(line)))
      add('not-scanned', 'A line that is longer than the scan reads', path)
    else {
      try {
        code.push(readSource(path, text))
      } catch (error) {
        found.push(...tooDeep(path, error))
      }
    }
  }
  found.push(...scanCode(code, manifest?.entry ?? null))
  if (manifest === null && !found.some(({ kind }) => kind === 'wrong-manifest'))
    add('wrong-manifest', `There is no ${MANIFEST} in the archive.`, MANIFEST)
  if (manifest) found.push(...checkManifest(manifest, archive, code))

  const lines = new Map<string, Lines>()
  const linesOf = (path: string) => {
    const known = lines.get(path) ?? new Lines(sources.get(path) ?? '')
    lines.set(path, known)
    return known
  }
  const findings = unique(found.map((one) => toFinding(one, linesOf(one.path), manifest)))
  return {
    rules: SCAN_RULES,
    manifest,
    findings: findings.slice(0, MAX_FINDINGS),
    findingCount: findings.length,
    lines: code.reduce((sum, { source }) => sum + source.split('\n').length, 0),
    files: code.length,
  }
}

/** The parser goes over the rest of a line again for each error in it. */
const LONGEST_PARSED_LINE = 5000

/** Python reads the file by this name, the scan as UTF-8. ASCII and what only adds letters to it say the same. */
const hasOtherCoding = (source: string): boolean => {
  const first = source.split(/\r\n|\r|\n/, 2).join('\n')
  const coding = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/m.exec(first)?.[1]
  return (
    coding !== undefined &&
    !/^(?:utf[-_]?8(?:[-_]sig)?|us[-_]?ascii|ascii|latin[-_]?1|iso[-_]?8859[-_]\d+|cp125\d|windows[-_]125\d)$/i.test(
      coding,
    )
  )
}

/** The parser goes to the end of a file once for each comment that does not end. */
const hasOpenComments = (path: string, source: string): boolean =>
  isJavaScript(path) && source.slice(source.lastIndexOf('*/') + 1).split('/*').length > 20

function readSource(path: string, source: string): SourceFile {
  const program = isPython(path) ? readPython(source) : readJavaScript(source, isTypeScript(path))
  return {
    path,
    source,
    program,
    module: path
      .replace(/\.\w+$/, '')
      .replace(/\/__init__$/, '')
      .replaceAll('/', '.'),
  }
}

/** What the manifest says about the archive and what it does not say about its code. */
function checkManifest(
  manifest: Manifest,
  archive: readonly ArchiveFile[],
  code: readonly SourceFile[],
): Found[] {
  const wrong = (value: string): Found[] => [{ kind: 'wrong-manifest', value, path: MANIFEST, at: 0 }]
  const { entry, language } = manifest
  if (entry !== null && !archive.some(({ path }) => path === entry))
    return wrong(`The entry ${entry} is not in the archive.`)
  if (language === 'data') return code.length > 0 ? wrong('The archive has code, but language is data.') : []
  const other = code.find(({ path }) => (language === 'python' ? !isPython(path) : !isJavaScript(path)))
  if (other) return wrong(`${other.path} is in another language than declared.`)
  if (entry === null) return wrong('The archive has code, but no entry.')
  // Python and Node.js run a file with any name.
  return isCode(entry) ? [] : wrong(`The entry ${entry} is no file of code.`)
}

function toFinding({ kind, value, path, at }: Found, lines: Lines, manifest: Manifest | null): Finding {
  const { number: line, text } = lines.at(at)
  const code = text
    .slice(0, 1000)
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
  return {
    kind,
    value: value.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}'),
    path,
    line,
    code: code.length > 160 ? `${code.slice(0, 160)}…` : code,
    isDeclared: manifest !== null && declares(manifest, kind, value),
  }
}

/** One finding for each kind, value and line, what is not declared first, then by kind and place. */
function unique(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((one) => [`${one.kind}\n${one.value}\n${one.path}\n${one.line}`, one]))
  const rank = ({ kind }: Finding) => FINDING_KINDS.indexOf(kind)
  return [...seen.values()].sort(
    (a, b) =>
      Number(a.isDeclared) - Number(b.isDeclared) ||
      rank(a) - rank(b) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  )
}

const looksLikePicture = (bytes: Uint8Array): boolean =>
  [
    [0x89, 0x50, 0x4e, 0x47],
    [0xff, 0xd8, 0xff],
    [0x47, 0x49, 0x46, 0x38],
    [0x52, 0x49, 0x46, 0x46],
    [0x42, 0x4d],
    [0, 0, 1, 0],
    [0, 0, 0],
  ].some((head) => head.every((byte, index) => bytes[index] === byte))
