import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/**
 * The names of all constants in the contracts of `src/shared/`. Making one has no effect, and neither has calling its methods
 * while another is made, so the build may leave out those that nothing uses.
 */
export const contractNames = (): string[] => [
  ...new Set(
    globSync('src/shared/**/*contract.ts', { cwd: root }).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^(?:export )?const (\w+)/gm)].map(
        ([, name = '']) => name,
      ),
    ),
  ),
]
