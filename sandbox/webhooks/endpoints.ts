import type { Env } from '../env.ts'
import type { EventRow } from './events.ts'
import { hmacHex } from './hmac.ts'
import { hook0Signature } from './hook0-signature.ts'
import { standardSignature } from './standard-signature.ts'
import { stripeSignature } from './stripe-signature.ts'

/** The providers that send webhooks. A new provider needs one more entry in `endpoints`. */
export type Provider = 'stripe' | 'coinbase' | 'btcpay' | 'resend'

/** One delivery as it is sent; `signedBy` names the header with the signature. */
export type Delivery = { payload: string; headers: Record<string, string>; signedBy: string }

interface Endpoint {
  path: string
  /** Builds a new delivery for each attempt. */
  write(event: EventRow, env: Env, nowMs: number): Promise<Delivery>
}

const seconds = (nowMs: number) => Math.floor(nowMs / 1000)

export const endpoints: Record<Provider, Endpoint> = {
  stripe: {
    path: '/api/webhooks/stripe',
    write: async ({ payload }, env, nowMs) => ({
      payload,
      signedBy: 'Stripe-Signature',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'Stripe-Signature': await stripeSignature(payload, env.STRIPE_WEBHOOK_SECRET, seconds(nowMs)),
      },
    }),
  },
  coinbase: {
    path: '/api/webhooks/coinbase',
    write: async ({ id, type, payload }, env, nowMs) => {
      const signed = { 'content-type': 'application/json', 'x-event-id': id, 'x-event-type': type }
      const secret = env.COINBASE_WEBHOOK_SECRET
      const signature = await hook0Signature(payload, signed, secret, seconds(nowMs))
      return {
        payload,
        signedBy: 'X-Hook0-Signature',
        headers: { ...signed, 'X-Hook0-Signature': signature },
      }
    },
  },
  btcpay: {
    path: '/api/webhooks/btcpay',
    write: async (event, env) => {
      const payload = redelivered(event)
      return {
        payload,
        signedBy: 'BTCPay-Sig',
        headers: {
          'content-type': 'application/json',
          'BTCPay-Sig': `sha256=${await hmacHex(env.BTCPAY_WEBHOOK_SECRET, payload)}`,
        },
      }
    },
  },
  resend: {
    path: '/api/webhooks/resend',
    write: async ({ id, payload }, env, nowMs) => {
      const at = seconds(nowMs)
      return {
        payload,
        signedBy: 'svix-signature',
        headers: {
          'content-type': 'application/json',
          'svix-id': id,
          'svix-timestamp': String(at),
          'svix-signature': await standardSignature(id, payload, env.RESEND_WEBHOOK_SECRET, at),
        },
      }
    },
  },
}

/** The payload of an attempt. A redelivery has its own id and `isRedelivery: true`. */
function redelivered({ payload, attempts }: EventRow): string {
  if (attempts === 0) return payload
  return JSON.stringify({ ...JSON.parse(payload), deliveryId: crypto.randomUUID(), isRedelivery: true })
}
