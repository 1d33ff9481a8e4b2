import { BRAND } from '../../../core/brand.ts'
import { formatDay } from '../../../core/format-day.ts'
import type { ProductLinkData } from '../contract.ts'
import { compose, NEVER_ASKED } from './compose.ts'

export type ProductLinks = { downloadUrl: string; expiresAt: number; supportEmail: string }

/** A file that one of its owners asked us to send to this address. */
export const productLinkMail = (data: ProductLinkData, links: ProductLinks) =>
  compose({
    subject: `${data.productName}: your download link`,
    preview: `${data.sender} asked us to send this file to you.`,
    heading: `${data.productName} is ready to download`,
    parts: [
      { text: `The ${BRAND} user “${data.sender}” asked us to send this file to this address.` },
      { facts: [['File', `${data.file.name}, version ${data.file.version}`]] },
      { button: `Download ${data.productName}`, url: links.downloadUrl },
      {
        quiet: `This link works until ${formatDay(links.expiresAt)}, as long as ${data.sender} has access to the file.`,
      },
      { label: 'SHA-256 of the file, to check it before you run it', code: data.file.sha256 },
    ],
    footer: [
      `If you do not know ${data.sender}, do not run the file. Questions: ${links.supportEmail}`,
      NEVER_ASKED,
    ],
  })
