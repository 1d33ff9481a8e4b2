// socket.io, to compare with. It is pinned, and no dependency of the shop: the first run downloads it into .cache.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../scripts/prepare.mjs'
import type { User } from './accounts.ts'
import { installPinned } from './install-pinned.ts'

const VERSION = '4.8.4'

/** Starts a socket.io server that accepts these users' sessions, calls `work` with its address, and ends it. */
export async function withSocketIo<Result>(
  users: readonly User[],
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const server = fork(join(root, 'bench', 'socket-io-server.ts'), [installPinned('socket.io', VERSION)])
  try {
    server.send(users.map(({ cookie }) => cookie))
    const [port] = await Promise.race([
      once(server, 'message'),
      once(server, 'exit').then(([code]) => {
        throw new Error(`The socket.io server ended with ${code}`)
      }),
    ])
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    server.kill()
  }
}
