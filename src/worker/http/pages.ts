import { PAGE_PATHS, type PagePath } from '#shared/pages/page-table.ts'

const SHAPES = PAGE_PATHS.map(
  (pattern) => [pattern, new RegExp(`^${pattern.replace(/:\w+/, '([A-Za-z0-9-]+)')}$`)] as const,
)

/** The page of the shop at this path, with the value of the path's parameter, or null. */
export function pageAt(path: string): { pattern: PagePath; param: string } | null {
  for (const [pattern, shape] of SHAPES) {
    const match = shape.exec(path)
    if (match) return { pattern, param: match[1] ?? '' }
  }
  return null
}

export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/** True where the request expects an HTML page, not a missing script or a response for a program. */
export function wantsPage(request: Request, path: string): boolean {
  if (!isRead(request)) return false
  const accept = request.headers.get('accept') ?? '*/*'
  // Link previews accept anything (*/*). A path with a file extension names a missing file.
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path))
}
