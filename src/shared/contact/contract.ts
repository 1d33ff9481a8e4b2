import { z } from 'zod'
import { emailField } from '#shared/core/email-field.ts'
import { DELIVERY_STATUSES } from '#shared/email/contract.ts'

const line = (missing: string) => z.string().trim().min(1, missing).max(120, 'Use at most 120 characters')

export const contactSchema = z.object({
  firstName: line('First name is required'),
  lastName: line('Last name is required'),
  email: emailField,
  subject: line('Subject is required'),
  message: z
    .string()
    .trim()
    .min(10, 'Message must be at least 10 characters')
    .max(5000, 'Message must be at most 5000 characters'),
  newsletter: z.boolean().default(false),
  /** A field that people do not see: only a program fills it in. */
  website: z.string().max(500).optional(),
})

export type Contact = z.infer<typeof contactSchema>

export type ContactForm = z.input<typeof contactSchema>

export const MESSAGE_STATES = ['open', 'answered', 'all'] as const

export type MessageState = (typeof MESSAGE_STATES)[number]

/** mail: answered from here · closed: answered otherwise, or in no need of an answer. */
export const MESSAGE_ENDS = ['mail', 'closed'] as const

/** A message in the list. What its sender wrote is shown with nothing hidden in it (core/visible-text.ts). */
export const messageRowSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  /** How the message begins. */
  excerpt: z.string(),
  createdAt: z.string(),
  answeredAt: z.string().nullable(),
  /** Null while it is open. */
  ended: z.enum(MESSAGE_ENDS).nullable(),
})

export type MessageRow = z.infer<typeof messageRowSchema>

export const messageSchema = messageRowSchema.omit({ excerpt: true }).extend({
  message: z.string(),
  newsletter: z.boolean(),
  /** From where it was sent; forgotten after 90 days. */
  ip: z.string().nullable(),
  /** What was answered by mail from here, also before it was opened again. */
  answer: z.string().nullable(),
  answeredBy: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  /** How the answer's mail fares. */
  delivery: z.enum(DELIVERY_STATUSES).nullable(),
  /** The account that has confirmed the sender's address. */
  account: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  /** Of the same address, newest first. */
  others: z.array(messageRowSchema),
})

export type Message = z.infer<typeof messageSchema>

export const ANSWER_MAX = 5000

export const answerSchema = z.object({
  answer: z
    .string()
    .trim()
    .min(1, 'Write an answer')
    .max(ANSWER_MAX, `The answer must be at most ${ANSWER_MAX} characters`),
})

export type Answer = z.infer<typeof answerSchema>
