import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/**
 * The names of all schemas in the contracts of `src/shared/`. Making one has no effect, and neither has calling its methods
 * while another is made, so the build may leave out those that nothing uses. Only names that end in `Schema`: the build
 * compares names alone, in libraries too, and would leave out the calls of anything that is named `line` or `note`.
 */
export const schemaNames = (): string[] => [
  ...new Set(
    globSync('src/shared/**/*contract.ts', { cwd: root }).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^(?:export )?const (\w+Schema) /gm)].map(
        ([, name = '']) => name,
      ),
    ),
  ),
]
