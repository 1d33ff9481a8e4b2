import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/** True where the shop is served over https. Then every cookie has the attribute Secure. */
export const isSecure = (c: Context<AppEnv>): boolean => c.get('config').publicUrl.startsWith('https://')

/**
 * The name of a cookie of ours. On https it begins with `__Host-`: no other host of the domain can set it. Such a cookie
 * has `path: '/'` and `secure: true`. A local run on plain http uses the bare name.
 */
export const cookieName = (c: Context<AppEnv>, name: string): string =>
  isSecure(c) ? `__Host-${name}` : name
