import { formatNumber } from '#shared/core/format-number.ts'
import type { WithdrawalPreview } from '#shared/releases/contract.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { people } from './withdrawal-labels.ts'

/** The number of people that the shop notifies when a release is withdrawn. */
export function WithdrawalAudience({
  audience,
  failed,
  isRecall,
}: {
  audience: WithdrawalPreview | undefined
  failed: boolean
  isRecall: boolean
}) {
  return (
    <div aria-live="polite" className="grid gap-2 text-fg text-sm">
      {audience ? (
        <>
          <Sentences {...audience} />
          {isRecall && audience.sameFile > 0 ? (
            <p>
              {audience.sameFile === 1
                ? 'Another release has the same file. It is recalled too, and everyone who downloaded it is emailed.'
                : `${audience.sameFile} other releases have the same file. They are recalled too, and everyone who downloaded one of them is emailed.`}
            </p>
          ) : null}
        </>
      ) : failed ? (
        <p>We could not count the downloads. Everyone who downloaded it will still be emailed.</p>
      ) : (
        <Skeleton className="h-5 w-3/4" />
      )}
    </div>
  )
}

function Sentences({ people: count, unreachable, unknown }: WithdrawalPreview) {
  return (
    <>
      {count === 0 ? (
        <p>No customer is known to have downloaded it, so nobody will be emailed.</p>
      ) : (
        <p>
          <strong className="font-semibold">{people(count)}</strong> downloaded it.
          {count > unreachable ? ' They will be emailed at once.' : null}
        </p>
      )}
      {unreachable > 0 ? (
        <p>
          Mail does not reach {formatNumber(unreachable)} of them. They will be listed on the recovery page,
          so that you can reach them another way.
        </p>
      ) : null}
      {unknown > 0 ? (
        <p>
          It was also downloaded through {unknown === 1 ? 'an emergency link' : `${unknown} emergency links`}.
          We do not know by whom.
        </p>
      ) : null}
    </>
  )
}
