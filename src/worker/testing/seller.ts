import { env } from 'cloudflare:workers'
import type { Seller, TaxRules } from '#shared/seller/contract.ts'
import { openDb } from '../db/client.ts'
import { readTaxSetting, saveTax } from '../features/seller/save-setting.ts'

export const aSeller: Seller = {
  name: 'Sample Seller',
  legalForm: 'Limited company',
  address: '1 Sample Street\n12345 Sampletown',
  person: 'Sam Sample',
  supportHours: 'Monday to Friday, 9:00 to 17:00 UTC',
  vatId: 'XX123456789',
}

/** German and French VAT, and no tax elsewhere. */
export const BY_COUNTRY: TaxRules = {
  countries: [
    { country: 'DE', percent: 19, name: 'VAT' },
    { country: 'FR', percent: 20, name: 'VAT' },
  ],
}

/** Sets the tax of the shop. */
export async function stateTax(tax: TaxRules): Promise<void> {
  const db = openDb(env.DB)
  const { revision } = await readTaxSetting(db)
  await saveTax(db, { id: 1, ip: null }, { tax, revision }, Date.now())
}

/** The tax that is stored with a payment. */
export async function taxOf(paymentId: number) {
  const row = await env.DB.prepare('SELECT tax FROM payments WHERE id = ?')
    .bind(paymentId)
    .first<{ tax: string }>()
  return JSON.parse(row?.tax ?? 'null')
}
