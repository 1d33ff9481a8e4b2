import { fileURLToPath } from 'node:url'
import { unstable_readConfig as readConfig } from 'wrangler'

/** What pages know of the configuration: the address that wrangler.toml names for questions. */
export function buildConstants(): Record<string, string> {
  const { vars } = readConfig({ config: fileURLToPath(new URL('../wrangler.toml', import.meta.url)) })
  return { 'import.meta.env.VITE_SUPPORT_EMAIL': JSON.stringify(vars.SUPPORT_EMAIL) }
}
