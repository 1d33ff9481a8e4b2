import { FIRST_LINES, type ShownText } from './contract.ts'

/**
 * A file of an archive. A top folder that contains all files is not part of `path`. `size`: bytes; `bytes` has all of
 * them, or at least HEAD_BYTES of a larger file.
 */
export type ArchiveFile = { path: string; size: number; bytes: Uint8Array }

/** Larger texts are not read: no script that people can check is as large. Bytes. */
export const LARGEST_READ = 512 * 1024
/** Enough to recognise a picture. */
export const HEAD_BYTES = 16

/** UTF-8, or null. */
export function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}

/** All shown texts of an archive together, in characters: they share one row of the table. */
const MOST_TEXT = 200_000

/** The archive's README and SAFETY, and the first lines of each code file. */
export function shownTexts(archive: readonly ArchiveFile[]): ShownText[] {
  const shown: ShownText[] = []
  let left = MOST_TEXT
  const take = (path: string, text: string, lines: number) => {
    const part = text.split('\n').slice(0, lines).join('\n').slice(0, Math.min(left, 20_000))
    if (part === '') return
    left -= part.length
    shown.push({ path, text: part, isCut: part.length < text.trimEnd().length })
  }
  const files = archive.flatMap(({ path, size, bytes }) => {
    const text = bytes.length < size ? null : decode(bytes)
    return text === null ? [] : [{ path, text }]
  })
  for (const { path, text } of files) if (/^(?:README|SAFETY)(?:\.\w+)?$/i.test(path)) take(path, text, 1000)
  for (const { path, text } of files) if (isCode(path)) take(path, text, FIRST_LINES)
  return shown
}

const PYTHON = /\.pyw?$/i
const JAVASCRIPT = /\.(?:[cm]?js|jsx)$/i
const TYPESCRIPT = /\.[cm]?tsx?$/i

export const isPython = (path: string): boolean => PYTHON.test(path)
export const isTypeScript = (path: string): boolean => TYPESCRIPT.test(path)
export const isJavaScript = (path: string): boolean => JAVASCRIPT.test(path) || TYPESCRIPT.test(path)
export const isCode = (path: string): boolean => isPython(path) || isJavaScript(path)

/** Files that systems run, and that the scan does not understand. */
export const isOtherProgram = (path: string): boolean =>
  /\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd|vbs|vbe|wsf|hta|exe|dll|so|dylib|node|com|scr|msi|jar|class|pyc|pyo|pyd|pyz|pyi?w|wasm|app|command|desktop|lnk|reg|applescript|scpt|rb|pl|php|lua|go|rs|r|pth|ipynb|deb|rpm|dmg|pkg|whl|egg)$/i.test(
    path,
  ) ||
  /(?:^|\/)(?:Makefile|Dockerfile|Rakefile|justfile|Vagrantfile|conftest\.py|setup\.cfg|tox\.ini|\.envrc|\.npmrc|\.pypirc|\.git.*)$/i.test(
    path,
  )

/** Files whose content is shown to a person, or read as data. */
export const isText = (path: string): boolean =>
  /\.(?:md|markdown|rst|txt|csv|tsv|json|jsonc|json5|toml|ya?ml|ini|cfg|conf|env|example|html?|css|xml|svg|log|lock|in)$/i.test(
    path,
  ) ||
  /(?:^|\/)(?:README|LICEN[CS]E|SAFETY|CHANGELOG|NOTICE|AUTHORS|requirements|\.editorconfig|\.gitignore|\.env\.example)[^/]*$/i.test(
    path,
  )

export const isPicture = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|ico|bmp)$/i.test(path)
/** Prose is not read by a program. */
export const isProse = (path: string): boolean =>
  /\.(?:md|markdown|rst)$/i.test(path) ||
  /(?:^|\/)(?:README|LICEN[CS]E|SAFETY|CHANGELOG|NOTICE)[^/.]*$/i.test(path)

/** Settings by which editors, assistants and package managers run commands or code, often without being asked. */
export const isToolSettings = (path: string): boolean =>
  /(?:^|\/)\.[^/]+\//.test(path) ||
  /(?:^|\/)(?:bunfig\.toml|deno\.jsonc?|(?:docker-)?compose[\w.-]*\.ya?ml|devcontainer\.json|tasks\.json|launch\.json|lerna\.json|nx\.json|turbo\.json|\.pre-commit[^/]*|pytest\.ini|noxfile\.py|uv\.toml|pip\.conf|pip\.ini|[^/]+\.code-workspace)$/i.test(
    path,
  )
