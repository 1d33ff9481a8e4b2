import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { OfferButton } from './offer-button.tsx'
import { promoteRelease } from './products-queries.ts'

/** Offers a published beta version to everyone. */
export const PromoteButton = ({ release }: { release: AdminRelease }) => (
  <OfferButton
    release={release}
    verb="Offer to everyone"
    label={`Offer to everyone: v${release.version}`}
    variant="primary"
    title={`Offer v${release.version} to everyone?`}
    description="It becomes the current version for visitors and for every owner whose updates include it. The file and its signature stay the same. It cannot be made a beta version again."
    confirmLabel="Offer to everyone"
    notify={{
      label: 'Notify the other owners',
      hint: 'By email and notification, according to their settings. Nobody gets a second email about this version.',
    }}
    act={promoteRelease}
    messages={{
      done: {
        title: 'Offered to Everyone',
        description: `v${release.version} is the current version now.`,
      },
      waiting: {
        title: 'Being Offered to Everyone',
        description: `v${release.version} becomes the current version as soon as it is in the public log.`,
      },
      failed: 'Failed to offer the release',
    }}
  />
)
