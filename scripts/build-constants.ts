import { fileURLToPath } from 'node:url'
import { unstable_readConfig as readConfig } from 'wrangler'

/** The configuration that pages can read: the support email address of wrangler.toml. */
export function buildConstants(): Record<string, string> {
  const { vars } = readConfig({ config: fileURLToPath(new URL('../wrangler.toml', import.meta.url)) })
  return { 'import.meta.env.VITE_SUPPORT_EMAIL': JSON.stringify(vars.SUPPORT_EMAIL) }
}
