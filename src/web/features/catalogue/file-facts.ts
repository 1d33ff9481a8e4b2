import type { Product } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatBytes } from '../../lib/format-bytes.ts'

/** The known facts of the current release: "v1.2.0", "18.2 KB", "Released 3 Nov 2026". */
export function fileFacts(product: Pick<Product, 'fileVersion' | 'fileSize' | 'releasedAt'>): string[] {
  const { fileVersion, fileSize, releasedAt } = product
  return [
    fileVersion ? `v${fileVersion}` : '',
    fileSize === null ? '' : formatBytes(fileSize),
    releasedAt ? `Released ${formatDay(releasedAt)}` : '',
  ].filter(Boolean)
}
