import { KeyRound } from 'lucide-react'
import { formatDay } from '#shared/core/format-day.ts'
import type { PasskeyView } from '#shared/factors/contract.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'

export type PasskeyListProps = {
  passkeys: readonly PasskeyView[]
  onRename: (passkey: PasskeyView) => void
  onRemove: (passkey: PasskeyView) => void
}

export function PasskeyList({ passkeys, onRename, onRemove }: PasskeyListProps) {
  return (
    <ul aria-label="Your passkeys" className="mt-4 divide-y divide-line rounded-md border border-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <KeyRound aria-hidden="true" className="size-5 shrink-0 text-subtle" />
          <div className="min-w-0 flex-1 basis-40 text-sm">
            <p className="break-words font-medium text-fg">{passkey.name}</p>
            <p className="text-muted text-xs">
              Added on {formatDay(passkey.createdAt)}
              {passkey.lastUsedAt ? (
                <>
                  {' · '}Last used <RelativeTime dense value={passkey.lastUsedAt} />
                </>
              ) : null}
              {passkey.backedUp ? ' · Synced between your devices' : null}
            </p>
          </div>
          <div className="flex gap-1">
            <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => onRename(passkey)}>
              Rename<VisuallyHidden> {passkey.name}</VisuallyHidden>
            </Button>
            <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => onRemove(passkey)}>
              Remove<VisuallyHidden> {passkey.name}</VisuallyHidden>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
