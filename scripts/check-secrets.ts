// Checks that the deployed Worker has every required setting, as a secret or under [vars] of wrangler.toml. Otherwise
// exits with 1 and names the missing settings.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { unstable_readConfig as readConfig } from 'wrangler'
import { missingSettings } from '../src/worker/providers/settings.ts'
import { root, toolEnv } from './prepare.mjs'

const listed = spawnSync('wrangler', ['secret', 'list', '--format', 'json', '--config', 'wrangler.toml'], {
  cwd: root,
  env: toolEnv({ CI: '1' }),
  encoding: 'utf8',
})
if (listed.status !== 0) {
  console.error(`The secrets could not be listed:
${listed.error?.message ?? ''}${listed.stderr}${listed.stdout}
Nothing was deployed. Put the secrets first (docs/deploy.md, "Secrets").`)
  process.exit(1)
}
const secrets = (JSON.parse(listed.stdout) as { name: string }[]).map(({ name }) => [name, 'secret'])
const { vars } = readConfig({ config: join(root, 'wrangler.toml') })
const texts = Object.entries(vars).map(([name, value]) => [name, String(value)])
const missing = missingSettings(Object.fromEntries([...texts, ...secrets]))
if (missing.length > 0) {
  console.error(`The deployed Worker lacks ${missing.join(', ')}.
Nothing was deployed. Put each with "npx wrangler secret put NAME" (docs/deploy.md, "Secrets").`)
  process.exit(1)
}
console.log('Every setting that the code needs is there.')
