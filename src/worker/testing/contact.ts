import { env } from 'cloudflare:workers'
import type { ContactForm } from '#shared/contact/contract.ts'
import { visitor } from './clients.ts'
import { unique } from './shop.ts'

/** A unique address. */
export const anAddress = () => `${unique('sender')}@mail.test`

/** A contact form as the page sends it. */
export const aContactForm = (input: Partial<ContactForm> = {}): ContactForm => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: anAddress(),
  subject: unique('Question'),
  message: 'Does the planner keep\nmy line breaks?',
  ...input,
})

/** Sends a contact form as a visitor without an account. */
export const sendContactForm = (body: ContactForm, bindings = env, headers = {}) =>
  visitor(bindings).post('/api/contact', body, headers)
