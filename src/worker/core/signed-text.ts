import { fromBase64Url, hmacSha256, toBase64Url, verifyHmacSha256 } from './tokens.ts'

/** `body.signature`, URL-safe where the body is. A signature for one purpose is invalid for another. */
export async function signText(body: string, purpose: string, secret: string): Promise<string> {
  return `${body}.${toBase64Url(await hmacSha256(secret, `${purpose}:${body}`))}`
}

/** The body; null where it was not signed by us for this purpose, or was altered. */
export async function readSignedText(token: string, purpose: string, secret: string): Promise<string | null> {
  const [, body, signature = ''] = /^([\w.-]{1,200})\.([\w-]{43})$/.exec(token) ?? []
  const mac = fromBase64Url(signature)
  if (body === undefined || !mac || !(await verifyHmacSha256(secret, `${purpose}:${body}`, mac))) return null
  return body
}
