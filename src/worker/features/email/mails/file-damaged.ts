import type { FileDamagedData } from '../staff-mail-rules.ts'
import { compose } from './compose.ts'

/** To support: a file in the store is not what was published. */
export const fileDamagedMail = ({ releaseId, version }: FileDamagedData, links: { productsUrl: string }) =>
  compose({
    subject: `The stored file of version ${version} is damaged`,
    preview: 'Its downloads are stopped. It needs a copy of the file.',
    heading: 'A stored file is damaged',
    parts: [
      { facts: [['Release', `#${releaseId}, version ${version}`]] },
      {
        text: 'A download found other bytes in the file store than those that were published. The download broke off, and nobody gets this file now. Open the product, and check the file again or upload a copy: only the same file is accepted. If this was no fault of the store, somebody has access to it.',
      },
      { button: 'Open the products', url: links.productsUrl },
    ],
    footer: [],
  })
