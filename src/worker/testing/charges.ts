import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { CryptoProvider, PaymentView } from '#shared/payments/contract.ts'
import type { Env } from '../providers/env.ts'
import { aUser, type SignedIn } from './clients.ts'
import { aProduct } from './products.ts'
import { deliver } from './purchases.ts'
import { sandbox } from './sandbox.ts'

/** A shop that opens its crypto charges there. */
export const takingAt = (provider: CryptoProvider | ''): Env => ({ ...env, CRYPTO_PROVIDER: provider })

export type Charge = { user: SignedIn; paymentId: number; checkoutId: string; productId: number }

/** The provider's id of a page, from its address. */
export const pageId = (url: string): string => url.split('/').at(-1) ?? ''

/** Somebody who opened a charge for a product of $19.50 and has not paid it. */
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
  const answer = await user.post<{ id: number; hostedUrl: string }>('/api/coinbase/create-charge', {
    productId,
    email,
    couponId,
  })
  expect(answer.status, answer.text).toBe(201)
  return { paymentId: answer.data.id, checkoutId: pageId(answer.data.hostedUrl), url: answer.data.hostedUrl }
}

/** Does it, and lets every event arrive that it caused. */
export async function andTell(doing: () => Promise<unknown>): Promise<void> {
  for (const { id } of await sandbox.eventsOf(doing))
    expect((await deliver(await sandbox.signed(id))).status).toBe(200)
}

/** What the buyer sees of a payment. */
export async function seen(user: SignedIn, paymentId: number): Promise<PaymentView> {
  return (await user.get<PaymentView>(`/api/payment/${paymentId}`)).data
}

/** What came of a click on one of the two ways out. */
export const payBalance = (user: SignedIn, id: number) =>
  user.post<{ url: string }>(`/api/payment/${id}/rest`)
export const refundUnappliedFunds = (user: SignedIn, id: number) =>
  user.post<{ amount: number; status: string; claimUrl: string | null }>(`/api/payment/${id}/give-back`)

/**
 * A shop whose POSTs to these addresses of the provider get no good answer: they are not carried out, or only their
 * answer is lost.
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
 * A shop whose first call of the provider takes `ms` of a stopped clock and fails. Its first POST of a refund has `reached`
 * the provider, which does nothing before it is told to `release` it.
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
 * A shop whose first such call of the provider has `reached` it, which answers from what it knows once it is told to
 * `release` it.
 */
export function heldAt(bindings: Env, isHeld: (request: Request) => boolean) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  let isFirst = true
  const fetch = async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const isThis = isFirst && isHeld(request)
    if (isThis) isFirst = false
    // What was looked up is as old as the call; what is to be done is done once it is released.
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
