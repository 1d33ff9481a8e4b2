import { invoicePath } from '#shared/core/order-reference.ts'
import type { UnsubscribeClaim } from '#shared/email/contract.ts'
import type { Config } from '../../providers/config.ts'
import { signAccountLink } from './account-link.ts'
import type { AccountLinkData, AccountLinkPurpose } from './account-mail-rules.ts'
import { LINK_LIFETIME_MS, linkPath, signDownloadLink } from './download-link.ts'
import { signInvoiceLink } from './invoice-link.ts'
import type { LinkHolder } from './mail-rules.ts'
import type { LinkedFile } from './mails/file-parts.ts'
import type { BundledFile } from './order-mail-rules.ts'
import type { Delivery } from './store.ts'
import { signUnsubscribe } from './unsubscribe-link.ts'

export const loginLinks = (publicUrl: string) => ({
  loginUrl: `${publicUrl}/auth`,
  forgotUrl: `${publicUrl}/forgot-password`,
})

/** The page with the invoices of a mail's order. Buyers without an account get a link that opens it without a login. */
export async function invoiceLink(
  { paymentId, userId, toAddress }: Delivery,
  orderReference: string | null,
  { publicUrl, linkSigningKey }: Config,
): Promise<string | null> {
  if (paymentId === null || orderReference === null) return null
  const order = { id: paymentId, email: toAddress }
  const token = userId === null ? `#token=${await signInvoiceLink(order, linkSigningKey)}` : ''
  return `${publicUrl}${invoicePath(orderReference)}${token}`
}

/** The admin page of an order, with the actions to complete or refund it. */
export const orderPage = (publicUrl: string, paymentId: number) =>
  `${publicUrl}/secure-management/admin-dashboard?tab=orders&order=${paymentId}`

/** The signed link to one release. Its lifetime counts from `from`, so that every attempt writes the same link. */
export async function downloadLink(
  holder: LinkHolder,
  { productId, version }: { productId: number; version: string },
  from: number,
  config: Config,
) {
  const expiresAt = from + LINK_LIFETIME_MS
  const right = 'paymentId' in holder ? { paymentId: holder.paymentId } : { userId: holder.userId }
  const token = await signDownloadLink({ ...right, productId, version, expiresAt }, config.linkSigningKey)
  return { downloadUrl: `${config.publicUrl}${linkPath(token)}`, expiresAt }
}

/** The products of a bundle with the links to their files, as `downloadLink`; null: no bundle was bought. */
export async function bundleLinks(
  { paymentId, bundle }: { paymentId: number; bundle?: BundledFile[] | null | undefined },
  from: number,
  config: Config,
): Promise<LinkedFile[] | null> {
  if (bundle == null) return null
  return Promise.all(
    bundle.map(async (one) => {
      const file = { productId: one.productId, version: one.file?.version ?? '' }
      return { ...one, downloadUrl: (await downloadLink({ paymentId }, file, from, config)).downloadUrl }
    }),
  )
}

export async function newsLinks(
  slug: string,
  claim: UnsubscribeClaim,
  { publicUrl, linkSigningKey }: Config,
) {
  const token = await signUnsubscribe(claim, linkSigningKey)
  return {
    productUrl: `${publicUrl}/products/${slug}`,
    unsubscribe: {
      pageUrl: `${publicUrl}/unsubscribe#token=${token}`,
      oneClickUrl: `${publicUrl}/api/email/unsubscribe?token=${token}`,
    },
  }
}

const ACCOUNT_PAGES: Record<AccountLinkPurpose, string> = {
  verify_email: '/verify-email',
  reset_password: '/reset-password',
}

/** `query`: the search parameters of the page. */
export async function accountLink(
  purpose: AccountLinkPurpose,
  { nonce }: AccountLinkData,
  config: Config,
  query = '',
) {
  const token = await signAccountLink(purpose, nonce, config)
  return `${config.publicUrl}${ACCOUNT_PAGES[purpose]}${query}#token=${token}`
}
