const encoder = new TextEncoder()

/** A response body produced while it is read. A failure aborts the download, so that no shortened file looks whole. */
export function streamText(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
