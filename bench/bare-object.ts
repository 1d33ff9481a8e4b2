// Modules around the built Worker, for measurements: a bare Durable Object beside the shop's own, and a counter of the
// wakes of the users' hubs. Only the local workerd of a measurement gets these modules.
import { basename, join } from 'node:path'

type Modules = {
  modulesRoot: string
  modules: { type: string; path: string; contents?: string }[]
  durableObjects?: object
}

/** `/bench/socket?name=` connects to a bare object, `/bench/push?name=` pushes to it, `/bench/wakes` counts wakes. */
export function withBareObject<Worker extends Modules>(worker: Worker): Worker {
  const [entry] = worker.modules
  if (!entry) return worker
  const path = join(worker.modulesRoot, 'bench-entry.js')
  return {
    ...worker,
    durableObjects: { ...worker.durableObjects, BARE: { className: 'Bare', useSQLite: true } },
    modules: [{ type: 'ESModule', path, contents: entryModule(basename(entry.path)) }, ...worker.modules],
  }
}

const entryModule = (entry: string) => `
import { DurableObject } from 'cloudflare:workers'
import * as worker from './${entry}'
export * from './${entry}'

/** What the platform's own example does: sockets that hibernate, and a push without a row. */
export class Bare extends DurableObject {
  fetch() {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
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
    const bare = env.BARE.getByName(searchParams.get('name'))
    if (pathname === '/bench/socket') return bare.fetch(request)
    await bare.push(JSON.stringify({ type: 'notification', sent: searchParams.get('name') }))
    return new Response('pushed')
  },
}
`
