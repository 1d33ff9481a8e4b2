import { piecesOf } from '../lines-and-pieces.ts'
import type { Found } from '../scan-code.ts'
import { isSecretWord, sensitivePath, suspiciousHost } from '../words-rules.ts'
import { packagesIn } from './packages-in.ts'

/** Calls and names of functions that no data file needs. */
const CODE_IN_DATA =
  /\b(?:eval|exec|fetch|require|import|Function|__import__|getattr)\(|\bprocess\.env\b|\bos\.(?:system|environ)\b|\bsubprocess\.|^__\w+__$|^constructor$/

/** What runs code in a page, or loads another page into it. */
const CODE_IN_PAGE =
  /<(?:script|iframe|frame|object|embed|applet|base|form|portal)\b|\bon\w+\s*=|javascript:|vbscript:|\bsrcdoc\s*=|data:text\/html|http-equiv\s*=\s*["']?\s*refresh|&(?:#|Tab;|NewLine;|colon;)/i
/** A field that a spreadsheet calculates, with a call or a program of another system. */
const FORMULA = /(?:^|[\n,;\t])"?[=+@-](?:[A-Za-z]\w*\(|[^\n,;]{0,200}\|)/

/** Texts of a data file that a program can use: they count like texts in the code. */
export function scanData(path: string, text: string): Found[] {
  const found: Found[] = []
  const add = (kind: Found['kind'], value: string, at: number) => found.push({ kind, value, path, at })
  if (/\.(?:html?|svg|xml)$/i.test(path) && CODE_IN_PAGE.test(text))
    add('not-scanned', 'A script inside a page', 0)
  const formula = /\.(?:csv|tsv)$/i.test(path) ? FORMULA.exec(text) : null
  if (formula) add('runs-by-itself', 'A formula in a table', formula.index + 1)
  if (/(?:^|\/)package\.json$/.test(path)) {
    const start =
      /"(?:(?:pre|post)?(?:install|pack|publish|prepare|uninstall|version|start|test)|prepare|dependencies|bin|type|imports|exports|main)"\s*:/
    if (/"(?:(?:pre|post)\w+|install|prepare|prepublish\w*)"\s*:/.test(text))
      add('runs-by-itself', 'A command in package.json', start.exec(text)?.index ?? 0)
  }
  if (
    /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/.test(path) &&
    /build-backend|build-system|entry[_-]points|cmdclass|\[tool\.[\w.]+\.scripts\]|\[project\.(?:gui-)?scripts\]/.test(
      text,
    )
  )
    add('runs-by-itself', 'A command of a build', 0)
  for (const { kind, value, at } of packagesIn(path, text)) add(kind, value, at)
  for (const [piece, index] of piecesOf(text)) {
    const word = piece.replace(/^"|"$/g, '').trim()
    if (word.length < 4) continue
    if (isSecretWord(word)) add('keys', word.slice(0, 80), index)
    const sensitive = sensitivePath(word.replaceAll('\\\\', '\\'))
    if (sensitive) add('sensitive-file', sensitive, index)
    const host = /\b(?:https?|wss?|ftp):\/\/([^\s/?#"'<>]+)/i.exec(word)?.[1]
    const reason = host ? suspiciousHost(host) : null
    if (reason) add('suspicious-host', reason, index)
    if (CODE_IN_DATA.test(word)) add('hidden-text', `Code in data: ${word.slice(0, 60)}`, index)
    if (/\b(?:curl|wget)\s+-|\bpowershell\b|\/bin\/(?:ba)?sh\b/i.test(word))
      add('subprocesses', word.slice(0, 80), index)
  }
  return found
}
