// `npm start` on an empty state, for the browser tests.
import { rmSync } from 'node:fs'
import { stateDir } from './prepare.mjs'

rmSync(stateDir(), { recursive: true, force: true })
await import('./start.mjs')
