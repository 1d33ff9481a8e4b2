import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../scripts/prepare.mjs'

/**
 * Downloads a package into .cache at the first call, for a measurement alone: it is no dependency of the shop. Returns the
 * folder whose `node_modules` has it.
 */
export function installPinned(name: string, version: string): string {
  const home = join(root, '.cache', `${name}-${version}`)
  if (existsSync(join(home, 'node_modules', name))) return home
  console.log(`Fetching ${name} ${version} …`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  run('npm', ['install', '--prefix', home, '--no-save', '--loglevel=error', `${name}@${version}`])
  return home
}
