// npm run db:migrate [-- --remote]: applies the SQL migrations, to the local state by default.
import { install, run, stateDir } from '../prepare.mjs'

await install()
const target = process.argv.includes('--remote') ? ['--remote'] : ['--local', '--persist-to', stateDir()]
run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--config', 'wrangler.toml', ...target], {
  env: { CI: '1' },
})
