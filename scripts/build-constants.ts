import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unstable_readConfig as readConfig } from 'wrangler'

const leaseCode = (name: string) =>
  JSON.stringify(readFileSync(new URL(`../seed/files/_shared/${name}`, import.meta.url), 'utf8'))

/**
 * What pages can read of other files: the support email address of wrangler.toml, and the code of the samples that keeps
 * a lease.
 */
export function buildConstants(): Record<string, string> {
  const { vars } = readConfig({ config: fileURLToPath(new URL('../wrangler.toml', import.meta.url)) })
  return {
    'import.meta.env.VITE_SUPPORT_EMAIL': JSON.stringify(vars.SUPPORT_EMAIL),
    'import.meta.env.VITE_LEASE_NODE': leaseCode('lease.mjs'),
    'import.meta.env.VITE_LEASE_PYTHON': leaseCode('lease.py'),
  }
}
