import type { EmailProduct } from '../../../worker/features/downloads/contract.ts'
import { apiFetch, bodyOf } from '../../app/api.ts'

export type EmailedProduct = {
  success: boolean
  message?: string
  /** Where the file can be had at once, too. */
  downloadLink?: string
}

/** Has the file's link sent to this address. @throws ApiError */
export async function emailProduct(productId: number, wish: EmailProduct): Promise<EmailedProduct> {
  const response = await apiFetch(`/api/email/product/${productId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wish),
  })
  return bodyOf<EmailedProduct>(response)
}
