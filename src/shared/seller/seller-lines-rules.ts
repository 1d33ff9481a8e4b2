import type { Seller } from './contract.ts'

/** The seller's name with its legal form. */
export const sellerName = ({ name, legalForm }: Pick<Seller, 'name' | 'legalForm'>): string =>
  legalForm === '' ? name : `${name} (${legalForm})`

export const addressLines = (address: string): string[] =>
  address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The seller in one line, for a footer. */
export const sellerLine = (seller: Seller): string =>
  [sellerName(seller), ...addressLines(seller.address), ...vatLine(seller)].join(', ')

const vatLine = ({ vatId }: Seller) => (vatId === '' ? [] : [`VAT ID ${vatId}`])
