/** True for a request over plain http in production. */
export const isRefusedPlain = (url: string, publicUrl: string): boolean =>
  url.startsWith('http:') && publicUrl.startsWith('https://')

/**
 * The answer to a request over plain http in production; null where the request may go on. A person's browser is sent to
 * https. A program is refused, so that its mistake is noticed: its first request has already shown its key to the network
 * (OWASP ASVS 4.1.2).
 */
export function refusePlainHttp(url: URL, publicUrl: string, isOfApp: boolean): Response | null {
  if (!isRefusedPlain(url.href, publicUrl)) return null
  if (isOfApp) return Response.json({ success: false, message: 'Use https.' }, { status: 403 })
  // Our own host, whatever host the request names.
  return new Response(null, {
    status: 308,
    headers: { location: new URL(publicUrl).origin + url.pathname + url.search },
  })
}
