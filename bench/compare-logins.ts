// npm run bench:login -- URL_BEFORE URL_AFTER: the time of a login in two running shops, as a ratio within one run. Each
// pair of logins is sent one after the other, in changing order. Start the two shops from two checkouts, with their own
// PORT and STATE_DIR. Loopback only, a fixed number of requests.
import { DEMO_ACCOUNTS } from '../scripts/seed.ts'
import { median } from './figures.ts'

const PAIRS = 60
const WARM_UP = 10
const shops = process.argv.slice(2)
const [before, after] = shops
const isLocal = (url: string) => ['localhost', '127.0.0.1'].includes(new URL(url).hostname)
if (before === undefined || after === undefined || !shops.every(isLocal)) {
  console.error('Give the addresses of two shops on this machine, for example http://localhost:5173')
  process.exit(2)
}

const demo = DEMO_ACCOUNTS[0]
const times: Record<string, number[]> = { [before]: [], [after]: [] }
for (let pair = 0; pair < WARM_UP + PAIRS; pair += 1) {
  for (const shop of pair % 2 ? [before, after] : [after, before]) {
    const ms = await logIn(shop)
    if (pair >= WARM_UP) times[shop]?.push(ms)
  }
}
const [p50Before, p50After] = [median(times[before] ?? []), median(times[after] ?? [])]
console.log(`a login: p50 ${p50Before.toFixed(1)} ms before, ${p50After.toFixed(1)} ms after`)
console.log(`ratio ${(p50After / p50Before).toFixed(2)} over ${PAIRS} pairs`)

/** @throws Error where the login was refused */
async function logIn(shop: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${shop}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop },
    body: JSON.stringify({ username: demo?.username, password: demo?.password }),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${shop} answered ${response.status}`)
  return performance.now() - began
}
