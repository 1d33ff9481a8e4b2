// The browser of the browser tests: the system's, or one that apt or Playwright can bring.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root, toolEnv } from './prepare.mjs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const findChromium = () =>
  [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path !== undefined && existsSync(path))

/** A path, or undefined where Playwright's own download is used. Ends the process where no browser can be had. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('Installing Chromium …')
  const attempts = [
    [
      'sh',
      [
        '-c',
        'command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium',
      ],
    ],
    ['playwright', ['install', '--with-deps', 'chromium']],
  ]
  for (const [command, args] of attempts) {
    const done = spawnSync(command, args, {
      cwd: root,
      env: toolEnv({ DEBIAN_FRONTEND: 'noninteractive' }),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (done.status === 0) return findChromium()
  }
  console.error('No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.')
  process.exit(1)
}
