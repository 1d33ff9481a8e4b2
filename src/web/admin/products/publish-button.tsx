import type { AdminRelease } from '#shared/catalogue/manage-contract.ts'
import { OfferButton } from './offer-button.tsx'
import { publishRelease } from './products-queries.ts'

/** Publishes a draft, or a withdrawn release again. Both only after the scan. */
export function PublishButton({ release }: { release: AdminRelease }) {
  const { version, state, announced, isBeta } = release
  const isDraft = state === 'draft'
  const verb = isDraft ? 'Publish' : 'Publish again'
  return (
    <OfferButton
      release={release}
      verb={verb}
      label={`${verb} v${version}`}
      variant={isDraft ? 'primary' : 'secondary'}
      title={`Publish v${version}?`}
      description={describe(isDraft, isBeta)}
      confirmLabel="Publish release"
      notify={
        announced
          ? null
          : {
              label: isBeta ? 'Notify owners who chose beta versions' : 'Notify buyers and subscribers',
              hint: 'By email and notification, according to their settings.',
            }
      }
      act={publishRelease}
      messages={{
        done: { title: 'Release Published', description: `v${version} can be downloaded now.` },
        waiting: {
          title: 'Release Is Being Published',
          description: `v${version} can be downloaded as soon as it is in the public log.`,
        },
        failed: 'Failed to publish release',
      }}
    />
  )
}

function describe(isDraft: boolean, isBeta: boolean): string {
  if (!isDraft) return 'It keeps its original publication date, so the same customers can download it again.'
  return isBeta
    ? 'Owners who chose beta versions download it from now on. Its file and version cannot be changed after that.'
    : 'Visitors see it and buyers download it from now on. Its file and version cannot be changed after that.'
}
