import { startLocal } from './local.ts'
import { run, stateDir } from './prepare.mjs'
import { seed } from './seed.ts'

run('node', ['scripts/database/migrate.mjs'], { quiet: true, env: { STATE_DIR: stateDir() } })
const publicUrl = `http://localhost:${process.env.PORT ?? 5173}`
const miniflare = await startLocal({ port: 0, stateDir: stateDir() })
await seed(miniflare, publicUrl, stateDir())
await miniflare.dispose()
console.log('The sample catalogue and the demo accounts are in place.')
