// socket.io as its guide has it, in a process of its own: a room for each user, and the sessions in memory. Argument: the
// folder with socket.io. Gets the cookies of its sessions as the first message, and answers with its port.
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Socket = { request: IncomingMessage; join: (room: string) => void }
type Io = {
  on: (event: 'connection', heard: (socket: Socket) => void) => void
  to: (room: string) => { emit: (event: string, message: object) => void }
}
type SocketIo = { Server: new (server: object, options: object) => Io }

const { Server } = createRequire(join(process.argv[2] ?? '', 'package.json'))('socket.io') as SocketIo
/** By cookie: the room of its user. */
const sessions = new Map<string, string>()
const roomOf = ({ headers }: IncomingMessage) => sessions.get(headers.cookie ?? '') ?? null

const server = createServer((request, response) => {
  const room = roomOf(request)
  if (room) io.to(room).emit('notification', { type: 'notification', sent: room })
  response.writeHead(room ? 200 : 401).end('pushed')
})
const io = new Server(server, {
  transports: ['websocket'],
  serveClient: false,
  allowRequest: (request: IncomingMessage, done: (error: string | null, allowed: boolean) => void) =>
    done(null, roomOf(request) !== null),
})
io.on('connection', (socket) => socket.join(roomOf(socket.request) ?? 'none'))

process.once('message', (cookies: string[]) => {
  for (const [at, cookie] of cookies.entries()) sessions.set(cookie, `user:${at}`)
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
