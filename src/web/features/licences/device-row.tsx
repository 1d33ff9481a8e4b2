import { Monitor } from 'lucide-react'
import { useState } from 'react'
import type { LicenceDevice } from '#shared/licences/contract.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { releaseDevice } from './queries.ts'
import { useChangeLicence } from './use-change-licence.ts'

export function DeviceRow({ licenceId, device }: { licenceId: number; device: LicenceDevice }) {
  const [isAsking, ask] = useState(false)
  const { change, busy } = useChangeLicence(releaseDevice, {
    done: 'Device released',
    onDone: () => ask(false),
  })
  const name = `…${device.suffix}`
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Monitor aria-hidden="true" className="size-4.5 shrink-0 text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="font-mono text-[0.8125rem] text-fg">{name}</p>
        <p className="mt-0.5 text-muted text-xs">
          <span className="break-all font-mono">{device.network}</span> · Last seen{' '}
          <RelativeTime dense value={device.lastSeenAt} />
        </p>
      </div>
      <Button size="sm" aria-haspopup="dialog" onClick={() => ask(true)}>
        Release<VisuallyHidden> device {name}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        title={`Release device ${name}?`}
        description="Another device can take its place now. Scripts on this one may run for up to 7 more days, until their lease ends. You can release three devices a day."
        confirmLabel="Release device"
        cancelLabel="Keep device"
        busy={busy}
        onConfirm={() => change({ id: licenceId, deviceId: device.id })}
      />
    </li>
  )
}
