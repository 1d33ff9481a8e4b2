import type { TurnstileAction } from './turnstile.ts'

export type TurnstileOffer = {
  siteKey: string
  /** The address of the widget's script. */
  script: string
  action: TurnstileAction
}

/** The challenge that a refusal (429) offers, from its `data`; null: it offers none. Without zod, for first views. */
export function offerIn(data: unknown): TurnstileOffer | null {
  const { turnstile } = (data ?? {}) as { turnstile?: Partial<Record<keyof TurnstileOffer, unknown>> | null }
  const texts = [turnstile?.siteKey, turnstile?.script, turnstile?.action]
  return texts.every((text) => typeof text === 'string') ? (turnstile as TurnstileOffer) : null
}
