// npm test: everything that must hold, from a fresh clone. Runs on Node 20 until the pinned Node is installed.

import { ensureChromium } from './chromium.mjs'
import { build, createDevVars, install, run } from './prepare.mjs'

await install()
createDevVars()
const chromium = ensureChromium()
run('npm', ['run', '--silent', 'check'])
run('node', ['seed/check.ts'])
run('vitest', ['run'])
await build()
run('playwright', ['test'], { env: chromium ? { CHROMIUM_PATH: chromium } : {} })
console.log('All checks passed.')
