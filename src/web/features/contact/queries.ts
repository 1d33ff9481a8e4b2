import { hc } from 'hono/client'
import type { ContactForm } from '#shared/contact/contract.ts'
import type { contactRoutes } from '../../../worker/features/contact/routes.ts'
import type { newsletterRoutes } from '../../../worker/features/newsletter/routes.ts'
import type { unsubscribeRoutes } from '../../../worker/features/newsletter/unsubscribe-routes.ts'
import { apiFetch, bodyOf } from '../../lib/api.ts'

const newsletter = hc<typeof newsletterRoutes>('/api/contact/newsletter', { fetch: apiFetch })
const contact = hc<typeof contactRoutes>('/api/contact', { fetch: apiFetch })
const email = hc<typeof unsubscribeRoutes>('/api/email', { fetch: apiFetch })

/** Sends the contact form. `newsletter`: the shop also mails the address a confirmation link for the newsletter. */
export const sendContact = async (json: ContactForm) => bodyOf(await contact.index.$post({ json }))

export const confirmNewsletter = async (token: string) =>
  bodyOf(await newsletter.confirm.$post({ json: { token } }))

export const unsubscribe = async (token: string) =>
  bodyOf(await email.unsubscribe.confirm.$post({ json: { token } }))
