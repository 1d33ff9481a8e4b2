import type { AdminProduct, AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { dayOf } from '#shared/catalogue/security-promise-rules.ts'
import { statementText } from '#shared/catalogue/statement-rules.ts'
import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { scripts } from '../../db/schema/catalogue.ts'
import type { AnyRelease, ManagedRow } from './read-managed.ts'
import { toProduct } from './views.ts'

export const toAdminProduct = ({
  script,
  release,
  bundled,
  releaseCount,
  draftCount,
}: ManagedRow): AdminProduct => ({
  ...toProduct(script, release, bundled),
  isDeleted: script.isDeleted,
  hasImage: script.imagePath !== null,
  imageAddress: script.imageUrl,
  releaseCount,
  draftCount,
})

export const toAdminRelease = (
  release: AnyRelease,
  slug: string,
  currentId: number | null,
): Omit<AdminRelease, 'scan'> => ({
  id: release.id,
  version: release.version,
  state: release.publishedAt === null ? 'draft' : release.yankedAt === null ? 'published' : 'yanked',
  isCurrent: release.id === currentId,
  fileName: release.fileName,
  fileSize: release.fileSize,
  fileType: release.fileType,
  sha256: release.sha256,
  statement: statementText({
    product: { id: release.scriptId, slug },
    version: release.version,
    sha256: release.sha256,
    size: release.fileSize,
    manifest: release.manifestSha256,
  }),
  signedBy: release.signedBy,
  isBeingPublished: release.publishRequestedAt !== null,
  logIndex: release.logIndex,
  fileCount: release.fileCount,
  hasRun: release.hasRun,
  changelog: release.changelog,
  isBeta: release.isBeta,
  isSecurityUpdate: release.isSecurityUpdate,
  createdAt: toIso(release.createdAt),
  publishedAt: toIsoOrNull(release.publishedAt),
  yankedAt: toIsoOrNull(release.yankedAt),
  yankReason: release.yankReason,
  recallAdvice: release.recallAdvice,
  isDamaged: release.damagedAt !== null,
  announced: release.announcedAt !== null,
  notified: release.notifiedAt !== null,
})

/** The fields of a product that the audit log stores before and after an action. */
export const factsOf = (script: typeof scripts.$inferInsert) => ({
  name: script.name,
  slug: script.slug,
  description: script.description,
  price: toUsd(script.priceCents),
  isSubscription: script.isSubscription ?? false,
  trialDays: script.trialDays ?? 0,
  category: script.category,
  features: script.features,
  requirements: script.requirements,
  imageUrl: script.imageUrl ?? null,
  securityUpdatesUntil: dayOf(script.securityUpdatesUntil ?? null),
  ...(script.bundledIds && { bundledIds: script.bundledIds, isOffered: script.isOffered ?? true }),
  isDeleted: script.isDeleted ?? false,
})
