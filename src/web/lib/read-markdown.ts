/** A block of a README. Its texts are plain, with `code` and **strong** parts as `Piece`s. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; header: string[]; rows: string[][] }
  | { kind: 'code'; text: string }

export type Piece = { kind: 'text' | 'code' | 'strong'; text: string }

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+(.*)$/
const FENCE = /^\s{0,3}(`{3,}|~{3,})/
const RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

/** Reads the part of Markdown that a README uses. Anything else, HTML included, stays text. */
export function readMarkdown(source: string): Block[] {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)?.[1]
    const heading = HEADING.exec(line)
    if (fence) {
      const end = lines.findIndex((one, place) => place > at && one.trim().startsWith(fence))
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last + 1
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
      at += 1
    } else if (line.includes('|') && RULE.test(lines[at + 1] ?? '') && (lines[at + 1] ?? '').includes('-')) {
      const end = lines.findIndex((one, place) => place > at + 1 && !one.includes('|'))
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'table', header: cells(line), rows: lines.slice(at + 2, last).map(cells) })
      at = last
    } else if (line.trim() === '') {
      at += 1
    } else {
      const taken = textBlock(lines, at)
      blocks.push(taken.block)
      at = taken.next
    }
  }
  return blocks
}

/** A list or a paragraph, up to the next empty line, heading or fence. A line that is no item continues the one before. */
function textBlock(lines: readonly string[], from: number): { block: Block; next: number } {
  const isList = ITEM.test(lines[from] ?? '')
  const items: string[] = []
  let at = from
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const item = ITEM.exec(line)
    if (line.trim() === '' || (at > from && (HEADING.test(line) || FENCE.test(line)))) break
    if (at > from && !isList && item) break
    if (item && isList) items.push(item[1] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`.trim())
  }
  const block: Block = isList ? { kind: 'list', items } : { kind: 'paragraph', text: items.join(' ') }
  return { block, next: at }
}

/** The `code` and **strong** parts of a text. A link is its text: the shop vouches for no address in an archive. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  const plain = text.replace(/\[([^\]]+)\]\([^)\s]*\)/g, '$1')
  for (const [, code, strong, rest] of plain.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|([^`*]+|[`*])/g)) {
    const piece: Piece = code
      ? { kind: 'code', text: code }
      : strong
        ? { kind: 'strong', text: strong }
        : { kind: 'text', text: rest ?? '' }
    const before = pieces.at(-1)
    if (piece.kind === 'text' && before?.kind === 'text') before.text += piece.text
    else pieces.push(piece)
  }
  return pieces
}
