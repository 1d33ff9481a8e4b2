// Deletes the state, then does the same as `npm start`. For the browser tests.
import { rmSync } from 'node:fs'
import { stateDir } from './prepare.mjs'

rmSync(stateDir(), { recursive: true, force: true })
await import('./start.mjs')
