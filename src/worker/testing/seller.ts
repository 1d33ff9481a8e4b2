import type { Seller } from '#shared/seller/contract.ts'

export const aSeller: Seller = {
  name: 'Sample Seller',
  legalForm: 'Limited company',
  address: '1 Sample Street\n12345 Sampletown',
  person: 'Sam Sample',
  supportHours: 'Monday to Friday, 9:00 to 17:00 UTC',
  vatId: 'XX123456789',
}
