// npm run seed: adds the sample catalogue and demo accounts to the local state, and does not serve the shop.
import { build, createDevVars, install, run } from './prepare.mjs'

await install()
createDevVars()
await build()
run('node', ['scripts/seed-state.ts'])
