import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { aUser, visitor } from '../../../testing/clients.ts'
import { stopClock } from '../../../testing/clock.ts'
import { aMailbox, FILE_LINK, filePathOf } from '../../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { bought, happens, intentOf } from '../../../testing/purchases.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { unique } from '../../../testing/shop.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const anAddress = () => `${unique('found')}@mail.test`
const LINKS = 'The links to your purchases'
const IN_ACCOUNT = 'Your purchases are in your account'

async function boughtAsGuest(email: string) {
  const browser = visitor()
  const { id: productId, name } = await aProduct()
  const order = { productId, email, method: 'card', clientPaymentId: unique('visit') }
  const { data } = await browser.post<{ url: string }>('/api/payment/guest', order)
  const checkoutId = data.url.split('/').at(-1) ?? ''
  await happens(() => sandbox.pay(checkoutId))
  const { id } = (await browser.get<{ id: number }>(`/api/payment/guest/${checkoutId}`)).data
  return { name, paymentId: id }
}

/** Asks as a stranger. Returns the answer and the mails that the address got because of it. */
async function find(email: string) {
  const box = aMailbox()
  const { status, text } = await visitor(box.bindings).post('/api/payment/guest/find', { email })
  const [links, account] = [await box.mail(email, LINKS), await box.mail(email, IN_ACCOUNT)]
  return { answer: [status, text], links, account }
}

const filesIn = (mail: { links: string[] } | undefined) =>
  (mail?.links ?? []).filter((link) => link.includes(FILE_LINK)).map(filePathOf)

describe('“Find my purchase”', () => {
  test('mails a link to each purchase of the address; each opens its file for seven days', async () => {
    const email = anAddress()
    const [one, two] = [await boughtAsGuest(email), await boughtAsGuest(email)]
    const { links } = await find(email)
    const files = filesIn(links)
    expect(files).toHaveLength(2)
    for (const { name } of [one, two]) expect(links?.text).toContain(name)
    for (const file of files) expect((await visitor().fetch('GET', file)).status).toBe(200)
    stopClock(Date.now() + 7 * DAY + 1)
    expect((await visitor().fetch('GET', files[0] ?? '')).status).toBe(410)
    vi.useRealTimers()
  })

  test('answers an unknown address, one with purchases and one of an account alike, and mails the first nothing', async () => {
    const [unknown, guest, user] = [anAddress(), anAddress(), await aUser()]
    await boughtAsGuest(guest)
    await bought(user, (await aProduct()).id)
    const [none, some, own] = [await find(unknown), await find(guest), await find(user.email)]
    expect(some.answer).toEqual(none.answer)
    expect(own.answer).toEqual(none.answer)
    expect(await sandbox.mails(unknown)).toEqual([])
    // The purchase of an account is opened by its login only.
    expect(filesIn(own.account)).toEqual([])
    expect(own.account?.text).toContain('Log in')
    expect(own.links).toBeUndefined()
  })

  test('links no refunded purchase', async () => {
    const email = anAddress()
    const { paymentId } = await boughtAsGuest(email)
    const intent = await intentOf(paymentId)
    await happens(() => sandbox.refund(intent))
    expect(await find(email)).toMatchObject({ links: undefined, account: undefined })
  })

  test('is refused after three requests for one mailbox, known or not', async () => {
    const email = anAddress()
    const statuses: number[] = []
    for (let n = 0; n < 4; n++)
      statuses.push((await visitor().post('/api/payment/guest/find', { email })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
