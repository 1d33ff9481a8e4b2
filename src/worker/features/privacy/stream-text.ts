const encoder = new TextEncoder()

/** A body that is made as it is read; a failure on the way breaks the download off instead of shortening it unseen. */
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
