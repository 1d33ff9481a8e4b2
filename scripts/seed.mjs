// npm run seed: the sample catalogue and demo accounts into the local state, without serving it.
import { build, createDevVars, install, run } from './prepare.mjs'

await install()
createDevVars()
await build()
run('node', ['scripts/seed-state.ts'])
