// The second half of npm run dev, on the pinned Node: Vite's server and the clock of its Worker.
import { createServer } from 'vite'
import { startClock } from './clock.ts'
import { root, stateDir } from './prepare.mjs'

const server = await createServer({ root })
await server.listen()
server.printUrls()
server.bindCLIShortcuts({ print: true })

const [address = ''] = server.resolvedUrls?.local ?? []
startClock(stateDir(), async (cron) => {
  const path = `/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`
  const answer = await fetch(new URL(path, address))
  if (!answer.ok) throw new Error(`answered with ${answer.status}`)
})
