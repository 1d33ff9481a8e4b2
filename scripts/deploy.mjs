// npm run deploy: builds, checks that every secret is set, migrates the remote database, checks its schema, and then
// deploys. `-- --dry-run` only builds and checks the bundle.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, root, run } from './prepare.mjs'

const dryRun = process.argv.includes('--dry-run')

await install()
run('node', ['scripts/build.ts'])
run('node', ['scripts/check-bundle.ts'])
if (!dryRun) {
  const config = readFileSync(join(root, 'wrangler.toml'), 'utf8')
  const left = ['windfall.example', '00000000-0000-0000-0000-000000000000'].filter((text) =>
    config.includes(text),
  )
  if (left.length > 0) {
    console.error(`wrangler.toml still has ${left.join(' and ')}: put in your own first (docs/deploy.md).`)
    process.exit(1)
  }
  // Checked before the first change: without one of its settings the code responds to every request with 503.
  run('node', ['scripts/check-secrets.ts'])
  run('node', ['scripts/database/migrate.mjs', '--remote'])
  // Stops here if the schemas differ, because the new code depends on every trigger and constraint.
  run('node', ['scripts/database/check-schema.ts', '--remote'])
}
run('wrangler', ['deploy', ...(dryRun ? ['--dry-run'] : [])])
