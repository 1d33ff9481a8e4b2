import { z } from 'zod'

/** The forms that a Turnstile token can be made for. A token of one form passes no other. */
export const TURNSTILE_ACTIONS = ['login', 'register', 'checkout'] as const
export type TurnstileAction = (typeof TURNSTILE_ACTIONS)[number]

/** The token of a solved Turnstile challenge, which a form may send after it was refused with `turnstile`. */
export const turnstileToken = z.string().min(1).max(2048).optional()
