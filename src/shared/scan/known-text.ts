/** A text that an expression can have. `isWhole`: false where only its beginning is known. */
export type Known = { text: string; isWhole: boolean }

export const UNKNOWN: Known = { text: '', isWhole: false }
const MOST = 24

/** The texts that joined parts can have: whole as long as all parts are. */
export function joinAll(parts: Known[][]): Known[] {
  let found: Known[] = [{ text: '', isWhole: true }]
  for (const part of parts) {
    found = distinct(
      found.flatMap((before) =>
        before.isWhole
          ? part.map((one) => ({ text: before.text + one.text, isWhole: one.isWhole }))
          : [before],
      ),
    )
  }
  return found
}

export function distinct(known: Known[]): Known[] {
  const seen = new Map<string, Known>()
  for (const one of known) seen.set(`${one.isWhole} ${one.text}`, one)
  return seen.size > MOST ? [...[...seen.values()].slice(0, MOST), UNKNOWN] : [...seen.values()]
}
