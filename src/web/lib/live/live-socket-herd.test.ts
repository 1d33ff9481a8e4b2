import { describe, expect, it } from 'vitest'
import { random } from '../../../worker/testing/random.ts'
import { type fakeConnection, openConnection } from './fake-connection.ts'

const PAGES = 1000

type Page = ReturnType<typeof fakeConnection>

/** Pages with different seeds, and the milliseconds after which each has begun its next connection. */
const waitsOf = (cause: (page: Page) => void) =>
  Array.from({ length: PAGES }, (_, seed) => {
    const page = openConnection(random(seed + 1))
    cause(page)
    const [before, from] = [page.sockets.length, page.now()]
    page.pass(30_000)
    return (page.sockets[before]?.openedAt ?? Number.NaN) - from
  })

/** Each hundredth of the second half of the delay gets at most three times its share of the pages. */
function expectSpread(waits: readonly number[], delay: number) {
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(delay / 2)
  expect(Math.max(...waits)).toBeLessThanOrEqual(delay)
  const shares = new Map<number, number>()
  for (const wait of waits) {
    const at = Math.floor(((wait - delay / 2) / (delay / 2)) * 100)
    shares.set(at, (shares.get(at) ?? 0) + 1)
  }
  expect(Math.max(...shares.values())).toBeLessThan((3 * PAGES) / 100)
}

// spec: reconnect
describe('the pages that lose their connections at once', () => {
  it.each([1006, 1001, 1012])(
    'come back over the second half of the first delay after a close with %i',
    (code) => {
      expectSpread(
        waitsOf(({ last }) => last().end(code)),
        1000,
      )
    },
  )

  it('come back over the second half of a later delay', () => {
    const delay = 1000 * 1.5 ** 4
    const failing = ({ last, pass }: Page) => {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        last().end()
        pass(4000)
      }
      last().end()
    }
    expectSpread(waitsOf(failing), delay)
  })

  it('come back over half a second when the network is back', () => {
    const offline = ({ live, pass }: Page) => {
      live.networkGone()
      pass(5000)
      live.wake()
    }
    expectSpread(waitsOf(offline), 1000)
  })

  it('come back over half a second when their reader returns after a silence', () => {
    const asleep = ({ live, sleep }: Page) => {
      sleep(60_000)
      live.wake()
    }
    expectSpread(waitsOf(asleep), 1000)
  })
})
