// npm run deploy: build, bring the remote database up to date, then deploy. `-- --dry-run` only builds and checks.
import { install, run } from './prepare.mjs'

const dryRun = process.argv.includes('--dry-run')

await install()
run('node', ['scripts/build.ts'])
run('node', ['scripts/check-bundle.ts'])
if (!dryRun) run('node', ['scripts/migrate.mjs', '--remote'])
run('wrangler', ['deploy', ...(dryRun ? ['--dry-run'] : [])])
