// A WebSocket client for measurements: it shows the status of a refused handshake, and costs little per connection.
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'

export type RawSocket = {
  /** Milliseconds from the request to the accepted handshake. */
  openedAfter: number
  /** Sends a text of up to 65,535 bytes. */
  send: (text: string) => void
  /** Drops the connection, as a deployment does. */
  drop: () => void
}

/**
 * Opens a connection; `onText` gets each text message.
 * @throws Error with the status of a refusal, such as "429"
 */
export function openSocket(
  url: string,
  headers: Record<string, string>,
  onText: (text: string) => void,
): Promise<RawSocket> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const handshake = request(url, {
      agent: false,
      headers: {
        ...headers,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('sixteen bytes...').toString('base64'),
      },
    })
    handshake.on('error', reject)
    handshake.on('response', (response) => {
      response.resume()
      reject(new Error(String(response.statusCode)))
    })
    handshake.on('upgrade', (_, socket: Socket, first) => {
      socket.on('error', () => socket.destroy())
      const read = textsOf(onText)
      read(first)
      socket.on('data', read)
      resolve({
        openedAfter: performance.now() - began,
        send: (text) => socket.write(frameOf(text)),
        drop: () => socket.destroy(),
      })
    })
    handshake.end()
  })
}

/** Reads the frames of a server, which are not masked, and calls `onText` for each text. Others are skipped. */
function textsOf(onText: (text: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (;;) {
      if (rest.length < 2) return
      const short = rest.readUInt8(1) & 127
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (rest.length < head) return
      const length =
        short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short
      if (rest.length < head + length) return
      if ((rest.readUInt8(0) & 15) === 1) onText(rest.toString('utf8', head, head + length))
      rest = rest.subarray(head + length)
    }
  }
}

/** A masked text frame. The mask is 0: the text stays as it is. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(body.length < 126 ? 6 : 8)
  head.writeUInt8(0x81, 0)
  if (body.length < 126) head.writeUInt8(0x80 | body.length, 1)
  else {
    head.writeUInt8(0x80 | 126, 1)
    head.writeUInt16BE(body.length, 2)
  }
  return Buffer.concat([head, body])
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** A GET request over a kept connection. Resolves with the status once the response has ended. */
export function get(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end()
  })
}
