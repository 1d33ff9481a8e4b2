// npm test: everything that must hold, from a fresh clone. Runs on Node 20 until the pinned Node is installed.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { build, createDevVars, install, root, run } from './prepare.mjs'

await install()
createDevVars()
const chromium = ensureChromium()
run('npm', ['run', '--silent', 'check'])
run('node', ['seed/check.ts'])
run('vitest', ['run', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/vitest.json'])
await build()
run('playwright', ['test'], { env: chromium ? { CHROMIUM_PATH: chromium } : {} })

const report = (name) => JSON.parse(readFileSync(join(root, '.cache', name), 'utf8'))
const unit = report('vitest.json')
const browser = report('playwright.json').stats
const passed = unit.numPassedTests + browser.expected + browser.flaky
console.log(
  `${passed} passed, ${unit.numFailedTests + browser.unexpected} failed, ${browser.flaky} at the second try`,
)
