// npm run dev: the shop with hot reload. The Vite plugin also runs the sandbox.
import { createDevVars, install, root, run, stateDir } from './prepare.mjs'

await install()
createDevVars()
run('node', ['scripts/database/migrate.mjs'])
run('node', ['scripts/seed.mjs'])
console.log(`Starting Vite in ${root}; state in ${stateDir()}`)
run('node', ['scripts/dev.ts'])
