import { BRAND } from '#shared/core/brand.ts'
import { formatDay } from '#shared/core/format-day.ts'
import type { ProductLinkData } from '../mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'
import { runParts } from './file-parts.ts'

export type ProductLinks = { downloadUrl: string; expiresAt: number; supportEmail: string; publicUrl: string }

/** A download link for this address, sent at an owner's request or by support. */
export function productLinkMail(data: ProductLinkData, links: ProductLinks) {
  const { preview, text, footer } = messageFor(data, links)
  return compose({
    subject: `${data.productName}: your download link`,
    preview,
    heading: `${data.productName} is ready to download`,
    parts: [
      { text },
      { facts: [['File', `${data.file.name}, version ${data.file.version}`]] },
      { button: `Download ${data.productName}`, url: links.downloadUrl },
      {
        quiet: `This link works until ${formatDay(links.expiresAt)} (UTC), as long as ${data.sender} has access to the file.`,
      },
      { label: 'SHA-256 of the file, to check it before you run it', code: data.file.sha256 },
      ...runParts(data.file, links.publicUrl),
    ],
    footer: [footer, NEVER_ASKED],
  })
}

function messageFor({ by, sender }: ProductLinkData, { supportEmail }: ProductLinks) {
  return by === 'shop'
    ? {
        preview: `${BRAND} support sent you this download link.`,
        text: `${BRAND} support sent you this download link. The file belongs to the account “${sender}”.`,
        footer: `If you expect no file from us, do not run it. Questions: ${supportEmail}`,
      }
    : {
        preview: `${sender} asked us to send this file to you.`,
        text: `The ${BRAND} user “${sender}” asked us to send this file to this address.`,
        footer: `If you do not know ${sender}, do not run the file. Questions: ${supportEmail}`,
      }
}
