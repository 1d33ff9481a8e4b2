// The browser of the browser tests: an installed one, or one that apt or Playwright installs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, toolEnv } from './prepare.mjs'

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Prefers the headless shell: a page takes half the resources that the full browser needs. */
export const findChromium = () =>
  [process.env.CHROMIUM_PATH, HEADLESS_SHELL, ...BROWSERS].find((path) => path && existsSync(path))

/** A path, or undefined for Playwright's own download. Exits the process if no browser can be installed. */
export function ensureChromium() {
  if (process.env.CHROMIUM_PATH || existsSync(HEADLESS_SHELL)) return findChromium()
  const install = (command, args) =>
    spawnSync(command, args, {
      cwd: root,
      env: toolEnv({ DEBIAN_FRONTEND: 'noninteractive' }),
      stdio: ['ignore', 'ignore', findChromium() ? 'ignore' : 'inherit'],
    }).status === 0
  console.log('Installing the headless shell of Chromium …')
  const apt = (packages) => `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`
  if (process.getuid?.() === 0 && install('sh', ['-c', apt('chromium-headless-shell')])) return findChromium()
  if (findChromium()) return findChromium()
  if (install('sh', ['-c', apt('chromium')])) return findChromium()
  if (install('playwright', ['install', '--with-deps', '--only-shell', 'chromium'])) return undefined
  console.error('No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.')
  process.exit(1)
}
