import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { CryptoProvider, PaymentView } from '#shared/payments/contract.ts'
import type { Env } from '../providers/env.ts'
import { aUser, confirmAddress, type SignedIn } from './clients.ts'
import { aProduct } from './products.ts'
import { deliver } from './purchases.ts'
import { sandbox } from './sandbox.ts'

/** Bindings of a shop that opens its crypto charges at this provider. */
export const takingAt = (provider: CryptoProvider | ''): Env => ({ ...env, CRYPTO_PROVIDER: provider })

/** Settings of a shop without credentials of any crypto provider. */
export const withoutCrypto = {
  COINBASE_KEY_ID: '',
  COINBASE_KEY_SECRET: '',
  COINBASE_WEBHOOK_SECRET: '',
  BTCPAY_URL: '',
  BTCPAY_STORE_ID: '',
  BTCPAY_API_KEY: '',
  BTCPAY_WEBHOOK_SECRET: '',
}

export type Charge = { user: SignedIn; paymentId: number; checkoutId: string; productId: number }

/** The provider's id of a page, from the page's URL. */
export const pageId = (url: string): string => url.split('/').at(-1) ?? ''

/** A user with an unpaid charge, for a product of $19.50 unless `opened` has another price. */
export async function aCharge(
  provider: CryptoProvider,
  opened: { priceCents?: number; isSubscription?: boolean } = {},
): Promise<Charge> {
  const user = await aUser({ bindings: takingAt(provider) })
  const product = await aProduct(opened)
  const { paymentId, checkoutId } = await charge(user, product.id)
  return { user, paymentId, checkoutId, productId: product.id }
}

export async function charge(
  user: SignedIn,
  productId: number,
  couponId: number | null = null,
  email = user.email,
) {
  if (couponId !== null) await confirmAddress(user)
  const answer = await user.post<{ id: number; hostedUrl: string }>('/api/coinbase/create-charge', {
    productId,
    email,
    couponId,
  })
  expect(answer.status, answer.text).toBe(201)
  return { paymentId: answer.data.id, checkoutId: pageId(answer.data.hostedUrl), url: answer.data.hostedUrl }
}

/** Runs `doing`, and delivers every event that it caused to the shop. */
export async function andTell(doing: () => Promise<unknown>): Promise<void> {
  for (const { id } of await sandbox.eventsOf(doing))
    expect((await deliver(await sandbox.signed(id))).status).toBe(200)
}

/** A payment as its buyer sees it. */
export async function seen(user: SignedIn, paymentId: number): Promise<PaymentView> {
  return (await user.get<PaymentView>(`/api/payment/${paymentId}`)).data
}

/** The responses to the buyer's two choices after a partial payment. */
export const payBalance = (user: SignedIn, id: number) =>
  user.post<{ url: string }>(`/api/payment/${id}/balance`)
export const refundUnappliedFunds = (user: SignedIn, id: number) =>
  user.post<{ amount: number; status: string; claimUrl: string | null }>(
    `/api/payment/${id}/refund-unapplied-funds`,
  )

/**
 * Bindings with which POSTs to these paths of the provider fail with 500: either they are not carried out (`fail`), or
 * only their response is lost (`fail-after-accept`).
 */
export function failingAt(
  path: RegExp,
  mode: 'fail' | 'fail-after-accept',
  bindings: Env = takingAt('btcpay'),
): Env {
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const hit = request.method === 'POST' && path.test(new URL(request.url).pathname)
    const answer = hit && mode === 'fail' ? undefined : await bindings.SANDBOX?.fetch(request)
    return hit || !answer ? new Response('Internal error', { status: 500 }) : answer
  }
  return { ...bindings, SANDBOX: { fetch } as Fetcher }
}

/**
 * Bindings with which the first call of the provider takes `ms` of a stopped clock and fails. `reached` resolves when
 * a POST of a refund arrives at the provider, which carries it out only after `release`.
 */
export function slowAt(bindings: Env, ms: number) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  let isFirst = true
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    if (isFirst) {
      isFirst = false
      vi.setSystemTime(Date.now() + ms)
      return new Response('Internal error', { status: 500 })
    }
    if (request.method === 'POST' && new URL(request.url).pathname.endsWith('/refund')) {
      reach()
      await held
    }
    return bindings.SANDBOX?.fetch(request) ?? new Response(null, { status: 500 })
  }
  return { bindings: { ...bindings, SANDBOX: { fetch } as Fetcher }, reached, release }
}

/**
 * Bindings with which the first call of the provider that `isHeld` selects waits: `reached` resolves when the call
 * arrives, and the provider responds after `release`.
 */
export function heldAt(bindings: Env, isHeld: (request: Request) => boolean) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  let isFirst = true
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const isThis = isFirst && isHeld(request)
    if (isThis) isFirst = false
    // A read returns the state at the time of the call; a POST is carried out after the release.
    if (isThis && request.method === 'POST') {
      reach()
      await held
    }
    const answer = (await bindings.SANDBOX?.fetch(request)) ?? new Response(null, { status: 500 })
    if (isThis && request.method !== 'POST') {
      reach()
      await held
    }
    return answer
  }
  return { bindings: { ...bindings, SANDBOX: { fetch } as Fetcher }, reached, release }
}
