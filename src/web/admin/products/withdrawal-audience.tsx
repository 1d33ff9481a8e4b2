import type { WithdrawalPreview } from '#shared/releases/contract.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { people } from './withdrawal-labels.ts'

/** The number of people that the shop notifies when a release is withdrawn. */
export function WithdrawalAudience({
  audience,
  failed,
}: {
  audience: WithdrawalPreview | undefined
  failed: boolean
}) {
  return (
    <div aria-live="polite" className="grid gap-2 text-fg text-sm">
      {audience ? (
        <Sentences {...audience} />
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
          Mail does not reach {unreachable.toLocaleString('en-US')} of them. They will be listed on the
          recovery page, so that you can reach them another way.
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
