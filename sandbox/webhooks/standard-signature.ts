/** Signs like Resend (Standard Webhooks): HMAC-SHA256 of `id.timestamp.payload` in base64. `at` is in seconds. */
export async function standardSignature(
  id: string,
  payload: string,
  secret: string,
  at: number,
): Promise<string> {
  const encoded = atob(secret.replace(/^whsec_/, ''))
  const bytes = Uint8Array.from(encoded, (char) => char.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signed = new TextEncoder().encode(`${id}.${at}.${payload}`)
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return `v1,${btoa(String.fromCharCode(...digest))}`
}
