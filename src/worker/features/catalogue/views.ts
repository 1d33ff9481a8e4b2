import type { Product } from '#shared/catalogue/contract.ts'
import { dayOf } from '#shared/catalogue/security-promise-rules.ts'
import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import { type BundledRow, toBundled } from './bundle-rules.ts'
import { imageUrlOf } from './image-url.ts'
import type { ProductRow } from './read-products.ts'

type ReleaseFacts = Pick<
  ProductRow['release'],
  'fileName' | 'fileSize' | 'fileType' | 'version' | 'sha256' | 'publishedAt' | 'language' | 'chains'
>

/** A product for responses, without its storage key. `bundled`: of a bundle, its products. */
export function toProduct(
  script: ProductRow['script'],
  release: ReleaseFacts | null,
  bundled: BundledRow[] | null,
): Product {
  return {
    id: script.id,
    slug: script.slug,
    name: script.name,
    description: script.description,
    tier: script.tier,
    category: script.category,
    price: toUsd(script.priceCents),
    isSubscription: script.isSubscription,
    trialDays: script.trialDays,
    features: script.features,
    requirements: script.requirements,
    imageUrl: imageUrlOf(script),
    fileName: release?.fileName ?? null,
    fileSize: release?.fileSize ?? null,
    fileType: release?.fileType ?? null,
    fileVersion: release?.version ?? null,
    sha256: release?.sha256 ?? null,
    releasedAt: toIsoOrNull(release?.publishedAt ?? null),
    language: release?.language ?? null,
    chains: release?.chains ?? [],
    securityUpdatesUntil: dayOf(script.securityUpdatesUntil),
    bundle: bundled && { products: bundled.map(toBundled), isOffered: script.isOffered },
    downloadUrl: `/api/download/file/${script.id}`,
    createdAt: toIso(script.createdAt),
    updatedAt: toIso(script.updatedAt),
  }
}
