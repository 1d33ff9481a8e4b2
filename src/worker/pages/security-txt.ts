import { DAY } from '#shared/core/time.ts'
import { configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'

/** A reader fetches the file again before this has passed. RFC 9116 recommends less than a year. */
const VALID_MS = 180 * DAY

/** Where to report a vulnerability (RFC 9116). The policy is SECURITY.md, which the build copies to the static files. */
export function securityTxt(env: Env): Response {
  const { publicUrl, supportEmail } = configOf(env)
  const today = Math.floor(Date.now() / DAY) * DAY
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${new Date(today + VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}/security-policy.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}
