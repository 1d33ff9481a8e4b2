import { isPublicPictureAddress } from '#shared/catalogue/picture-address-rules.ts'
import { MAX_IMAGE_BYTES } from '#shared/releases/contract.ts'
import { type ReadImage, readImage } from '#shared/releases/image-rules.ts'
import { Redirected } from './outside.ts'

export type FetchedPicture = { bytes: Uint8Array; image: Extract<ReadImage, { ok: true }> }

const TIMEOUT_MS = 10_000

/**
 * Reads a picture of another site, without following a redirect: within 10 seconds, at most 5 MB. The content decides the
 * type, never a header. Returns the reason, as the form shows it, where there is no such picture.
 */
export async function fetchPicture(outside: typeof fetch, address: string): Promise<FetchedPicture | string> {
  if (!isPublicPictureAddress(address)) return 'Use an https:// address of a public website'
  try {
    const response = await outside(address, {
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return `This address did not return an image (status ${response.status})`
    }
    const bytes = await readAtMost(response, MAX_IMAGE_BYTES)
    if (!bytes) return 'This image is larger than 5 MB'
    const image = readImage(bytes)
    return image.ok ? { bytes, image } : image.reason
  } catch (error) {
    if (error instanceof Redirected) return 'This address redirects to another one. Enter that one instead'
    return error instanceof Error && error.name === 'TimeoutError'
      ? 'The other site did not send the image within 10 seconds'
      : 'The other site did not answer'
  }
}

/** Null beyond the limit. Reading stops there, whatever Content-Length says. */
async function readAtMost(response: Response, most: number): Promise<Uint8Array | null> {
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length
    if (size > most) {
      await reader?.cancel().catch(() => undefined)
      return null
    }
    parts.push(part.value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
