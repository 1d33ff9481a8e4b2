// Around the built Worker, for measurements: a bare Durable Object beside the shop's own, and a counter of the wakes of the
// users' hubs.
import { withEntry } from './around-worker.ts'

type Worker = Parameters<typeof withEntry>[0] & { durableObjects?: object }

/**
 * `/bench/socket?name=` connects to a bare object, `/bench/push?name=` pushes to it, `/bench/write?name=` does so after one
 * D1 batch with one insert, and `/bench/wakes` counts the wakes of hubs. `WRITTEN` is the table of the inserts.
 */
export const withBareObject = <Built extends Worker>(worker: Built): Built =>
  withEntry(
    {
      ...worker,
      durableObjects: { ...worker.durableObjects, BARE: { className: 'Bare', useSQLite: true } },
    },
    entryModule,
  )

export const WRITTEN = `CREATE TABLE bench_written (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL)`

const entryModule = (real: string): string => `
import { DurableObject } from 'cloudflare:workers'
import * as worker from '${real}'
export * from '${real}'

/** What the platform's own example does: sockets that hibernate, and a push without a row. */
export class Bare extends DurableObject {
  fetch() {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    server.send('welcome')
    return new Response(null, { status: 101, webSocket: client })
  }
  push(text) {
    for (const socket of this.ctx.getWebSockets()) socket.send(text)
  }
}

const wakes = { constructed: 0, messages: 0, alarms: 0 }
export class UserHub extends worker.UserHub {
  constructor(ctx, env) {
    super(ctx, env)
    wakes.constructed += 1
  }
  webSocketMessage(...args) {
    wakes.messages += 1
    return super.webSocketMessage(...args)
  }
  alarm() {
    wakes.alarms += 1
  }
}

export default {
  ...worker.default,
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url)
    if (!pathname.startsWith('/bench/')) return worker.default.fetch(request, env, ctx)
    if (pathname === '/bench/wakes') return Response.json(wakes)
    const name = searchParams.get('name')
    const bare = env.BARE.getByName(name)
    if (pathname === '/bench/socket') return bare.fetch(request)
    const text = JSON.stringify({ type: 'notification', sent: name })
    if (pathname === '/bench/write') {
      const insert = env.DB.prepare('INSERT INTO bench_written (key, body) VALUES (?, ?)')
      await env.DB.batch([insert.bind(crypto.randomUUID(), text)])
    }
    await bare.push(text)
    return new Response('pushed')
  },
}
`
