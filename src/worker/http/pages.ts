/** The addresses the browser's router knows; `e2e/pages.spec.ts` holds the two lists together. */
const PAGES = [
  /^\/$/,
  /^\/(auth|forgot-password|reset-password|verify-email)$/,
  /^\/pricing$/,
  /^\/products(\/[a-z0-9-]+)?$/,
  /^\/(changelog|terms|privacy|refund-policy|licence|about)$/,
  /^\/(unsubscribe|newsletter)$/,
  /^\/(coinbase-)?checkout$/,
  /^\/(payment\/)?(success|cancel)$/,
  /^\/dashboard$/,
  /^\/secure-portal\/management-access$/,
  /^\/secure-management\/admin-dashboard$/,
  /^\/secure-management\/recovery$/,
  /^\/emergency-recovery\/2$/,
  /^\/test-(email|coupon)$/,
]

export const isPage = (path: string): boolean => PAGES.some((page) => page.test(path))

export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/** Whether a page is wanted: not a missing script, not an answer for a program. */
export function wantsPage(request: Request, path: string): boolean {
  if (!isRead(request)) return false
  const accept = request.headers.get('accept') ?? '*/*'
  // A link preview asks for anything; what has an ending is a file that is not there.
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path))
}
