import type { Product } from './contract.ts'
import { isForSale } from './rules.ts'

export const PREVIEW_WIDTH = 1200
export const PREVIEW_HEIGHT = 630

/** Changes with the product's name and price, and with what it can be bought for. */
export const previewVersion = (product: Pick<Product, 'updatedAt' | 'fileName' | 'bundle'>): string =>
  `${Date.parse(product.updatedAt).toString(36)}${isForSale(product) ? '' : '-0'}`

/** The address of a product's link preview, which may be kept for good. */
export const previewPath = (product: Pick<Product, 'slug' | 'updatedAt' | 'fileName' | 'bundle'>): string =>
  `/preview/${product.slug}.png?v=${previewVersion(product)}`

export const slugOfPreview = (path: string): string | null =>
  /^\/preview\/([a-z0-9-]{1,100})\.png$/.exec(path)?.[1] ?? null
