import { refuse } from '../refusals.ts'
import { isSameList } from './rules.ts'

/**
 * An order grants what the bundle contains when it begins, so it is refused where the buyer was shown other products.
 * @throws Problem 409 (contents-changed)
 */
export function refuseOtherContents(
  { bundledIds }: { bundledIds: number[] | null },
  shown: { bundledIds?: number[] | null | undefined },
): void {
  if (bundledIds === null || shown.bundledIds == null || isSameList(bundledIds, shown.bundledIds)) return
  throw refuse(
    'contents-changed',
    'The scripts in this bundle have changed. Please check them and confirm again. Nothing was charged.',
  )
}
