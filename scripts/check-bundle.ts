// Refuses a deployment that contains sandbox code, a local secret, or a placeholder of local runs.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Texts that occur only in the sandbox's code. */
const FORBIDDEN = [
  'SandboxState',
  'windfall-sandbox',
  'cs_test_',
  'whsec_sandbox',
  'sandbox/faults',
  'local-only-pepper',
  'local-only-link-key',
  'local-only-coinbase',
  'local+only+coinbase',
  'local-only-btcpay',
  'local+only+resend',
]

const files = globSync('dist/{windfall,client}/**/*', { cwd: root }).filter((path) =>
  /\.(js|json|html|css)$/.test(path),
)
const found = files.flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8')
  return FORBIDDEN.filter((word) => text.includes(word)).map((word) => `${path} contains "${word}"`)
})
if (files.length === 0) found.push('dist has no bundle')
const config = JSON.parse(readFileSync(join(root, 'dist/windfall/wrangler.json'), 'utf8'))
if ((config.services ?? []).length > 0) found.push('the configuration names a service binding')
if (found.length > 0) {
  console.error(found.join('\n'))
  process.exit(1)
}
console.log(`${files.length} files of the bundle checked: nothing of the sandbox in it.`)
