import type { FunctionExpression, Program } from './expressions.ts'
import type { FindingKind } from './terms.ts'

/** The functions around a piece of code, the outermost first. */
export type Scope = readonly FunctionExpression[]

/** Notes a finding. `at`: a position in the file's source. */
export type Add = (kind: FindingKind, value: string, at: number) => void

/** One code file of an archive. `module`: the name by which others import it. */
export type SourceFile = { path: string; module: string; source: string; program: Program }
