import type { ContactForm } from '../../../worker/features/contact/contract.ts'
import { apiFetch } from '../../app/api.ts'

/** @throws ApiError */
export async function sendContact(json: ContactForm): Promise<void> {
  await apiFetch('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
}
