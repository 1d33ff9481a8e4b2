import type { Env } from '../env.ts'
import { stripeSignature } from './stripe-signature.ts'

/** Who sends webhooks. A further provider is one more line in `endpoints`. */
export type Provider = 'stripe'

interface Endpoint {
  path: string
  /** The header that proves where a payload comes from, made fresh for each attempt. */
  sign(payload: string, env: Env, nowMs: number): Promise<{ name: string; value: string }>
}

export const endpoints: Record<Provider, Endpoint> = {
  stripe: {
    path: '/api/webhooks/stripe',
    sign: async (payload, env, nowMs) => ({
      name: 'Stripe-Signature',
      value: await stripeSignature(payload, env.STRIPE_WEBHOOK_SECRET, Math.floor(nowMs / 1000)),
    }),
  },
}
