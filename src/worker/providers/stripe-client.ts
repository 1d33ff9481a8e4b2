import type Stripe from 'stripe'
import type { Config } from './config.ts'
import { PROVIDER_TIMEOUT_MS, ProviderDown, ProviderRefused } from './payment-provider.ts'

/** One request to Stripe. */
type Call<T> = (stripe: Stripe) => Promise<T>

/**
 * The official SDK, whose code loads at its first call: it is a fifth of the Worker, and most requests need none of it.
 * `outside` is the fetch that reaches Stripe.
 */
export function stripeClient(config: Config, outside: typeof fetch) {
  let loaded: { Sdk: typeof Stripe; stripe: Stripe } | undefined
  const load = async () => {
    if (loaded) return loaded
    const { default: Sdk } = await import('stripe')
    const httpClient = Sdk.createFetchHttpClient(outside)
    const options = { httpClient, maxNetworkRetries: 2, timeout: PROVIDER_TIMEOUT_MS }
    loaded = { Sdk, stripe: new Sdk(config.stripeSecretKey, options) }
    return loaded
  }

  /**
   * The response, or an error by kind: a refusal of this request is not an outage.
   * @throws ProviderDown, ProviderRefused
   */
  async function answered<T>(call: Call<T>): Promise<T> {
    const { Sdk, stripe } = await load()
    try {
      return await call(stripe)
    } catch (error) {
      const { StripeInvalidRequestError, StripeCardError, StripeAuthenticationError, StripePermissionError } =
        Sdk.errors
      const isRefusal = error instanceof StripeInvalidRequestError || error instanceof StripeCardError
      if (isRefusal) throw new ProviderRefused(error.message, { cause: error })
      // A wrong key is our own fault: it must not look like an outage in the log.
      if (error instanceof StripeAuthenticationError)
        throw new Error('Stripe refuses our key', { cause: error })
      if (error instanceof StripePermissionError)
        throw new Error('Our Stripe key may not do this', { cause: error })
      throw new ProviderDown('Stripe did not answer', { cause: error })
    }
  }

  /** Null where Stripe does not know the object. @throws ProviderDown, ProviderRefused */
  async function found<T>(call: Call<T>): Promise<T | null> {
    try {
      return await answered(call)
    } catch (error) {
      const cause = error instanceof ProviderRefused ? error.cause : undefined
      if (cause instanceof Error && 'statusCode' in cause && cause.statusCode === 404) return null
      throw error
    }
  }

  /** Every object of all pages; a page that fails to load is an outage like any other. @throws ProviderDown */
  async function* every<T>(list: (stripe: Stripe) => AsyncIterable<T>): AsyncGenerator<T> {
    const pages = await answered(async (stripe) => list(stripe)[Symbol.asyncIterator]())
    for (;;) {
      const next = await answered(() => pages.next())
      if (next.done) return
      yield next.value
    }
  }

  /** The event of a webhook; null where the signature does not belong to the body. */
  async function verifiedEvent(rawBody: string, signature: string): Promise<Stripe.Event | null> {
    const { Sdk, stripe } = await load()
    const crypto = Sdk.createSubtleCryptoProvider()
    const secret = config.stripeWebhookSecret
    try {
      return await stripe.webhooks.constructEventAsync(rawBody, signature, secret, undefined, crypto)
    } catch {
      return null
    }
  }

  return { answered, found, every, verifiedEvent }
}
