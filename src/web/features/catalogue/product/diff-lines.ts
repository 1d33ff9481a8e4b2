export type DiffLine = { number: number; text: string; kind: 'added' | 'removed' | 'place' | 'same' }

const KINDS: Record<string, DiffLine['kind']> = { '+': 'added', '-': 'removed', '@': 'place' }

/** The lines of a unified diff without its file names: there, `--- a` is a removed line. */
export function diffLines(diff: string): DiffLine[] {
  if (diff === '') return []
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .map((text, index) => ({ number: index + 1, text, kind: KINDS[text.charAt(0)] ?? 'same' }))
}
