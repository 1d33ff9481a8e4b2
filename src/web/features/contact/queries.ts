import { hc } from 'hono/client'
import type { announcementRoutes } from '../../../worker/features/announcements/routes.ts'
import type { ContactForm } from '../../../worker/features/contact/contract.ts'
import type { contactRoutes } from '../../../worker/features/contact/routes.ts'
import { apiFetch, bodyOf } from '../../app/api.ts'

const contact = hc<typeof contactRoutes>('/api/contact', { fetch: apiFetch })
const email = hc<typeof announcementRoutes>('/api/email', { fetch: apiFetch })

/** The contact form; `newsletter` also asks the address whether it wants the newsletter. */
export const sendContact = async (json: ContactForm) => bodyOf(await contact.index.$post({ json }))

export const confirmNewsletter = async (token: string) =>
  bodyOf(await contact.newsletter.confirm.$post({ json: { token } }))

export const unsubscribe = async (token: string) =>
  bodyOf(await email.unsubscribe.$post({ query: { token } }))
