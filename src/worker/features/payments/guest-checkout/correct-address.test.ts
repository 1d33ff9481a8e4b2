import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser, type Client, confirmAddress, visitor } from '../../../testing/clients.ts'
import { aMailbox, FILE_LINK, filePathOf } from '../../../testing/mailbox.ts'
import { aProduct, stockPlans } from '../../../testing/products.ts'
import { happens } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { unique } from '../../../testing/shop.ts'

beforeAll(stockPlans)
beforeEach(sandbox.calm)

const anAddress = () => `${unique('typo')}@mail.test`

async function ordered(browser: Client, email: string) {
  const { id: productId } = await aProduct()
  const order = { productId, email, method: 'card', clientPaymentId: unique('visit') }
  const { data } = await browser.post<{ url: string }>('/api/payment/guest', order)
  return data.url.split('/').at(-1) ?? ''
}

/** A paid order and the path of the file that the mail to its address has. */
async function paid(email: string) {
  const box = aMailbox()
  const browser = visitor(box.bindings)
  const reference = await ordered(browser, email)
  await happens(() => sandbox.pay(reference), box.bindings)
  return { browser, reference, box, file: await linkTo(email, box) }
}

async function linkTo(email: string, box: ReturnType<typeof aMailbox>) {
  await box.subjects(email)
  const [mail] = await sandbox.mails(email)
  return filePathOf(mail?.links.find((link) => link.includes(FILE_LINK)) ?? '')
}

/** The answer to the link to the invoice that the receipt to this address has. */
async function readsInvoice(email: string): Promise<number> {
  const texts = (await sandbox.mails(email)).map(({ text }) => text)
  const link = /orders\/(\S+)\/invoice#token=(\S+)/.exec(texts.find((text) => text.includes('#token=')) ?? '')
  const [, order = '', token = ''] = link ?? []
  expect(token).not.toBe('')
  return (await visitor().get(`/api/orders/${order}/invoices`, { authorization: `Bearer ${token}` })).status
}

const correct = (browser: Client, reference: string, email: string) =>
  browser.post(`/api/payment/guest/${reference}/email`, { email })

describe('a mistyped address of an order without an account', () => {
  test('is corrected by its browser: the receipt goes to the right one, and the link that went to the wrong one ends', async () => {
    const [wrong, right] = [anAddress(), anAddress()]
    const { browser, reference, box, file } = await paid(wrong)
    expect((await correct(browser, reference, right)).status).toBe(200)
    const ended = await visitor().get(file)
    expect([ended.status, ended.message]).toEqual([410, expect.stringContaining('was corrected')])
    expect((await visitor().fetch('GET', await linkTo(right, box))).status).toBe(200)
    expect(await Promise.all([wrong, right].map(readsInvoice))).toEqual([404, 200])
    const [, notice] = (await sandbox.mails(wrong)).toReversed()
    expect(notice?.subject).toContain('now goes to another address')
    expect(notice?.text).not.toContain(right)
    expect((await browser.get(`/api/payment/guest/${reference}`)).data).toMatchObject({ email: right })
  })

  test('of an order that is not paid yet gets no mail; the receipt goes to the right one only', async () => {
    const [wrong, right] = [anAddress(), anAddress()]
    const browser = visitor()
    const reference = await ordered(browser, wrong)
    expect((await correct(browser, reference, right)).status).toBe(200)
    await happens(() => sandbox.pay(reference))
    expect(await mailsQueuedTo(wrong)).toEqual([])
    expect((await mailsQueuedTo(right)).map(({ template }) => template)).toEqual(['receipt'])
  })

  test('is corrected by no other browser', async () => {
    const { reference } = await paid(anAddress())
    const user = await aUser()
    for (const other of [visitor(), user])
      expect((await correct(other, reference, anAddress())).status).toBe(404)
  })

  test('is corrected twice at most, and once by two requests at the same time', async () => {
    const { browser, reference } = await paid(anAddress())
    const together = await Promise.all([1, 2].map(() => correct(browser, reference, anAddress())))
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await correct(browser, reference, anAddress())).status).toBe(200)
    const third = await correct(browser, reference, anAddress())
    expect([third.status, third.message]).toEqual([409, expect.stringContaining('twice')])
  })

  test('stays after a download by the mailed link, but not after one on the page of the order', async () => {
    const { browser, reference, file } = await paid(anAddress())
    const { data } = await browser.post<{ url: string }>(`/api/payment/guest/${reference}/download`)
    expect((await browser.fetch('GET', data.url)).status).toBe(200)
    expect((await correct(browser, reference, anAddress())).status).toBe(200)
    const other = await paid(anAddress())
    expect((await visitor().fetch('GET', other.file)).status).toBe(200)
    const refused = await correct(other.browser, other.reference, anAddress())
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('was used already')])
    expect(file).not.toBe(other.file)
  })

  test('stays once the order is in an account', async () => {
    const user = await aUser()
    await confirmAddress(user)
    const { browser, reference } = await paid(user.email)
    const refused = await correct(browser, reference, anAddress())
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('account')])
  })
})
