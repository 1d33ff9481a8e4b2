import { formatDay } from '#shared/core/format-day.ts'
import type { FileReadyData } from '../order-mail-rules.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'
import { bundleParts, type LinkedFile } from './file-parts.ts'

export type FileReadyLinks = {
  downloadUrl: string
  /** The products of a bundle with their links; null: the product is no bundle. */
  bundle: LinkedFile[] | null
  expiresAt: number
  publicUrl: string
  supportEmail: string
  order: string
}

/** To a buyer whose product had no file at the time of payment and has one now. */
export const fileReadyMail = (data: FileReadyData, links: FileReadyLinks) =>
  compose({
    subject: `${data.productName} is ready to download`,
    preview: `Order ${links.order}: your ${links.bundle ? 'files are' : 'file is'} here.`,
    heading: `${data.productName} is ready to download`,
    parts: links.bundle
      ? [
          {
            text: `Not every script of this bundle had a file when you bought it (order ${links.order}). Now each has one.`,
          },
          ...bundleParts(links.bundle, links.publicUrl),
          { quiet: `The links work until ${formatDay(links.expiresAt)} (UTC).` },
        ]
      : oneFile(data, links),
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })

const oneFile = ({ productName, file }: FileReadyData, links: FileReadyLinks): Part[] => [
  { text: `This product had no file when you bought it (order ${links.order}). Now it has one.` },
  { button: `Download ${productName}`, url: links.downloadUrl },
  { quiet: `This link works until ${formatDay(links.expiresAt)} (UTC).` },
  ...(file
    ? [
        { facts: [['File', `${file.name}, version ${file.version}`]] as const },
        { label: 'SHA-256 of the file, to check it before you run it', code: file.sha256 },
      ]
    : []),
]
