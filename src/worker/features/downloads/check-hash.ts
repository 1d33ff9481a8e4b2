import { toHex } from '#shared/core/bytes.ts'

/**
 * The stream, whose last chunk passes only if all bytes have this SHA-256 (lower-case hex). Else `report` is awaited and
 * the stream fails, so that a download is incomplete and no client takes it for the file.
 */
export function checkHash(
  stored: ReadableStream<Uint8Array>,
  sha256: string,
  report: () => Promise<void>,
): ReadableStream<Uint8Array> {
  const digest = new crypto.DigestStream('SHA-256')
  const hashing = digest.getWriter()
  let held: Uint8Array | null = null
  const check = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (held !== null) controller.enqueue(held)
      held = chunk
      await hashing.write(chunk)
    },
    async flush(controller) {
      await hashing.close()
      if (toHex(new Uint8Array(await digest.digest)) !== sha256) {
        await report()
        throw new Error('The stored file has another SHA-256')
      }
      if (held !== null) controller.enqueue(held)
    },
  })
  return stored.pipeThrough(check)
}
