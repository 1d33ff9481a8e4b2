type Buyer = { at: URL; origin: string; cookie: string }
type Order = { productId: number; visit: string; purchaseType?: 'one-time' | 'subscription' }

/** The answer to an order by card. `visit`: its client payment id, of 8 characters at least. */
export const openCheckout = (
  { at, origin, cookie }: Buyer,
  { productId, visit, purchaseType = 'one-time' }: Order,
): Promise<Response> =>
  fetch(new URL('/api/payment/create', at), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify({
      productId,
      purchaseType,
      provider: 'stripe',
      email: 'buyer@bench.test',
      clientPaymentId: visit,
    }),
  })

/** Pays at the sandbox's page of an order. */
export async function payAt(origin: string, url: string): Promise<void> {
  const options = { method: 'POST', redirect: 'manual', headers: { origin } } as const
  await fetch(`${origin}${new URL(url).pathname}/pay`, options)
}
