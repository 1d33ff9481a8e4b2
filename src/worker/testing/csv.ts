/** The records of a CSV (RFC 4180), without a byte order mark. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (char === '"') quoted = true
    else if (char === ',') {
      row.push(cell)
      cell = ''
    } else if (char === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      at++
    } else cell += char
  }
  return rows
}

/** The records as objects, with the names in the first line as keys. */
export function readTable(text: string): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(text)
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])))
}
