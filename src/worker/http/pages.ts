export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/** True where the request expects an HTML page, not a missing script or a response for a program. */
export function wantsPage(request: Request, path: string): boolean {
  if (!isRead(request)) return false
  const accept = request.headers.get('accept') ?? '*/*'
  // Link previews accept anything (*/*). A path with a file extension names a missing file.
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path))
}
