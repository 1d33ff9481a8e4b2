/** Finds the line of a position in a text, however many are asked for. */
export class Lines {
  readonly #text: string
  readonly #starts: number[] = [0]

  constructor(text: string) {
    this.#text = text
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  /** The line with this position: its number, from 1, and its text. */
  at(position: number): { number: number; text: string } {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    const end = this.#starts[low + 1]
    return {
      number: low + 1,
      text: this.#text.slice(this.#starts[low], end === undefined ? undefined : end - 1),
    }
  }
}

const SEPARATORS = new Set('",;\n\t')

/** The texts of a data file, each with its position: quoted ones, and what stands between separators. */
export function* piecesOf(text: string): Generator<[piece: string, at: number]> {
  let at = 0
  // No quoted text begins before this position: the line has no further end of one.
  let openUntil = 0
  while (at < text.length) {
    if (text[at] === '"' && at >= openUntil) {
      const end = endOfQuoted(text, at)
      if (text[end] === '"') {
        yield [text.slice(at, end + 1), at]
        at = end + 1
        continue
      }
      openUntil = end
    }
    const start = at
    while (at < text.length && !SEPARATORS.has(text[at] ?? '')) at += 1
    if (at > start) yield [text.slice(start, at), start]
    else at += 1
  }
}

/** The position of the quote that ends the text which begins here, or of the end of its line. */
function endOfQuoted(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"' && text[at] !== '\n') {
    at += text[at] === '\\' && text[at + 1] !== '\n' ? 2 : 1
  }
  return Math.min(at, text.length)
}
