import { formatDay } from '#shared/core/format-day.ts'
import type { FileReadyData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

export type FileReadyLinks = { downloadUrl: string; expiresAt: number; supportEmail: string; order: string }

/** To a buyer whose product had no file at the time of payment and has one now. */
export const fileReadyMail = (data: FileReadyData, links: FileReadyLinks) =>
  compose({
    subject: `${data.productName} is ready to download`,
    preview: `Order ${links.order}: your file is here.`,
    heading: `${data.productName} is ready to download`,
    parts: [
      { text: `This product had no file when you bought it (order ${links.order}). Now it has one.` },
      { button: `Download ${data.productName}`, url: links.downloadUrl },
      { quiet: `This link works until ${formatDay(links.expiresAt)} (UTC).` },
      { facts: [['File', `${data.file.name}, version ${data.file.version}`]] },
      { label: 'SHA-256 of the file, to check it before you run it', code: data.file.sha256 },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
