import type { OrderView } from '#shared/payments/contract.ts'

type Paid = Pick<OrderView, 'productName' | 'awaitsFile' | 'bundle'>

/** The toast about a paid order. */
export function readyText({ productName, awaitsFile, bundle }: Paid): string {
  if (bundle && !awaitsFile) return `The scripts of ${productName} are ready to download.`
  if (bundle) return `Not every script of ${productName} has a file yet. We will email you its link.`
  return awaitsFile
    ? `${productName} has no file yet. We will email you the link as soon as it has one.`
    : `${productName} is ready to download.`
}

/** What is on its way to the buyer's address, which follows the text. */
export function deliveryText({ productName, awaitsFile, bundle }: Paid): string {
  if (bundle && awaitsFile)
    return `One script of ${productName} has no file at the moment. Our support team knows. Your receipt with the other links, and later the missing one, go to `
  if (bundle) return 'Your receipt and the download links are on their way to '
  return awaitsFile
    ? `${productName} has no file to download at the moment. Our support team knows. As soon as there is a file, we will email the link to `
    : 'Your receipt and a download link are on their way to '
}
