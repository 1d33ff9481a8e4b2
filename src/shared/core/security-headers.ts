/**
 * The headers of every answer: of the API, of pages, and of static files, for which the build writes them to `_headers`.
 * A Content-Security-Policy comes with them; it depends on what is served.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  // A page that opens the shop, or that the shop opens, gets no reference to the shop's window.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** For public pictures: mail programs and link previews on other sites show them. */
export const SHOWN_ELSEWHERE = 'cross-origin'

/** For an answer that is no page, such as JSON or a download: nothing in it may load or run anything. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

const TURNSTILE = 'https://challenges.cloudflare.com'

/** The same policy for a page that may show Cloudflare's Turnstile. */
export const withTurnstile = (policy: string): string =>
  `${policy.replace("script-src 'self'", `script-src 'self' ${TURNSTILE}`)}; frame-src ${TURNSTILE}`

/** The policy of pages. `scripts`: the contents' hashes of the inline scripts. */
export const pagePolicy = (scripts: readonly string[]): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scripts.map((hash) => `'sha256-${hash}'`).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
