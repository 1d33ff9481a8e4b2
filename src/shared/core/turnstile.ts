import { z } from 'zod'

/** The forms that a Turnstile token can be made for. A token of one form passes no other. */
export const TURNSTILE_ACTIONS = ['login', 'register', 'checkout'] as const
export type TurnstileAction = (typeof TURNSTILE_ACTIONS)[number]

/** The token of a solved Turnstile challenge, which a form may send after it was refused with `turnstile`. */
export const turnstileToken = z.string().min(1).max(2048).optional()

/** `data` of a refusal (429) that a solved challenge passes. */
const turnstileOffer = z.object({
  turnstile: z.object({
    siteKey: z.string(),
    /** The address of the widget's script. */
    script: z.string(),
    action: z.enum(TURNSTILE_ACTIONS),
  }),
})
export type TurnstileOffer = z.infer<typeof turnstileOffer>['turnstile']

/** The challenge that a refusal offers, from its `data`; null: it offers none. */
export function offerIn(data: unknown): TurnstileOffer | null {
  const parsed = turnstileOffer.safeParse(data)
  return parsed.success ? parsed.data.turnstile : null
}
