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
  /** A honeypot field, invisible to people: only a program fills it in. */
  website: z.string().max(500).optional(),
})

export type Contact = z.infer<typeof contactSchema>

export type ContactForm = z.input<typeof contactSchema>

export const MESSAGE_STATES = ['open', 'answered', 'all'] as const

export type MessageState = (typeof MESSAGE_STATES)[number]

/** mail: answered by mail from the back office · closed: answered another way, or no answer needed. */
export const MESSAGE_ENDS = ['mail', 'closed'] as const

/** A message in the list. Its text is shown without invisible characters (core/visible-text.ts). */
export const messageRowSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  /** The beginning of the message. */
  excerpt: z.string(),
  createdAt: z.string(),
  answeredAt: z.string().nullable(),
  /** Null while the message is open. */
  ended: z.enum(MESSAGE_ENDS).nullable(),
})

export type MessageRow = z.infer<typeof messageRowSchema>

export const messageSchema = messageRowSchema.omit({ excerpt: true }).extend({
  message: z.string(),
  newsletter: z.boolean(),
  /** The sender's IP address, deleted after 90 days. */
  ip: z.string().nullable(),
  /** The answer mailed from the back office. It stays when the message is reopened. */
  answer: z.string().nullable(),
  answeredBy: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  /** The delivery status of the answer's mail. */
  delivery: z.enum(DELIVERY_STATUSES).nullable(),
  /** The account that has confirmed the sender's address. */
  account: z.object({ id: z.number().int(), username: z.string() }).nullable(),
  /** Other messages from the same address, newest first. */
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
