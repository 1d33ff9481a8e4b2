import type { FunctionExpression, Program } from './expressions.ts'
import type { FindingKind } from './terms.ts'

/** The functions around a piece of code, the outermost first. */
export type Scope = readonly FunctionExpression[]

/** Notes a finding. `at`: a position in the file's source. */
export type Add = (kind: FindingKind, value: string, at: number) => void

/** One code file of an archive. `module`: the name by which others import it. */
export type SourceFile = { path: string; module: string; source: string; program: Program }

/** The finding about code that is nested or linked so deeply that its reading ends. Other errors are thrown again. */
export function tooDeep(path: string, error: unknown) {
  if (!(error instanceof RangeError)) throw error
  return [{ kind: 'not-scanned' as const, value: 'Code that is nested or linked too deeply', path, at: 0 }]
}
