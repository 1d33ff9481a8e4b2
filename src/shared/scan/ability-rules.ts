import type { FindingKind } from '#shared/scan/terms.ts'

/**
 * What a function or module of the language is able to do. `target`: the place of the argument that says what exactly;
 * `mode`: files are opened for what another argument says.
 * `named`: the named argument without which nothing is done.
 */
export type Ability = { kind: FindingKind | 'open'; target?: number; named?: string }
export type Rule = readonly [RegExp, Ability | null]

export const does = (kind: Ability['kind'], target?: number): Ability => ({
  kind,
  ...(target !== undefined && { target }),
})
export const rule = (pattern: string, ability: Ability | null): Rule => [
  new RegExp(`^(?:${pattern})$`),
  ability,
]

export const [reads, writes, starts, connects] = [
  does('reads', 0),
  does('writes', 0),
  does('subprocesses', 0),
  does('network', 0),
]
export const [evaluates, loads, indirect, native] = [
  does('evaluates-code'),
  does('loads-code'),
  does('indirect-access'),
  does('native-code'),
]
