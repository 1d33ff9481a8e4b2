// An admin changes a price every second for a minute, while readers in two isolates read the product and buyers open
// checkouts.
import { setTimeout as wait } from 'node:timers/promises'
import { addUsers, type User } from './accounts.ts'
import { openCheckout } from './buy.ts'
import type { Section } from './figures.ts'
import { logIn } from './log-in.ts'
import { withShop } from './measured-shop.ts'

const CHANGES = 60
const READS_PER_SECOND = 200
const CHECKOUTS = 30
const OLDEST_MS = 2000
const READS: [path: string, accept: string][] = [
  ['/api/products/monad', 'application/json'],
  ['/api/products?limit=50', 'application/json'],
  ['/products/monad', 'text/html'],
]

/** `sentAt` and `doneAt`: when the change was requested and answered, in milliseconds of this process. */
type Change = { cents: number; sentAt: number; doneAt: number }

export async function measure(port: number): Promise<Section> {
  return withShop({ port, secondIsolate: true }, async (shop) => {
    const second = await shop.miniflare.unsafeGetDirectURL('windfall-second')
    const at = [shop.direct, second]
    const found = await fetch(new URL('/api/products/monad', shop.direct))
    const { data: product } = (await found.json()) as { data: { id: number; price: number } }
    const cookie = await logIn(shop.base, 'admin')
    const buyers = await addUsers(shop.miniflare, CHECKOUTS)

    const changes: Change[] = [{ cents: Math.round(product.price * 100), sentAt: 0, doneAt: 0 }]
    const ages: number[] = []
    let errors = 0
    let wrong = 0
    const began = performance.now()
    const isOver = () => performance.now() - began > CHANGES * 1000

    const changePrices = async () => {
      for (let change = 0; change < CHANGES; change += 1) {
        await wait(Math.max(0, began + change * 1000 - performance.now()))
        const cents = 7001 + change
        const sentAt = performance.now()
        const answer = await fetch(`${shop.base}/api/secure-management/products/${product.id}/price`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', origin: shop.base, cookie },
          body: JSON.stringify({ price: cents / 100 }),
        })
        if (!answer.ok) throw new Error(`A price was not changed: ${answer.status} ${await answer.text()}`)
        changes.push({ cents, sentAt, doneAt: performance.now() })
      }
    }
    const read = async (reader: number) => {
      for (let count = reader; !isOver(); count += 1) {
        const [path, accept] = READS[count % READS.length] ?? ['/', '']
        const answer = await fetch(new URL(path, at[reader % 2]), { headers: { accept } })
        const text = await answer.text()
        const cents = shownCents(text, path, product.price)
        if (!answer.ok || cents === null) errors += 1
        else ages.push(ageOf(cents, performance.now(), changes))
        await wait((1000 * at.length * READS.length) / READS_PER_SECOND)
      }
    }
    const order = async (buyer: User, isolate: URL) => {
      const sentAt = performance.now()
      const created = await openCheckout(
        { at: isolate, origin: shop.base, cookie: buyer.cookie },
        { productId: product.id, visit: `bench-buyer-${buyer.id}` },
      )
      const answeredAt = performance.now()
      if (!created.ok) {
        errors += 1
        return
      }
      const { data } = (await created.json()) as { data: { id: number } }
      const seen = await fetch(new URL(`/api/payment/${data.id}`, isolate), {
        headers: { cookie: buyer.cookie },
      })
      const { data: payment } = (await seen.json()) as { data: { amount: number } }
      // Right is each price that was the shop's at some moment between the request and its answer.
      const isRight = changes.some(
        ({ cents, sentAt: from }, index) =>
          cents === Math.round(payment.amount * 100) &&
          from <= answeredAt &&
          (changes[index + 1]?.doneAt ?? Number.POSITIVE_INFINITY) >= sentAt,
      )
      if (!isRight) wrong += 1
    }
    const buy = async () => {
      for (const [index, buyer] of buyers.entries()) {
        await wait(Math.max(0, began + (index * CHANGES * 1000) / CHECKOUTS - performance.now()))
        await order(buyer, at[index % 2] ?? shop.direct)
      }
    }
    const readers = Array.from({ length: at.length * READS.length }, (_, reader) => read(reader))
    await Promise.all([changePrices(), buy(), ...readers])

    return {
      title: 'A price that changes every second',
      how: `For a minute an admin changes a price every second, readers in two isolates read the product, its page and the list, and ${CHECKOUTS} buyers open a checkout. An age is the time since the price that a reader got was replaced.`,
      figures: [
        {
          what: 'oldest price that a reader got',
          value: Math.max(...ages),
          unit: 'ms',
          goal: { most: OLDEST_MS },
          note: `of ${ages.length} reads`,
        },
        { what: 'errors', value: errors, unit: '', goal: { most: 0 } },
        { what: 'checkouts with a wrong price', value: wrong, unit: '', goal: { most: 0 } },
      ],
    }
  })
}

/** The price that this answer shows for the product; null: none. */
function shownCents(text: string, path: string, before: number): number | null {
  const shown = path.startsWith('/api/products/')
    ? /"price":([\d.]+)/.exec(text)?.[1]
    : path.startsWith('/api/')
      ? /"slug":"monad".*?"price":([\d.]+)/.exec(text)?.[1]
      : (/\$(70\.\d\d)/.exec(text)?.[1] ?? (text.includes(`$${before}`) ? before : null))
  return shown == null ? null : Math.round(Number(shown) * 100)
}

/** Milliseconds since this price was replaced; 0: it is the current one. */
function ageOf(cents: number, now: number, changes: readonly Change[]): number {
  const index = changes.findIndex((change) => change.cents === cents)
  // A change that is not answered yet may already be seen.
  if (index < 0) return 0
  const next = changes[index + 1]
  return next ? Math.max(0, now - next.doneAt) : 0
}
